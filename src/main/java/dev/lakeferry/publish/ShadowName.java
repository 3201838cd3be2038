package dev.lakeferry.publish;

import dev.lakeferry.naming.TableName;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** How an attempt's shadow table is called. */
public final class ShadowName {
  private static final int LONGEST_NAME = 63;

  private ShadowName() {}

  /**
   * Unique to an attempt, since two attempts of one name conflict; and telling the table that it is
   * for, since the files that DuckLake writes stand under it for ever.
   */
  public static TableName of(TableName live, String runId, int attempt) {
    CRC32 hash = new CRC32();
    hash.update(runId.getBytes(StandardCharsets.UTF_8));
    String suffix = "__lf_%08x_%d".formatted(hash.getValue(), attempt);
    String table = live.table();
    return new TableName(
        live.schema(),
        table.substring(0, Math.min(table.length(), LONGEST_NAME - suffix.length())) + suffix);
  }
}
