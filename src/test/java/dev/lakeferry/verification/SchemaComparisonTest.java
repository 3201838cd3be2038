package dev.lakeferry.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.lake.Column;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaComparisonTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTEGER | BIGINT",
        "TINYINT | HUGEINT",
        "UTINYINT | SMALLINT",
        "UINTEGER | BIGINT",
        "UBIGINT | HUGEINT",
        "FLOAT | DOUBLE",
        "INTEGER | DOUBLE",
        "SMALLINT | FLOAT",
        "DECIMAL(10,2) | DECIMAL(12,2)",
        "DECIMAL(10,2) | DECIMAL(12,4)",
        "INTEGER | DECIMAL(10,0)",
        "DATE | TIMESTAMP",
        "TIMESTAMP_S | TIMESTAMP",
        "JSON | VARCHAR",
        "INTEGER[] | BIGINT[]",
        "MAP(VARCHAR, INTEGER) | MAP(VARCHAR, BIGINT)",
        "STRUCT(a INTEGER) | STRUCT(a INTEGER, b VARCHAR)",
        "STRUCT(a INTEGER)[] | STRUCT(A BIGINT, \"b c\" VARCHAR[])[]"
      })
  void aTypeThatHoldsEveryValueIsWidened(String before, String after) {
    TypeChange change = TypeChange.between("c", before, after);

    assertThat(change.refused()).isEmpty();
    assertThat(change.widened()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGINT | INTEGER",
        "BIGINT | DOUBLE",
        "INTEGER | FLOAT",
        "INTEGER | UBIGINT",
        "UINTEGER | INTEGER",
        "DOUBLE | FLOAT",
        "DECIMAL(10,2) | DECIMAL(10,4)",
        "DECIMAL(10,2) | DOUBLE",
        "BIGINT | DECIMAL(18,0)",
        "VARCHAR | JSON",
        "INTEGER | VARCHAR",
        "BOOLEAN | INTEGER",
        "TIMESTAMP | TIMESTAMP WITH TIME ZONE",
        "TIMESTAMP | TIMESTAMP_NS",
        "TIMESTAMP | DATE",
        "INTEGER | INTEGER[]",
        "STRUCT(a INTEGER, b VARCHAR) | STRUCT(a INTEGER)",
        "STRUCT(a BIGINT) | STRUCT(a INTEGER)",
        "MAP(VARCHAR, BIGINT) | MAP(VARCHAR, INTEGER)"
      })
  void aTypeThatDoesNotIsRefused(String before, String after) {
    assertThat(TypeChange.between("c", before, after).refused()).isNotEmpty();
  }

  @Test
  void aChangeWithinAStructNamesItsPath() {
    TypeChange change =
        TypeChange.between(
            "address",
            "STRUCT(city STRUCT(zip INTEGER, \"name\" VARCHAR), old BOOLEAN)",
            "STRUCT(city STRUCT(zip VARCHAR, \"name\" VARCHAR), new BOOLEAN)");

    assertThat(change.refused())
        .containsExactly(
            "address.city.zip: INTEGER became VARCHAR", "address.old: the field is gone");
    assertThat(change.widened()).containsExactly("address.new: a field was added");
  }

  @Property
  void aDecimalIsWidenedExactlyWhereBothSidesOfThePointGrow(
      @ForAll @IntRange(min = 1, max = 38) int width,
      @ForAll @IntRange(min = 0, max = 38) int scale,
      @ForAll @IntRange(min = 1, max = 38) int newWidth,
      @ForAll @IntRange(min = 0, max = 38) int newScale) {
    boolean holds =
        Widening.holds(
            new LakeType.Decimal(width, scale), new LakeType.Decimal(newWidth, newScale));

    assertThat(holds).isEqualTo(newScale >= scale && newWidth - newScale >= width - scale);
  }

  @Test
  void thePoliciesDifferInWhatTheyAccept() {
    List<Column> before = List.of(new Column("id", "INTEGER"), new Column("note", "VARCHAR"));
    SchemaComparison same = new SchemaComparison(before, before);
    SchemaComparison grown =
        new SchemaComparison(
            before,
            List.of(
                new Column("ID", "BIGINT"),
                new Column("note", "VARCHAR"),
                new Column("more", "DATE")));
    SchemaComparison shrunk = new SchemaComparison(before, List.of(new Column("id", "INTEGER")));

    assertThat(same.changes()).isEmpty();
    assertThat(same.acceptedBy(SchemaPolicy.STRICT)).isTrue();
    assertThat(grown.acceptedBy(SchemaPolicy.EVOLVE)).isTrue();
    assertThat(grown.acceptedBy(SchemaPolicy.STRICT)).isFalse();
    assertThat(grown.changes())
        .containsExactly("added: more DATE", "widened: id: INTEGER became BIGINT");
    assertThat(shrunk.acceptedBy(SchemaPolicy.EVOLVE)).isFalse();
    assertThat(shrunk.acceptedBy(SchemaPolicy.REPORT)).isTrue();
    assertThat(shrunk.changes()).containsExactly("gone: note");
  }

  @Test
  void withoutALiveTableNothingIsAChange() {
    assertThat(new SchemaComparison(List.of(), List.of(new Column("id", "INTEGER"))).changes())
        .isEmpty();
  }
}
