package dev.lakeferry.lake;

import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** A user's own DuckDB: nothing of the service, with directories of its own. */
final class ForeignDuckDb implements AutoCloseable {
  private final Connection connection;

  /** Starts one whose extensions and stored secrets lie below a directory, as below a home. */
  ForeignDuckDb(Path home) {
    Path extensions = home.resolve("extensions");
    copy(TestLake.extensionDirectory(), extensions);
    Properties properties = new Properties();
    properties.setProperty("extension_directory", extensions.toString());
    properties.setProperty("secret_directory", home.resolve("stored_secrets").toString());
    try {
      connection = DriverManager.getConnection("jdbc:duckdb:", properties);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!Files.exists(target)) {
          Files.createLink(target, file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a text as a shell does: its comments left out, statement by statement. */
  void paste(String text) throws SQLException {
    for (String statement : statements(text)) {
      run(statement);
    }
  }

  /** The statements of a text whose literals hold neither a semicolon nor a comment. */
  static List<String> statements(String text) {
    return Stream.of(text.replaceAll("(?m)^\\s*--.*$", "").split(";"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }

  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** All rows, columns joined by a bar. */
  List<String> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (row.next()) {
        List<String> cells = new ArrayList<>();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
          cells.add(String.valueOf(row.getObject(column)));
        }
        rows.add(String.join("|", cells));
      }
      return rows;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
