package dev.lakeferry.verification;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;

/**
 * Lets only statements pass that read. DuckDB's own parser tells what a text is: it writes down
 * nothing but SELECT. Since a table function may write as well (those of DuckLake that expire and
 * clean up, those that pass a text on to be run), only known ones may be used.
 */
final class ReadingSql implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> TABLE_FUNCTIONS =
      Set.of(
          "range",
          "generate_series",
          "unnest",
          "repeat",
          "glob",
          "json_each",
          "json_tree",
          "read_parquet",
          "parquet_scan",
          "parquet_metadata",
          "parquet_schema",
          "parquet_file_metadata",
          "parquet_full_metadata",
          "parquet_kv_metadata",
          "read_csv",
          "read_csv_auto",
          "read_json",
          "read_json_auto",
          "read_json_objects",
          "read_ndjson",
          "read_ndjson_auto",
          "read_ndjson_objects",
          "delta_scan",
          "delta_list_files",
          "ducklake_snapshots",
          "ducklake_table_info",
          "ducklake_list_files",
          "ducklake_current_snapshot",
          "ducklake_last_committed_snapshot",
          "ducklake_options",
          "ducklake_settings",
          "ducklake_table_changes",
          "ducklake_table_insertions",
          "ducklake_table_deletions",
          "duckdb_columns",
          "duckdb_tables",
          "duckdb_views",
          "duckdb_schemas",
          "pragma_table_info");

  /** Functions of a value that change something, or that may. */
  private static final Set<String> CHANGING =
      Set.of(
          "nextval", "setseed", "write_log", "getenv", "pg_notify", "json_execute_serialized_sql");

  private final Connection parser;

  /** Starts a parser of its own, which can reach nothing. */
  ReadingSql() {
    try {
      parser = DriverManager.getConnection("jdbc:duckdb:");
      try (var statement = parser.createStatement()) {
        statement.execute("SET autoinstall_known_extensions = false");
        statement.execute("SET autoload_known_extensions = false");
        statement.execute("SET enable_external_access = false");
      }
    } catch (SQLException e) {
      throw new IllegalStateException("DuckDB's parser could not be started.", e);
    }
  }

  /** A statement that may not be run. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int position;

    Refused(String message, int position) {
      super(message);
      this.position = position;
    }

    /** The character of the text where the parser stopped, from 0. */
    int position() {
      return position;
    }
  }

  /**
   * Checks a statement.
   *
   * @throws Refused if it does more than read, or is none, or several
   */
  void check(String sql) {
    JsonNode parsed = parse(sql);
    if (parsed.path("error").asBoolean()) {
      String message = parsed.path("error_message").asText();
      throw new Refused(
          parsed.path("error_type").asText().equals("parser")
              ? message
              : "only a reading statement, SELECT, is allowed",
          parsed.path("position").asInt(0));
    }
    JsonNode statements = parsed.path("statements");
    if (statements.size() != 1) {
      throw new Refused("there must be one statement, there are " + statements.size(), 0);
    }
    visit(statements.get(0), sql);
  }

  private JsonNode parse(String sql) {
    try (PreparedStatement statement =
        parser.prepareStatement("SELECT json_serialize_sql(CAST(? AS VARCHAR))")) {
      statement.setString(1, sql);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return JSON.readTree(result.getString(1));
      }
    } catch (SQLException e) {
      throw new Refused(String.valueOf(e.getMessage()).lines().findFirst().orElse(""), 0);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("DuckDB's parser answered no JSON.", e);
    }
  }

  private static void visit(JsonNode node, String sql) {
    if (node.path("type").asText().equals("TABLE_FUNCTION")) {
      JsonNode function = node.path("function");
      String name = function.path("function_name").asText().toLowerCase(Locale.ROOT);
      if (!TABLE_FUNCTIONS.contains(name)) {
        throw new Refused(
            "the table function %s is not among those that only read".formatted(name),
            position(function, sql));
      }
    }
    String name = node.path("function_name").asText().toLowerCase(Locale.ROOT);
    if (CHANGING.contains(name)) {
      throw new Refused(
          "the function %s may change something".formatted(name), position(node, sql));
    }
    if (node.path("class").asText().equals("PARAMETER")
        && !node.path("identifier").asText().matches("\\d+")) {
      throw new Refused("parameters must be question marks", 0);
    }
    node.forEach(child -> visit(child, sql));
  }

  private static int position(JsonNode node, String sql) {
    long location = node.path("query_location").asLong(0);
    return location >= 0 && location < sql.length() ? (int) location : 0;
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (SQLException e) {
      throw new IllegalStateException("DuckDB's parser could not be closed.", e);
    }
  }
}
