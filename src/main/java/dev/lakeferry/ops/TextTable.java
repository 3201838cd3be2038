package dev.lakeferry.ops;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as they need to be. */
final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... headings) {
    rows.add(List.of(headings));
  }

  /** Adds a row; null shows as a dash, and a line break as a space. */
  void add(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell == null ? "-" : cell.toString().replaceAll("\\R", " "));
    }
    rows.add(row);
  }

  void print(PrintWriter out) {
    print(out, "");
  }

  /** Prints it with something before each row. */
  void print(PrintWriter out, String indent) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int column = 0; column < columns; column++) {
        String cell = row.get(column);
        line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
