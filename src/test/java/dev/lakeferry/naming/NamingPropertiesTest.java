package dev.lakeferry.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds of every name, whatever text comes from outside. */
class NamingPropertiesTest {

  private static final CopyV1 COPY_V1 = new CopyV1("data_import");

  @Property
  void copyV1IsPlainAsciiOfAtMostSixtyThree(@ForAll("texts") String text) {
    assertThat(COPY_V1.normalize(text)).matches("[a-z][a-z0-9_]{0,62}").doesNotContain("__");
  }

  @Property
  void copyV1IsIdempotentUnlessTheCutLeavesAnUnderscore(@ForAll("texts") String text) {
    String name = COPY_V1.normalize(text);
    Assume.that(!name.endsWith("_"));
    assertThat(COPY_V1.normalize(name)).isEqualTo(name);
  }

  @Property
  void snakeCaseIsLowerCaseOfAtMostSixtyThree(@ForAll("texts") String text) {
    Assume.that(!Whitespace.strip(text).isEmpty());
    String name = SnakeCase.upTo(63).normalize(text);
    assertThat(name).matches("[a-z_][a-z0-9_\\p{Nd}]*").doesNotEndWith("_").doesNotContain("__");
    assertThat(name.codePointCount(0, name.length())).isBetween(1, 63);
  }

  @Property
  void snakeCaseIsIdempotent(@ForAll("texts") String text) {
    Assume.that(!Whitespace.strip(text).isEmpty());
    String bounded = SnakeCase.upTo(63).normalize(text);
    assertThat(SnakeCase.upTo(63).normalize(bounded)).isEqualTo(bounded);
    String unbounded = SnakeCase.unbounded().normalize(text);
    assertThat(SnakeCase.unbounded().normalize(unbounded)).isEqualTo(unbounded);
  }

  @Property(tries = 100)
  void namesDoNotDependOnTheMachinesLocale(
      @ForAll NamingVersion version, @ForAll("texts") String text) {
    Assume.that(!Whitespace.strip(text).isEmpty());
    TableName here = TableNaming.importTable(version, 1, "TITLE", text, text);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(TableNaming.importTable(version, 1, "TITLE", text, text)).isEqualTo(here);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Property
  void jobIdsAreOneBoundedSegmentOfAKey(@ForAll("texts") String jobId) {
    assertThat(SafeJobId.of(jobId)).matches("[A-Za-z0-9_-]{1,109}");
  }

  @Property
  void jobIdsThatDifferOnlyInUnsafeCharactersStayApart(
      @ForAll("texts") String one, @ForAll("texts") String other) {
    Assume.that(!one.equals(other));
    assertThat(SafeJobId.of(one)).isNotEqualTo(SafeJobId.of(other));
  }

  /** Words, separators, capitals and digits of several scripts, long enough to be cut. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> likely =
        Arbitraries.strings()
            .withChars("abzABZİıß019_-+*@|./\\= \u00a0\t\u0663é日")
            .ofMaxLength(150);
    return Arbitraries.oneOf(likely, Arbitraries.strings().ofMaxLength(80));
  }
}
