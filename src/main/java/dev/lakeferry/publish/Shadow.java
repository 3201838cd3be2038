package dev.lakeferry.publish;

import dev.lakeferry.generation.DeltaRows;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.Relation;
import dev.lakeferry.generation.RewrittenObject;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The table that is filled beside the live one and takes its name in the end. It is never dropped
 * in the transaction that made it: DuckLake would delete the registered objects at once, whatever
 * becomes of the transaction (duckdb/ducklake#1258).
 */
final class Shadow {
  private final LakeSession session;
  private final TableName live;
  private final TableName name;

  Shadow(LakeSession session, TableName live, PublicationId id) {
    this(session, live, ShadowName.of(live, id.runId(), id.attempt()));
  }

  /** One that an earlier attempt made. */
  Shadow(LakeSession session, TableName live, TableName name) {
    this.session = session;
    this.live = live;
    this.name = name;
  }

  TableName name() {
    return name;
  }

  /** The shadow in SQL. */
  String quoted() {
    return Lake.quoted(name);
  }

  /** Makes it empty, from the plan's explicit schema. */
  void create(Plan plan) {
    session.execute(
        "CREATE TABLE %s (%s)"
            .formatted(
                quoted(),
                plan.columns().stream()
                    .map(column -> Quote.name(column.name()) + " " + column.type())
                    .collect(Collectors.joining(", "))));
    if (!plan.partitionKeys().isEmpty()) {
      session.execute(
          "ALTER TABLE %s SET PARTITIONED BY (%s)"
              .formatted(
                  quoted(),
                  plan.partitionKeys().stream()
                      .map(Quote::name)
                      .collect(Collectors.joining(", "))));
    }
  }

  /**
   * Registers every object under a prefix. One glob: DuckLake reads the footers of a list one by
   * one and those of a glob in parallel.
   */
  void register(String landingUri, boolean partitioned) {
    register(session, name, landingUri, partitioned);
  }

  /** The same into any table. */
  static void register(
      LakeSession session, TableName table, String landingUri, boolean partitioned) {
    session.execute(
        """
        CALL ducklake_add_data_files(
          ?, ?, ?,
          schema => ?,
          allow_missing => true,
          hive_partitioning => %s)
        """
            .formatted(partitioned),
        Lake.ALIAS,
        table.table(),
        landingUri + "**",
        table.schema());
  }

  /** Inserts the rows of the objects that are not registered. */
  void rewrite(Plan plan) {
    if (plan.rewritten().isEmpty()) {
      return;
    }
    if (plan.rewrittenFrom().isPresent()) {
      rewriteFromDelta(plan, plan.rewrittenFrom().get());
    } else {
      plan.rewritten().forEach(object -> rewriteFile(plan, object));
    }
  }

  private void rewriteFromDelta(Plan plan, DeltaRows delta) {
    Relation rows =
        plan.landed().isEmpty()
            ? delta.all()
            : delta.of(plan.rewritten().stream().map(RewrittenObject::uri).toList());
    rows.reading(
        session,
        () -> {
          session.execute(
              "INSERT INTO %s BY NAME SELECT %s FROM %s"
                  .formatted(
                      quoted(),
                      plan.columns().stream()
                          .map(column -> Quote.name(column.name()))
                          .collect(Collectors.joining(", ")),
                      rows.sql()),
              rows.parameters().toArray());
          return null;
        });
  }

  private void rewriteFile(Plan plan, RewrittenObject object) {
    String uri = object.uri();
    List<Object> parameters = new ArrayList<>();
    List<String> selected = new ArrayList<>();
    List<Column> inFile =
        session.withExactKeys(
            () ->
                session.query(
                    "DESCRIBE SELECT * FROM read_parquet([?], hive_partitioning = false)",
                    Column.DESCRIBED,
                    uri));
    for (Column column : plan.columns()) {
      int key = indexIgnoringCase(plan.partitionKeys(), column.name());
      boolean there = Column.find(inFile, column.name()).isPresent();
      if (key >= 0) {
        selected.add("CAST(? AS %s) AS %s".formatted(column.type(), Quote.name(column.name())));
        parameters.add(object.partition().get(key));
      } else if (there) {
        selected.add(
            "CAST(%1$s AS %2$s) AS %1$s".formatted(Quote.name(column.name()), column.type()));
      }
    }
    parameters.add(uri);
    session.withExactKeys(
        () -> {
          session.execute(
              "INSERT INTO %s BY NAME SELECT %s FROM read_parquet([?], hive_partitioning = false)"
                  .formatted(quoted(), String.join(", ", selected)),
              parameters.toArray());
          return null;
        });
  }

  private static int indexIgnoringCase(List<String> names, String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Takes the live table's place. */
  void swap() {
    session.execute("DROP TABLE IF EXISTS " + Lake.quoted(live));
    session.execute("ALTER TABLE %s RENAME TO %s".formatted(quoted(), Quote.name(live.table())));
  }
}
