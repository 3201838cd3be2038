package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.failure.FinalFailure;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FolderRulesTest {
  private static final String OURS = "team_7_stripe_0190a000_a1";
  private final FolderRules rules = new FolderRules("team_{team}_{type}_{schema}");

  @Test
  void aCompletionsOwnFolderIsListed() {
    assertThat(rules.prefix(completion(OURS, "invoices__query_1")))
        .isEqualTo(OURS + "/invoices__query_1/");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        " ",
        "team_8_stripe_0190a000_a1",
        "team_7_stripe_0190a000_a1/",
        "/team_7_stripe_0190a000_a1",
        "team_7_stripe_0190a000_a1/../team_8_stripe_0190a000_a1",
        "TEAM_7_stripe_0190a000_a1"
      })
  void aFolderPathThatIsNotItsOwnIsRefused(String folderPath) {
    assertThatThrownBy(() -> rules.prefix(completion(folderPath, "invoices__query_1")))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("nothing was listed");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", ".", "..", "a/b", "../x", "a\\b", "a\nb", "a\u0000b"})
  void aPreparedFolderThatIsNotOnePlainNameIsRefused(String folder) {
    assertThatThrownBy(() -> rules.prefix(completion(OURS, folder)))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("nothing was listed");
  }

  private static CompletedImport completion(String folderPath, String folder) {
    return new CompletedImport(
        1,
        7,
        "environment",
        "organization",
        null,
        null,
        "Stripe",
        null,
        "0190A000-a1",
        "invoices",
        "job-1",
        folderPath,
        folder,
        Instant.EPOCH,
        null);
  }
}
