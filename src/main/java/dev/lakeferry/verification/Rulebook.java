package dev.lakeferry.verification;

import dev.lakeferry.settings.CheckLevels;
import dev.lakeferry.settings.Settings;
import java.util.List;
import java.util.Optional;

/** The rules of all tables: settings and declared checks. Safe for use by many threads. */
public final class Rulebook {
  private final CheckLevels levels;
  private final SchemaPolicy schemaPolicy;
  private final DecodeSize decode;
  private final double volumeDrop;
  private final long nullCountsLargest;
  private final DeclaredFiles files;

  /** Takes checked settings; reads the declared checks when first asked. */
  public Rulebook(Settings settings) {
    this.levels = CheckLevels.parse(settings.optionalText("lakeferry.verify.levels").orElse(""));
    this.schemaPolicy = SchemaPolicy.parse(settings.text("lakeferry.schema.policy"));
    this.decode = DecodeSize.parse(settings.text("lakeferry.verify.decode-files"));
    this.volumeDrop = Double.parseDouble(settings.text("lakeferry.verify.volume-drop"));
    this.nullCountsLargest = settings.size("lakeferry.verify.null-counts.largest");
    this.files = new DeclaredFiles(settings.path("lakeferry.verification.directory"));
  }

  /**
   * The rules of a table, as they are now.
   *
   * @param previousRows of the last generation that was published, if one was
   */
  public VerificationRules of(
      CheckedTable table, boolean acceptSchema, Optional<Long> previousRows) {
    return new VerificationRules(
        table,
        levels,
        schemaPolicy,
        acceptSchema,
        decode,
        volumeDrop,
        nullCountsLargest,
        files.of(table),
        previousRows);
  }

  /** Declared checks that cannot be used at the moment, each with file and line. */
  public List<String> problems() {
    return files.problems();
  }
}
