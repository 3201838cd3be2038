package dev.lakeferry.ops;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The lines of an input file, and what is wrong with them. */
final class InputLines {
  private static final int TOLD = 20;
  private static final String STANDARD_INPUT = "-";

  private final String file;
  private final List<String> lines;

  private InputLines(String file, List<String> lines) {
    this.file = file;
    this.lines = lines;
  }

  /**
   * Reads a file, or standard input where the name is a dash.
   *
   * @throws CommandFailure if it cannot be read
   */
  static InputLines of(String file) {
    try (InputStream in =
        file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file))) {
      return of(file, in.readAllBytes());
    } catch (NoSuchFileException e) {
      throw new CommandFailure("There is no file %s. Nothing was changed.".formatted(file), e);
    } catch (CharacterCodingException e) {
      throw new CommandFailure("%s is not UTF-8 text. Nothing was changed.".formatted(file), e);
    } catch (IOException | InvalidPathException e) {
      throw new CommandFailure(
          "%s cannot be read: %s. Nothing was changed.".formatted(file, e.getMessage()), e);
    }
  }

  private static InputLines of(String file, byte[] bytes) throws CharacterCodingException {
    String text =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes))
            .toString();
    return new InputLines(
        file, (text.startsWith("\ufeff") ? text.substring(1) : text).lines().toList());
  }

  /**
   * Gives each line that is not blank, with its number from 1, to a reader.
   *
   * @param reader throws IllegalArgumentException for a line that is wrong
   * @throws CommandFailure telling every wrong line, when all were read
   */
  void read(BiConsumer<Integer, String> reader) {
    List<String> problems = new ArrayList<>();
    for (int index = 0; index < lines.size(); index++) {
      if (!lines.get(index).isBlank()) {
        try {
          reader.accept(index + 1, lines.get(index));
        } catch (IllegalArgumentException e) {
          problems.add("line %d: %s".formatted(index + 1, e.getMessage()));
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new CommandFailure(told(problems));
    }
  }

  private String told(List<String> problems) {
    StringBuilder text =
        new StringBuilder(
            "%s has %s; no line of it was taken."
                .formatted(
                    file.equals(STANDARD_INPUT) ? "The input" : file,
                    problems.size() == 1 ? "a bad line" : problems.size() + " bad lines"));
    problems.stream().limit(TOLD).forEach(problem -> text.append("\n  ").append(problem));
    if (problems.size() > TOLD) {
      text.append("\n  and ").append(problems.size() - TOLD).append(" more");
    }
    return text.toString();
  }
}
