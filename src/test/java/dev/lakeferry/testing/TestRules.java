package dev.lakeferry.testing;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.CheckLevels;
import dev.lakeferry.verification.CheckedTable;
import dev.lakeferry.verification.Declared;
import dev.lakeferry.verification.DecodeSize;
import dev.lakeferry.verification.SchemaPolicy;
import dev.lakeferry.verification.VerificationRules;
import java.util.Optional;

/** Rules as they hold where nothing is set; copies with one thing changed. */
public final class TestRules {
  private TestRules() {}

  public static VerificationRules of(TableName table, String runId, String jobId) {
    return new VerificationRules(
        CheckedTable.ofImport(
            runId, "ducklake-register.data-imports", 1, jobId, table, table.table()),
        CheckLevels.parse(""),
        SchemaPolicy.EVOLVE,
        false,
        DecodeSize.parse("32"),
        0.5,
        1L << 31,
        Declared.NOTHING,
        Optional.empty());
  }

  public static VerificationRules levels(VerificationRules rules, String levels) {
    return new VerificationRules(
        rules.table(),
        CheckLevels.parse(levels),
        rules.schemaPolicy(),
        rules.acceptSchema(),
        rules.decode(),
        rules.volumeDrop(),
        rules.nullCountsLargest(),
        rules.declared(),
        rules.previousRows());
  }

  public static VerificationRules schema(
      VerificationRules rules, SchemaPolicy policy, boolean acceptSchema) {
    return new VerificationRules(
        rules.table(),
        rules.levels(),
        policy,
        acceptSchema,
        rules.decode(),
        rules.volumeDrop(),
        rules.nullCountsLargest(),
        rules.declared(),
        rules.previousRows());
  }

  public static VerificationRules declared(VerificationRules rules, Declared declared) {
    return new VerificationRules(
        rules.table(),
        rules.levels(),
        rules.schemaPolicy(),
        rules.acceptSchema(),
        rules.decode(),
        rules.volumeDrop(),
        rules.nullCountsLargest(),
        declared,
        rules.previousRows());
  }

  public static VerificationRules previousRows(VerificationRules rules, long rows) {
    return new VerificationRules(
        rules.table(),
        rules.levels(),
        rules.schemaPolicy(),
        rules.acceptSchema(),
        rules.decode(),
        rules.volumeDrop(),
        rules.nullCountsLargest(),
        rules.declared(),
        Optional.of(rows));
  }

  public static VerificationRules nullCountsLargest(VerificationRules rules, long bytes) {
    return new VerificationRules(
        rules.table(),
        rules.levels(),
        rules.schemaPolicy(),
        rules.acceptSchema(),
        rules.decode(),
        rules.volumeDrop(),
        bytes,
        rules.declared(),
        rules.previousRows());
  }
}
