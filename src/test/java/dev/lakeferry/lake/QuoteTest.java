package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class QuoteTest {

  @Property(tries = 200)
  void duckDbReadsBackWhatWasQuoted(@ForAll("names") String name, @ForAll("texts") String text)
      throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT %s AS %s".formatted(Quote.text(text), Quote.name(name)))) {
      row.next();
      assertThat(row.getMetaData().getColumnName(1)).isEqualTo(name);
      assertThat(row.getString(1)).isEqualTo(text);
    }
  }

  @Provide
  Arbitrary<String> names() {
    return texts().filter(name -> !name.isEmpty());
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("aB1 '\"\\;-$%?{}.\né€").ofMaxLength(12);
  }
}
