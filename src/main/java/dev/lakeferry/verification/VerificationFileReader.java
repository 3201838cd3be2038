package dev.lakeferry.verification;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Durations;
import dev.lakeferry.settings.NearestName;
import dev.lakeferry.verification.CheckResult.Severity;
import dev.lakeferry.verification.VerificationFile.Section;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a file of declared checks and refuses whatever would fail when it is used. */
final class VerificationFileReader {
  static final List<String> FILE_KEYS =
      List.of("workflows", "defaults", "models", "tables", "keys", "freshness");
  static final List<String> DEFAULTS_KEYS = List.of("queries", "keys", "freshness");
  static final List<String> SECTION_KEYS =
      List.of("inherit_defaults", "queries", "keys", "freshness");
  static final List<String> QUERY_KEYS =
      List.of("name", "description", "sql", "parameters", "expected", "tolerance", "severity");
  static final List<String> FRESHNESS_KEYS = List.of("column", "max_age");

  private static final String MODELING = "ducklake-copy.data-modeling";
  private static final List<String> IMPORTS =
      List.of("ducklake-copy.data-imports", "ducklake-register.data-imports");
  private static final List<String> WORKFLOWS = List.of(MODELING, IMPORTS.get(0), IMPORTS.get(1));
  private static final int LONGEST_NAME = 200;

  private final String file;
  private final ReadingSql reading;

  private VerificationFileReader(String file, ReadingSql reading) {
    this.file = file;
    this.reading = reading;
  }

  /**
   * Reads a file's text.
   *
   * @param file its name, without directories
   * @throws FileProblem naming file and line
   */
  static VerificationFile read(String file, String text) {
    try (ReadingSql reading = new ReadingSql()) {
      return new VerificationFileReader(file, reading).file(text);
    }
  }

  private VerificationFile file(String text) {
    Map<String, YamlPart> parts =
        YamlPart.read(file, text).map(root -> root.entries(FILE_KEYS)).orElse(Map.of());
    return new VerificationFile(
        parts.containsKey("workflows")
            ? parts.get("workflows").elements().stream().map(w -> w.word(WORKFLOWS)).toList()
            : byName(),
        defaults(parts),
        sections(parts.get("models")),
        tables(parts.get("tables")));
  }

  /** The names of the two files of the first implementation say whom they are for. */
  private List<String> byName() {
    return switch (file.replaceFirst("\\.ya?ml$", "")) {
      case "data_modeling" -> List.of(MODELING);
      case "data_imports" -> IMPORTS;
      default -> List.of();
    };
  }

  private Section defaults(Map<String, YamlPart> file) {
    Map<String, YamlPart> parts =
        file.containsKey("defaults") ? file.get("defaults").entries(DEFAULTS_KEYS) : Map.of();
    Map<String, YamlPart> all = new LinkedHashMap<>(parts);
    for (String key : List.of("keys", "freshness")) {
      if (file.containsKey(key) && all.put(key, file.get(key)) != null) {
        throw file.get(key).problem("'%s' stands under defaults as well".formatted(key));
      }
    }
    return section(all);
  }

  private Map<String, Section> sections(YamlPart part) {
    Map<String, Section> sections = new LinkedHashMap<>();
    if (part != null) {
      part.entries()
          .forEach((name, section) -> sections.put(name, section(section.entries(SECTION_KEYS))));
    }
    return sections;
  }

  private Map<String, Section> tables(YamlPart part) {
    Map<String, Section> tables = sections(part);
    for (String name : tables.keySet()) {
      if (!name.matches("[^.]+\\.[^.]+")) {
        throw part.entries().get(name).problem("'%s' must be <schema>.<table>".formatted(name));
      }
    }
    return tables;
  }

  private Section section(Map<String, YamlPart> parts) {
    return new Section(
        !parts.containsKey("inherit_defaults") || parts.get("inherit_defaults").flag(),
        parts.containsKey("queries") ? queries(parts.get("queries")) : List.of(),
        parts.containsKey("keys")
            ? parts.get("keys").elements().stream().map(YamlPart::text).toList()
            : List.of(),
        Optional.ofNullable(parts.get("freshness")).map(VerificationFileReader::freshness));
  }

  private static FreshnessRule freshness(YamlPart part) {
    Map<String, YamlPart> parts = part.entries(FRESHNESS_KEYS);
    YamlPart maxAge = required(part, parts, "max_age");
    try {
      return new FreshnessRule(
          required(part, parts, "column").text(), Durations.parse(maxAge.text()));
    } catch (IllegalArgumentException e) {
      throw maxAge.problem(
          "'%s' must be a length of time with its unit: 30m, 12h, 2d".formatted(maxAge.text()));
    }
  }

  private List<DeclaredQuery> queries(YamlPart part) {
    List<DeclaredQuery> queries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (YamlPart element : part.elements()) {
      DeclaredQuery query = query(element);
      if (!names.add(query.name())) {
        throw element.problem("a query '%s' stands above already".formatted(query.name()));
      }
      queries.add(query);
    }
    return queries;
  }

  private DeclaredQuery query(YamlPart part) {
    Map<String, YamlPart> parts = part.entries(QUERY_KEYS);
    String name = required(part, parts, "name").text();
    if (name.length() > LONGEST_NAME) {
      throw parts.get("name").problem("a name has at most %d characters".formatted(LONGEST_NAME));
    }
    List<String> parameters = new ArrayList<>();
    if (parts.containsKey("parameters")) {
      for (YamlPart parameter : parts.get("parameters").elements()) {
        parameters.add(parameter(parameter));
      }
    }
    BigDecimal tolerance = number(parts, "tolerance");
    if (tolerance.signum() < 0) {
      throw parts.get("tolerance").problem("a tolerance is not negative");
    }
    return new DeclaredQuery(
        name,
        parts.containsKey("description") ? parts.get("description").text().strip() : null,
        sql(required(part, parts, "sql"), parameters),
        parameters,
        number(parts, "expected"),
        tolerance,
        parts.containsKey("severity")
            ? Severity.valueOf(
                parts.get("severity").word(List.of("fail", "warn")).toUpperCase(Locale.ROOT))
            : Severity.FAIL,
        part.place());
  }

  private static String parameter(YamlPart part) {
    String name = part.text();
    if (!QueryParameter.names().contains(name)) {
      throw part.problem(
          "no parameter is called '%s'%s"
              .formatted(name, NearestName.hint(name, QueryParameter.names())));
    }
    return name;
  }

  private static BigDecimal number(Map<String, YamlPart> parts, String key) {
    return parts.containsKey(key) ? parts.get(key).number() : BigDecimal.ZERO;
  }

  private static YamlPart required(YamlPart whole, Map<String, YamlPart> parts, String key) {
    if (!parts.containsKey(key)) {
      throw whole.problem("'%s' is missing".formatted(key));
    }
    return parts.get(key);
  }

  private SqlTemplate sql(YamlPart part, List<String> parameters) {
    String text = part.text();
    try {
      SqlTemplate template = SqlTemplate.parse(text);
      if (template.questionMarks() != parameters.size()) {
        throw part.problem(
            "the query has %d question marks and %d parameters"
                .formatted(template.questionMarks(), parameters.size()));
      }
      // A table of any name, on the same lines: only the form of the statement is looked at.
      String rendered = template.render(new TableName("s", "t"), parameters, Optional.empty());
      try {
        reading.check(rendered);
      } catch (ReadingSql.Refused e) {
        long lines =
            rendered.substring(0, Math.min(e.position(), rendered.length())).lines().count();
        throw part.problemAt(part.firstLineOfText() + (int) Math.max(0, lines - 1), e.getMessage());
      }
      return template;
    } catch (IllegalArgumentException e) {
      throw part.problem(e.getMessage());
    }
  }
}
