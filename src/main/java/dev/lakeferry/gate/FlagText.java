package dev.lakeferry.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.openfeature.contrib.providers.flagd.resolver.process.model.FlagParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One reading of a flag file.
 *
 * @param json its text; null where it could not be read
 * @param problem why its flags cannot be used, as a sentence for the operator; empty if they can
 */
record FlagText(String json, Optional<String> problem) {

  /** Stricter than flagd: a flag that stands twice would silently be the last of the two. */
  private static final ObjectReader STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .reader();

  static FlagText read(Path path) {
    String json;
    try {
      json = Files.readString(path);
    } catch (NoSuchFileException e) {
      return broken(null, "The flag file " + path + " is missing.");
    } catch (IOException e) {
      return broken(null, "The flag file " + path + " cannot be read: " + e + ".");
    }
    return parsed(path, json);
  }

  private static FlagText parsed(Path path, String json) {
    try {
      STRICT.readTree(json);
      FlagParser.parseString(json, false);
      return new FlagText(json, Optional.empty());
    } catch (JsonProcessingException e) {
      return broken(
          json,
          "The flag file "
              + path
              + " is not valid: "
              + e.getOriginalMessage()
              + (e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr())
              + ".");
    } catch (IOException | RuntimeException e) {
      return broken(
          json, "The flag file " + path + " has no flags that flagd can read: " + e + ".");
    }
  }

  private static FlagText broken(String json, String problem) {
    return new FlagText(json, Optional.of(problem));
  }
}
