package dev.lakeferry.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.landing.LandingPrefix.Kind;
import dev.lakeferry.naming.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LandingPrefixTest {
  private static final TableName TABLE =
      new TableName("insights_data_imports_team_123", "stripe_prod_invoices");
  private static final String SCHEMA_ID = "0198c1de-0000-7000-8000-000000000001";

  @Test
  void namesSchemaTableSourceAndJob() {
    assertThat(LandingPrefix.base("", TABLE, Kind.IMPORTS, SCHEMA_ID, "job-1").key())
        .isEqualTo(
            "insights_data_imports_team_123/stripe_prod_invoices/_imports/"
                + SCHEMA_ID
                + "/job-1/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake/data", "/lake/data", "lake/data/", "/lake/data//"})
  void standsBelowDataPath(String dataPath) {
    assertThat(LandingPrefix.base(dataPath, TABLE, Kind.COPIES, SCHEMA_ID, "job-1").key())
        .startsWith("lake/data/insights_data_imports_team_123/stripe_prod_invoices/_copies/");
  }

  @Test
  void aSiblingIsNotBelowTheBase() {
    LandingPrefix base = LandingPrefix.base("", TABLE, Kind.IMPORTS, SCHEMA_ID, "job-1");

    LandingPrefix sibling = base.sibling("1722333444_0a1b2c3d", 2);

    assertThat(sibling.key()).endsWith("/job-1__1722333444_0a1b2c3d-2/");
    assertThat(sibling.key()).doesNotStartWith(base.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../other", "a/b", "j*b", "[job]", "jöb", "", "job id", "..."})
  void whatComesFromOutsideStaysOneSafeSegment(String outside) {
    String key = LandingPrefix.base("", TABLE, Kind.IMPORTS, outside, outside).key();

    assertThat(key).matches("([A-Za-z0-9_-]+/){5}");
  }

  @Test
  void idsThatDifferOnlyInWhatWasReplacedDoNotMeet() {
    assertThat(LandingPrefix.base("", TABLE, Kind.IMPORTS, "s", "a/b"))
        .isNotEqualTo(LandingPrefix.base("", TABLE, Kind.IMPORTS, "s", "a_b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "/a/", "a//b/", "/", ""})
  void anythingElseIsNoPrefix(String key) {
    assertThatThrownBy(() -> new LandingPrefix(key)).isInstanceOf(IllegalArgumentException.class);
  }
}
