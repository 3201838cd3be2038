package dev.lakeferry.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.CheckLevels;
import dev.lakeferry.verification.CheckResult.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class DeclaredFilesTest {
  private static final String IMPORTS = "ducklake-copy.data-imports";
  private static final String MODELING = "ducklake-copy.data-modeling";

  @TempDir Path directory;

  private static CheckedTable table(String workflow, String name) {
    return CheckedTable.ofImport("run-1", workflow, 1, "job-1", new TableName("s", name), name);
  }

  private DeclaredFiles files() {
    return new DeclaredFiles(directory);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private static final String TWO_DEFAULTS =
      """
      defaults:
        queries:
          - name: rows
            sql: SELECT count(*) FROM {ducklake_table}
            expected: 5
          - name: other
            sql: SELECT 0
      """;

  @Test
  void whatIsLeftOutHasTheFirstImplementationsDefaults() throws IOException {
    write("data_imports.yaml", "defaults:\n  queries:\n    - name: zero\n      sql: SELECT 0\n");

    DeclaredQuery query = files().of(table(IMPORTS, "t")).queries().get(0);

    assertThat(query.expected()).isZero();
    assertThat(query.tolerance()).isZero();
    assertThat(query.severity()).isEqualTo(Severity.FAIL);
    assertThat(query.parameters()).isEmpty();
    assertThat(query.place()).isEqualTo("data_imports.yaml:3");
  }

  @Test
  void aQueryOfTheSameNameReplacesTheDefault() throws IOException {
    write(
        "data_imports.yaml",
        TWO_DEFAULTS
            + """
            models:
              invoices:
                queries:
                  - name: rows
                    sql: SELECT 1
                    severity: warn
            tables:
              s.invoices:
                queries:
                  - name: third
                    sql: SELECT 3
            """);

    List<DeclaredQuery> invoices = files().of(table(IMPORTS, "invoices")).queries();

    assertThat(invoices).extracting(DeclaredQuery::name).containsExactly("rows", "other", "third");
    assertThat(invoices.get(0).severity()).isEqualTo(Severity.WARN);
    assertThat(invoices.get(0).expected()).isZero();
    assertThat(files().of(table(IMPORTS, "users")).queries())
        .extracting(DeclaredQuery::name)
        .containsExactly("rows", "other");
  }

  @Test
  void defaultsNeedNotBeInherited() throws IOException {
    write(
        "data_imports.yaml",
        TWO_DEFAULTS
            + """
            models:
              invoices:
                inherit_defaults: false
                queries:
                  - name: own
                    sql: SELECT 1
            """);

    assertThat(files().of(table(IMPORTS, "invoices")).queries())
        .extracting(DeclaredQuery::name)
        .containsExactly("own");
  }

  @Test
  void aFilesNameOrItsWorkflowsSayWhomItIsFor() throws IOException {
    write("data_modeling.yaml", TWO_DEFAULTS);
    write("mine.yaml", "workflows: [%s]\n".formatted(IMPORTS) + TWO_DEFAULTS.replace("rows", "x"));
    write("all.yml", TWO_DEFAULTS.replace("rows", "y"));

    assertThat(files().of(table(MODELING, "t")).queries())
        .extracting(DeclaredQuery::name)
        .containsExactly("y", "other", "rows");
    assertThat(files().of(table(IMPORTS, "t")).queries())
        .extracting(DeclaredQuery::name)
        .containsExactly("y", "other", "x");
  }

  @Test
  void keysAndFreshnessOfATableComeBeforeThoseOfAll() throws IOException {
    write(
        "data_imports.yaml",
        """
        keys: [id]
        freshness: { column: created, max_age: 2d }
        tables:
          s.invoices: { keys: [a, b] }
        """);

    assertThat(files().of(table(IMPORTS, "users")).keys()).containsExactly("id");
    Declared invoices = files().of(table(IMPORTS, "invoices"));
    assertThat(invoices.keys()).containsExactly("a", "b");
    assertThat(invoices.freshness()).contains(new FreshnessRule("created", Duration.ofDays(2)));
  }

  @Test
  void aBrokenFileKeepsTheLastGoodStateAndIsToldWithFileAndLine() throws IOException {
    write("data_imports.yaml", TWO_DEFAULTS);
    DeclaredFiles files = files();
    assertThat(files.of(table(IMPORTS, "t")).queries()).hasSize(2);
    assertThat(files.problems()).isEmpty();

    write("data_imports.yaml", TWO_DEFAULTS.replace("SELECT 0", "DROP TABLE {ducklake_table}"));
    files.refresh();

    assertThat(files.problems())
        .containsExactly("data_imports.yaml:7: only a reading statement, SELECT, is allowed");
    assertThat(files.of(table(IMPORTS, "t")).queries()).hasSize(2);

    write("data_imports.yaml", TWO_DEFAULTS.replace("- name: other", "- name: mended"));
    files.refresh();

    assertThat(files.problems()).isEmpty();
    assertThat(files.of(table(IMPORTS, "t")).queries())
        .extracting(DeclaredQuery::name)
        .containsExactly("rows", "mended");

    Files.delete(directory.resolve("data_imports.yaml"));
    files.refresh();

    assertThat(files.of(table(IMPORTS, "t"))).isEqualTo(Declared.NOTHING);
  }

  @Test
  void aChangeIsSeenThoughTimeAndSizeStayTheSame() throws IOException {
    write("data_imports.yaml", TWO_DEFAULTS);
    Path path = directory.resolve("data_imports.yaml");
    var time = Files.getLastModifiedTime(path);
    DeclaredFiles files = files();
    files.refresh();

    write("data_imports.yaml", TWO_DEFAULTS.replace("expected: 5", "expected: 6"));
    Files.setLastModifiedTime(path, time);
    files.refresh();

    assertThat(files.of(table(IMPORTS, "t")).queries().get(0).expected()).isEqualByComparingTo("6");
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of("defaults: [", "x.yaml:1: not YAML"),
        Arguments.of(
            "default:\n  queries: []\n",
            "x.yaml:1: unknown key 'default'; did you mean 'defaults'?"),
        Arguments.of("defaults:\n  query: []\n", "x.yaml:2: unknown key 'query'"),
        Arguments.of(
            "defaults:\n  queries:\n    - name: a\n      sqll: SELECT 1\n",
            "x.yaml:4: unknown key 'sqll'; did you mean 'sql'?"),
        Arguments.of("defaults:\n  queries:\n    - name: a\n", "x.yaml:3: 'sql' is missing"),
        Arguments.of("defaults:\n  queries:\n    - sql: SELECT 1\n", "x.yaml:3: 'name' is missing"),
        Arguments.of(
            query("sql: SELECT ?"), "x.yaml:4: the query has 1 question marks and 0 parameters"),
        Arguments.of(
            query("sql: SELECT ?\n      parameters: [team]"),
            "x.yaml:5: no parameter is called 'team'; did you mean 'team_id'?"),
        Arguments.of(query("sql: SELECT {table}"), "x.yaml:4: no placeholder is called {table}"),
        Arguments.of(
            query("sql: |\n        SELECT 1\n        FROMM x y z"), "x.yaml:6: syntax error"),
        Arguments.of(
            query("sql: SELECT 1\n      expected: many"), "x.yaml:5: 'many' must be a number"),
        Arguments.of(
            query("sql: SELECT 1\n      tolerance: -1"), "x.yaml:5: a tolerance is not negative"),
        Arguments.of(
            query("sql: SELECT 1\n      severity: error"),
            "x.yaml:5: 'error' must be one of fail, warn"),
        Arguments.of(
            query("sql: SELECT 1\n    - name: a\n      sql: SELECT 2"),
            "x.yaml:5: a query 'a' stands above already"),
        Arguments.of("keys: [a]\nkeys: [b]\n", "x.yaml:2: 'keys' stands here a second time"),
        Arguments.of(
            "freshness: { column: c, max_age: 2 }\n", "x.yaml:1: '2' must be a length of time"),
        Arguments.of("tables:\n  invoices: {}\n", "x.yaml:2: 'invoices' must be <schema>.<table>"),
        Arguments.of("workflows: [imports]\n", "x.yaml:1: 'imports' must be one of"));
  }

  private static String query(String rest) {
    return "defaults:\n  queries:\n    - name: a\n      " + rest + "\n";
  }

  @ParameterizedTest
  @MethodSource("broken")
  void whatCannotBeUsedIsRefusedWhereItStands(String text, String message) {
    assertThatThrownBy(() -> VerificationFileReader.read("x.yaml", text))
        .isInstanceOf(FileProblem.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void theShippedFilesAndTheSchemaForEditorsAgree() throws IOException {
    ObjectMapper json = new ObjectMapper();
    Path shipped = Path.of(System.getProperty("lakeferry.home", ".")).resolve("verification");
    var schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(shipped.resolve("verification.schema.json")));
    DeclaredFiles files = new DeclaredFiles(shipped);

    assertThat(files.problems()).isEmpty();
    assertThat(files.of(table(IMPORTS, "t")).queries())
        .extracting(DeclaredQuery::name)
        .containsExactly("row_count_delta_vs_ducklake");
    for (String name : List.of("data_imports.yaml", "data_modeling.yaml")) {
      JsonNode tree =
          json.valueToTree(
              new Load(LoadSettings.builder().build())
                  .loadFromString(Files.readString(shipped.resolve(name))));
      assertThat(schema.validate(tree)).isEmpty();
    }
    JsonNode misspelt = json.readTree("{\"defaults\": {\"queries\": [{\"name\": \"a\"}]}}");
    assertThat(schema.validate(misspelt)).isNotEmpty();
  }

  @Test
  void theDocumentsExamplesCanBeUsed() throws IOException {
    String document =
        Files.readString(
            Path.of(System.getProperty("lakeferry.home", ".")).resolve("docs/verification.md"));
    Matcher examples = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(document);
    int found = 0;
    while (examples.find()) {
      found++;
      assertThat(VerificationFileReader.read("example.yaml", examples.group(1)).tables())
          .isNotEmpty();
    }

    assertThat(found).isPositive();
    assertThat(document).contains(CheckLevels.CHECKS);
    Matcher levels = Pattern.compile("LAKEFERRY_VERIFY_LEVELS='([^']+)'").matcher(document);
    assertThat(levels.find()).isTrue();
    CheckLevels.parse(levels.group(1));
  }

  @Test
  void theSchemaForEditorsKnowsTheKeysThatTheReaderKnows() throws IOException {
    JsonNode schema =
        new ObjectMapper()
            .readTree(
                Path.of(System.getProperty("lakeferry.home", "."))
                    .resolve("verification/verification.schema.json")
                    .toFile());

    assertThat(keys(schema.at("/properties")))
        .containsExactlyInAnyOrderElementsOf(VerificationFileReader.FILE_KEYS);
    assertThat(keys(schema.at("/properties/defaults/properties")))
        .containsExactlyInAnyOrderElementsOf(VerificationFileReader.DEFAULTS_KEYS);
    assertThat(keys(schema.at("/$defs/section/properties")))
        .containsExactlyInAnyOrderElementsOf(VerificationFileReader.SECTION_KEYS);
    assertThat(keys(schema.at("/$defs/queries/items/properties")))
        .containsExactlyInAnyOrderElementsOf(VerificationFileReader.QUERY_KEYS);
    assertThat(keys(schema.at("/$defs/freshness/properties")))
        .containsExactlyInAnyOrderElementsOf(VerificationFileReader.FRESHNESS_KEYS);
    List<String> parameters = new java.util.ArrayList<>();
    schema
        .at("/$defs/queries/items/properties/parameters/items/enum")
        .forEach(parameter -> parameters.add(parameter.asText()));
    assertThat(parameters).containsExactlyInAnyOrderElementsOf(QueryParameter.names());
  }

  private static List<String> keys(JsonNode properties) {
    List<String> keys = new java.util.ArrayList<>();
    properties.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @Test
  void everyBuiltInCheckHasALevel() {
    assertThat(new Verification(Clock.systemUTC()).names())
        .containsExactlyInAnyOrderElementsOf(CheckLevels.CHECKS);
  }
}
