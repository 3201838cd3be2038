package dev.lakeferry.verification;

import dev.lakeferry.lake.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The source's columns, and no change of the live table's that the policy refuses. */
final class SchemaCheck implements Check {
  private static final int TOLD = 5;

  @Override
  public String name() {
    return "schema";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return !subject.expected().columns().isEmpty() || !subject.before().columns().isEmpty();
  }

  @Override
  public String sql(Subject subject) {
    return "DESCRIBE " + subject.quoted();
  }

  @Override
  public Finding run(Subject subject) {
    List<Column> columns = subject.session().query(sql(subject), Column.DESCRIBED);
    List<String> errors = new ArrayList<>();
    if (!subject.expected().columns().isEmpty()) {
      List<String> differences =
          SchemaComparison.differences(subject.expected().columns(), columns);
      differences.stream().limit(TOLD).forEach(errors::add);
      if (differences.size() > TOLD) {
        errors.add("and %d more differences".formatted(differences.size() - TOLD));
      }
    }
    SchemaComparison changes = new SchemaComparison(subject.before().columns(), columns);
    boolean accepted =
        subject.rules().acceptSchema() || changes.acceptedBy(subject.rules().schemaPolicy());
    if (!accepted) {
      errors.add(refusal(subject, changes));
    }
    String observed =
        "%d columns%s"
            .formatted(
                columns.size(),
                changes.changes().stream().map(c -> "; " + c).collect(Collectors.joining()));
    String expected =
        subject.before().columns().isEmpty()
            ? "the source's columns"
            : "the source's and, by the policy '%s', the live table's columns"
                .formatted(
                    subject.rules().schemaPolicy().name().toLowerCase(java.util.Locale.ROOT));
    return errors.isEmpty()
        ? Finding.passed(observed, expected)
        : Finding.failed(observed, expected, String.join("; ", errors));
  }

  private static String refusal(Subject subject, SchemaComparison changes) {
    String run = subject.table().runId();
    return "the live table's columns would change (%s)%s. If that is right, run: bin/lakeferry retry %s --accept-schema"
        .formatted(
            String.join("; ", changes.changes()),
            changes.vanished().isEmpty()
                ? ""
                : "; %s is in no file of the new generation".formatted(changes.vanished()),
            run == null ? "<run>" : run);
  }
}
