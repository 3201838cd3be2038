package dev.lakeferry.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTest {
  @Test
  void theFirstDotPartsSchemaAndTable() {
    assertThat(TableName.parse("team_1.a.b")).contains(new TableName("team_1", "a.b"));
    assertThat(TableName.parse(new TableName("s", "t").toString()))
        .contains(new TableName("s", "t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "plain", ".table", "schema."})
  void oneHalfIsNoTable(String text) {
    assertThat(TableName.parse(text)).isEmpty();
  }
}
