package dev.lakeferry.ops;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;

/**
 * A DuckDB shell in a process of its own: runs the statements of standard input, with one line for
 * each row that the last one answers.
 */
final class RequirementsShell {
  private RequirementsShell() {}

  public static void main(String[] args) throws IOException, SQLException {
    Properties properties = new Properties();
    properties.setProperty("extension_directory", args[0]);
    String text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:", properties);
        var statement = connection.createStatement()) {
      for (String sql : text.split(";")) {
        if (!sql.isBlank() && statement.execute(sql)) {
          try (ResultSet row = statement.getResultSet()) {
            while (row.next()) {
              System.out.println(row.getString(1));
            }
          }
        }
      }
    }
  }
}
