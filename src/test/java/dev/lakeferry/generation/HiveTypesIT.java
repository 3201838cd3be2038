package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.testing.TestLake;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law "path text is not a value until compared". */
class HiveTypesIT {
  private static TestLake lake;
  private static LakeSession session;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    session = lake.lake().open("hive types");
  }

  @AfterAll
  static void end() {
    session.close();
    lake.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-01-01|DATE",
        "2026-01-01;2026-01-02 10:00:00|VARCHAR",
        "2026-01-02 10:00:00;2026-01-02T10:00:00.5|TIMESTAMP",
        "1;2;-3;0|BIGINT",
        "01;02|VARCHAR",
        "+1|VARCHAR",
        "1.5|VARCHAR",
        "0x10|VARCHAR",
        "1e5|VARCHAR",
        "NULL|VARCHAR",
        "1;''|VARCHAR",
        "true|VARCHAR",
        "2026-02-30|VARCHAR",
        "99999999999999999999|VARCHAR",
        "2026-01-01T10:00:00+02|VARCHAR",
        "2026-01-01T10:00:00Z|VARCHAR",
        "infinity|VARCHAR",
        "١|VARCHAR"
      })
  void aNewColumnGetsTheTypeThatItsTextsAreWrittenIn(String values, String type) {
    assertThat(choose(null, null, values)).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTEGER|1;2|INTEGER",
        "INTEGER|007|INTEGER",
        "INTEGER|1.5|VARCHAR",
        "INTEGER|0x10|VARCHAR",
        "INTEGER|99999999999|BIGINT",
        "VARCHAR|1|VARCHAR",
        "BOOLEAN|true;FALSE|BOOLEAN",
        "BOOLEAN|t|VARCHAR",
        "DECIMAL(10,2)|1.50|DECIMAL(10,2)",
        "DECIMAL(10,2)|1.505|VARCHAR",
        "DECIMAL(4,2)|123.45|VARCHAR",
        "DOUBLE|1.5e3|DOUBLE",
        "DATE|2026-01-01|DATE",
        "TIMESTAMP|2026-01-01 10:00:00|TIMESTAMP",
        "TIMESTAMP|2026-01-01 10:00:00+02|VARCHAR",
        "TIMESTAMP WITH TIME ZONE|2026-01-01 10:00:00+02|TIMESTAMP WITH TIME ZONE",
        "TIMESTAMP WITH TIME ZONE|2026-01-01 10:00:00|TIMESTAMP",
        "UUID|0190a000-0000-7000-8000-0000000000a1|UUID",
        "UUID|{0190a000-0000-7000-8000-0000000000a1}|VARCHAR"
      })
  void theLiveTablesTypeStaysWhereEveryTextIsWrittenInIt(String live, String values, String type) {
    assertThat(choose(null, live, values)).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTEGER|7",
        "VARCHAR|anything",
        "DATE|2026-01-01",
        "UUID|0190a000-0000-7000-8000-0000000000a1"
      })
  void theFilesOwnTypeWins(String type, String value) {
    assertThat(choose(type, "BLOB", value)).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTEGER|1.5",
        "INTEGER|0x10",
        "TINYINT|300",
        "DATE|2026-01-01 10:00:00",
        "TIMESTAMP|2026-01-01 10:00:00+02",
        "TIMESTAMP WITH TIME ZONE|2026-01-01 10:00:00"
      })
  void aTextThatIsNotWrittenInTheFilesTypeIsRefused(String type, String value) {
    assertThatThrownBy(() -> choose(type, null, value))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("'" + value + "'")
        .hasMessageContaining(type)
        .hasMessageContaining("nothing was copied");
  }

  private static String choose(String file, String live, String values) {
    Set<String> texts = new TreeSet<>();
    List.of(values.split(";", -1)).forEach(text -> texts.add(text.equals("''") ? "" : text));
    return new HiveTypes(session)
        .choose("k", Optional.ofNullable(file), Optional.ofNullable(live), texts);
  }
}
