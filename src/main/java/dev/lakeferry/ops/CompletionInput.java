package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Where completions come from: a file, or options for one. */
abstract class CompletionInput {
  @Option(
      names = "--file",
      required = true,
      paramLabel = "FILE",
      description = "Completions, one JSON object a line; - reads standard input.")
  private String file;

  /** What the options say; null where there is a file. */
  abstract CompletionOptions options();

  /** The file's name, or null. */
  final String file() {
    return file;
  }

  /**
   * Reads them.
   *
   * @param columns that a line may have
   * @throws CommandFailure telling every wrong line of the file; none is taken
   * @throws IllegalArgumentException if the options are wrong
   */
  final <T> List<T> read(Collection<String> columns, Function<JsonNode, T> reader) {
    if (file == null) {
      return List.of(reader.apply(options().json()));
    }
    List<T> rows = new ArrayList<>();
    InputLines.of(file)
        .read((number, line) -> rows.add(reader.apply(JsonLine.object(line, columns))));
    return rows;
  }
}
