package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.function.Function;

/** The body of a request as one JSON object with fields that are known. */
final class JsonBody {
  private JsonBody() {}

  /**
   * Reads it.
   *
   * @param columns the fields that it may have
   * @param reader throws IllegalArgumentException for what is wrong
   * @throws Problem of 415, 400 or 422
   */
  static <T> T read(WebRequest request, Collection<String> columns, Function<JsonNode, T> reader) {
    if (!request.contentType().equals("application/json")) {
      throw new Problem(
          415, "Unsupported media type", "The body must be application/json. Nothing was changed.");
    }
    JsonNode object;
    try {
      object = JsonLine.object(strict(request.body()), columns);
    } catch (BadFields e) {
      throw invalid(e);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("The body is %s. Nothing was changed.".formatted(e.getMessage()));
    }
    try {
      return reader.apply(object);
    } catch (BadFields e) {
      throw invalid(e);
    } catch (IllegalArgumentException e) {
      throw new Problem(
          422, "Invalid content", "%s. Nothing was changed.".formatted(e.getMessage()));
    }
  }

  private static Problem invalid(BadFields e) {
    return Problem.invalid("%s. Nothing was changed.".formatted(e.getMessage()), e.byField());
  }

  private static String strict(byte[] body) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(body))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not UTF-8", e);
    }
  }
}
