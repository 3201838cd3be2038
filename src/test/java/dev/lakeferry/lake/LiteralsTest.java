package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;

class LiteralsTest {
  private static Connection duckdb;

  @BeforeContainer
  static void start() throws SQLException {
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
  }

  @AfterContainer
  static void stop() throws SQLException {
    duckdb.close();
  }

  @Test
  void onlyQuestionMarksOutsideOfTextsNamesAndCommentsArePlaces() {
    assertThat(
            Literals.bind(
                "SELECT '?', \"?\", 'it''s ?', E'\\'?', $$?$$, $a$?$a$ /* ? */ -- ?\n, ?, a$b, ?",
                "x",
                7L))
        .isEqualTo(
            "SELECT '?', \"?\", 'it''s ?', E'\\'?', $$?$$, $a$?$a$ /* ? */ -- ?\n, 'x', a$b, 7");
  }

  @Test
  void everyKindOfValueHasItsLiteral() {
    assertThat(Literals.bind("f(?, ?, ?, ?, ?)", "it's", 1L, true, List.of("a", "'"), null))
        .isEqualTo("f('it''s', 1, true, ['a', ''''], NULL)");
    assertThat(Literals.bind("f(?)", List.of())).isEqualTo("f(CAST([] AS VARCHAR[]))");
    assertThat(Literals.bind("f(?)", Arrays.asList("a", null))).isEqualTo("f(['a', NULL])");
  }

  @Test
  void moreOrFewerValuesThanPlacesAreRefused() {
    assertThatThrownBy(() -> Literals.bind("f(?)")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Literals.bind("f()", 1L)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Literals.bind("f(?)", new Object()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTextThatTheProtocolCannotCarryIsRefused() {
    assertThatThrownBy(() -> Literals.bind("f(?)", "a\0b"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("NUL");
  }

  @Property(tries = 300)
  void namesFromOutsideAreDataWhateverATextHoldsItStaysOneText(
      @ForAll @CharRange(from = '\u0001', to = '\u00ff') String text,
      @ForAll @Size(max = 4) List<@CharRange(from = ' ', to = '~') String> list)
      throws SQLException {
    String sql = Literals.bind("SELECT ? AS \"a?\", unnest(list_append(?, 'end'))", text, list);

    List<String> listed = new ArrayList<>();
    try (Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        assertThat(row.getString(1)).isEqualTo(text);
        listed.add(row.getString(2));
      }
    }
    List<String> expected = new ArrayList<>(list);
    expected.add("end");
    assertThat(listed).isEqualTo(expected);
  }
}
