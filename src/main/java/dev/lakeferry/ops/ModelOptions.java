package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Option;

/** One materialised model as options, one for each column of the inbox. */
final class ModelOptions extends CompletionOptions {
  @Option(
      names = "--saved-query",
      required = true,
      description = "The saved query that was materialised; 1 to 100 characters.")
  private String savedQuery;

  @Option(
      names = "--saved-query-name",
      description = "Its name, which names the table where there is no label.")
  private String savedQueryName;

  @Option(names = "--label", description = "The model's label, which names the table.")
  private String label;

  @Option(
      names = "--table-uri",
      required = true,
      description = "The folder of the Delta table: s3://bucket/folder.")
  private String tableUri;

  @Override
  void add(ObjectNode line) {
    line.put("saved_query_id", savedQuery);
    line.put("saved_query_name", savedQueryName);
    line.put("model_label", label);
    line.put("table_uri", tableUri);
  }
}
