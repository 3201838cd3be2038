package dev.lakeferry.lake;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the row that a result set stands on. */
@FunctionalInterface
public interface RowReader<T> {

  /** Reads the current row without moving on. */
  T read(ResultSet row) throws SQLException;
}
