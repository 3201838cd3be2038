package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LandedPathTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "part-0.parquet, part-0.parquet",
        "k=v/part=0.parquet, k=v/part=0.parquet",
        "a?b&c<d.parquet, a%3Fb%26c%3Cd.parquet",
        "k=p=q/f, k=p%3Dq/f",
        "k=NULL/f, k=%4EULL/f",
        "k=null/f, k=%6Eull/f",
        "NULL/f, NULL/f",
        "k=a\\b/c\\d, k=a%5Cb/c%5Cd",
        "k=50%/f%20g é+'*[1]{2}#;:, k=50%/f%20g é+'*[1]{2}#;:"
      })
  void onlyWhatTheEngineCannotReadIsEncoded(String source, String landed) {
    assertThat(LandedPath.of(source)).isEqualTo(landed);
  }

  @Property
  void aLandedPathSaysTheSameValues(@ForAll("paths") String path) {
    assertThat(HivePath.of(LandedPath.of(path))).isEqualTo(HivePath.of(path));
  }

  @Property
  void noOddCharacterIsLeft(@ForAll("paths") String path) {
    String landed = LandedPath.of(path);

    assertThat(landed).doesNotContain("?", "&", "<", "\\").doesNotContainIgnoringCase("=null/");
    assertThat(landed.split("/", -1)).hasSameSizeAs(path.split("/", -1));
  }

  @Property
  void encodingAgainChangesNothing(@ForAll("paths") String path) {
    assertThat(LandedPath.of(LandedPath.of(path))).isEqualTo(LandedPath.of(path));
  }

  @Property
  void pathsThatLandOnOneKeySpellOneName(@ForAll("paths") String one, @ForAll("paths") String two) {
    if (LandedPath.of(one).equals(LandedPath.of(two))) {
      assertThat(decoded(one)).isEqualTo(decoded(two));
    }
  }

  private static String decoded(String path) {
    return HivePath.of("k=" + path.replace("/", "%2F") + "/f").values().get(0);
  }

  @Provide
  Arbitrary<String> paths() {
    Arbitrary<String> text =
        Arbitraries.strings().withChars("aZ0 ?&<>\\=%+'\"*[]{}#;:.,~é€-_").ofMaxLength(6);
    Arbitrary<String> value =
        Arbitraries.oneOf(
            text, Arbitraries.of("NULL", "null", "Null", "%4EULL", HivePath.NULL_DIRECTORY, ""));
    Arbitrary<String> directories =
        Arbitraries.oneOf(
            text,
            Arbitraries.of("j=", "j", "plain").flatMap(start -> value.map(end -> start + end)));
    return directories.flatMap(
        first ->
            value.flatMap(
                second -> text.map(name -> first + "/unique key=" + second + "/" + name)));
  }
}
