package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.naming.NamingVersion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Organisations and their rules, one a line, as CSV or as JSON. */
final class OrganizationLines {
  private static final Set<String> FIELDS = Set.of("id", "naming_version");

  private OrganizationLines() {}

  static Map<String, NamingVersion> read(InputLines lines) {
    Map<String, NamingVersion> versions = new LinkedHashMap<>();
    lines.read(
        (number, line) -> {
          String[] pair = line.strip().startsWith("{") ? json(line) : csv(line);
          boolean heading = number == 1 && pair[0].equals("id") && pair[1].equals("naming_version");
          if (!heading) {
            if (pair[0].isBlank()) {
              throw new IllegalArgumentException("the organisation's id is empty");
            }
            NamingVersion version = NamingVersion.of(pair[1]);
            NamingVersion before = versions.put(pair[0], version);
            if (before != null && before != version) {
              throw new IllegalArgumentException(
                  "organisation %s stood above already with %s".formatted(pair[0], before.id()));
            }
          }
        });
    return versions;
  }

  private static String[] csv(String line) {
    String[] cells = line.split(",", -1);
    if (cells.length != 2) {
      throw new IllegalArgumentException("expected id,naming_version");
    }
    return new String[] {bare(cells[0]), bare(cells[1])};
  }

  private static String bare(String cell) {
    String text = cell.strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  private static String[] json(String line) {
    JsonNode object = JsonLine.object(line, FIELDS);
    return new String[] {text(object, "id"), text(object, "naming_version")};
  }

  private static String text(JsonNode object, String field) {
    JsonNode value = object.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("%s must be a text".formatted(field));
    }
    return value.textValue();
  }
}
