package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Option;

/** One completion as options, one for each column of the inbox. */
final class ImportOptions extends CompletionOptions {
  @Option(names = "--source-id", description = "The source that was imported from.")
  private String sourceId;

  @Option(names = "--source-name", description = "The source's name as people know it.")
  private String sourceName;

  @Option(names = "--source-type", required = true, description = "The kind of source: Stripe.")
  private String sourceType;

  @Option(names = "--prefix", description = "The source's table prefix, if it has one.")
  private String prefix;

  @Option(
      names = "--schema-id",
      required = true,
      description = "The importable table of the source; 1 to 100 characters.")
  private String schemaId;

  @Option(
      names = "--name",
      required = true,
      description = "The source schema's name: invoices, public.users.")
  private String name;

  @Option(
      names = "--folder-path",
      description =
          "Folder of the import below SOURCE_BUCKET_URL. Default: by LAKEFERRY_FOLDER_PATTERN from"
              + " team, source type and schema id.")
  private String folderPath;

  @Option(
      names = "--prepared-folder",
      description =
          "Folder of the prepared Parquet files below that; one plain name. Needed to register.")
  private String preparedFolder;

  @Option(
      names = "--delta-folder",
      description =
          "Folder of the Delta table below the folder path, to copy. Default: the name, normalised.")
  private String deltaFolder;

  @Override
  void add(ObjectNode line) {
    line.put("source_id", sourceId);
    line.put("source_name", sourceName);
    line.put("source_type", sourceType);
    line.put("prefix", prefix);
    line.put("source_schema_id", schemaId);
    line.put("name", name);
    line.put("prepared_folder", preparedFolder);
    line.put("delta_folder", deltaFolder);
    if (folderPath != null) {
      line.put("folder_path", folderPath);
    }
  }
}
