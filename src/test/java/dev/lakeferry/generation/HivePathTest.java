package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HivePathTest {

  @Test
  void directoriesWithAnEqualsSignAreKeysInTheirOrder() {
    HivePath path = HivePath.of("plain/year=2026/=x/month=01/part=0.parquet");

    assertThat(path.keys()).containsExactly("year", "month");
    assertThat(path.values()).containsExactly("2026", "01");
  }

  @ParameterizedTest
  @CsvSource({
    "a%20b, 'a b'",
    "a+b, a+b",
    "50%, 50%",
    "%4, %4",
    "%zz, %zz",
    "%c3%A9, é",
    "é, é",
    "s%2Fl, s/l",
    "p=q=r, p=q=r",
    "p%3Dq, p=q",
    "%4EULL, NULL",
    "'', ''"
  })
  void valuesAreUrlDecodedAndNothingElse(String written, String value) {
    assertThat(HivePath.of("k=" + written + "/f.parquet").values()).containsExactly(value);
  }

  @Test
  void onlyTheHiveNullDirectoryIsNull() {
    assertThat(HivePath.of("k=__HIVE_DEFAULT_PARTITION__/f").values()).containsOnlyNulls();
    assertThat(HivePath.of("k=NULL/f").values()).containsExactly("NULL");
  }

  @Test
  void keysAreTheSameInOneOrderAndOneSpelling() {
    HivePath path = HivePath.of("year=1/month=2/f");

    assertThat(path.sameKeys(HivePath.of("year=9/month=9/g"))).isTrue();
    assertThat(path.sameKeys(HivePath.of("Year=1/month=2/g"))).isFalse();
    assertThat(path.sameKeys(HivePath.of("month=2/year=1/g"))).isFalse();
    assertThat(path.sameKeys(HivePath.of("year=1/g"))).isFalse();
  }

  @Test
  void aKeyNamedTwiceIsRefused() {
    assertThatThrownBy(() -> HivePath.of("k=1/K=2/f.parquet"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("k=1/K=2/f.parquet")
        .hasMessageContaining("'K' twice");
  }

  @Test
  void aValueThatTheCatalogCannotHoldIsRefused() {
    assertThatThrownBy(() -> HivePath.of("k=a%00b/f.parquet"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("NUL");
  }
}
