package dev.lakeferry.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A column of lists of texts, any of which may be NULL. It comes as JSON: no two drivers agree on
 * how a list with an odd text in it is written.
 */
public final class TextList {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TextList() {}

  /** Makes an SQL expression of a list of texts one that {@link #read} understands. */
  public static String sql(String list) {
    return "CAST(to_json(CAST(%s AS VARCHAR[])) AS VARCHAR)".formatted(list);
  }

  /** The list in a column of the current row. */
  public static List<String> read(ResultSet row, int column) throws SQLException {
    try {
      // List.of takes no nulls.
      return new ArrayList<>(Arrays.asList(JSON.readValue(row.getString(column), String[].class)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("DuckDB wrote what is no JSON.", e);
    }
  }
}
