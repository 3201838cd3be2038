package dev.lakeferry.job;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Makes of an exception the text that is stored: no secrets, no more than 2,000 characters, nothing
 * that a text column refuses.
 */
public final class ErrorText {
  /** The most characters that are stored of an error. */
  public static final int LIMIT = 2_000;

  private static final String HIDDEN = "***";
  private static final List<Pattern> TELLING =
      List.of(
          Pattern.compile(
              "(?i)((?:password|passwd|pwd|secret|secret_access_key|session_token|aws_secret\\w*"
                  + "|sslpassword|authorization|x-amz-(?:signature|credential|security-token))"
                  + "[\"']?\\s*(?:[=:]|\\s(?=[\"']))\\s*)(\"[^\"]*\"|'(?:[^']|'')*'|[^\\s,;&)'\"]+)"),
          Pattern.compile("(://[^\\s/:@]*:)([^\\s@]+)(?=@)"));

  /** A password this short may be part of a table's name; such a one counts as a word only. */
  private static final int SHORT = 12;

  private final List<Pattern> secrets;

  /** Takes the credentials that must not show, wherever in a message they stand. */
  public ErrorText(Collection<Secret> secrets) {
    this.secrets =
        secrets.stream()
            .map(Secret::reveal)
            .filter(s -> !s.isBlank())
            .map(ErrorText::pattern)
            .toList();
  }

  /** With all credentials of the settings. */
  public static ErrorText of(Settings settings) {
    List<Secret> secrets =
        new ArrayList<>(List.of(settings.catalog().password(), settings.state().password()));
    settings.lake().s3().secretKey().ifPresent(secrets::add);
    settings.source().s3().secretKey().ifPresent(secrets::add);
    return new ErrorText(secrets);
  }

  private static Pattern pattern(String secret) {
    String quoted = Pattern.quote(secret);
    return Pattern.compile(
        secret.length() < SHORT ? "(?<![A-Za-z0-9_])" + quoted + "(?![A-Za-z0-9_])" : quoted);
  }

  /** The text of an exception: a run's failure as it is written, any other with its class. */
  public String of(Throwable thrown) {
    String message = thrown.getMessage();
    if (thrown instanceof RunFailure && message != null) {
      return of(message);
    }
    String name = thrown.getClass().getSimpleName();
    return of(message == null || message.isBlank() ? name : name + ": " + message);
  }

  /** The text without secrets, cut to {@link #LIMIT} characters. */
  public String of(String message) {
    String text = message;
    for (Pattern secret : secrets) {
      text = secret.matcher(text).replaceAll(HIDDEN);
    }
    for (Pattern pattern : TELLING) {
      text = pattern.matcher(text).replaceAll("$1" + HIDDEN);
    }
    return cut(storable(text));
  }

  /** PostgreSQL stores no NUL and no half of a surrogate pair. */
  private static String storable(String text) {
    byte[] bytes = text.replace("\u0000", "").getBytes(StandardCharsets.UTF_8);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String cut(String text) {
    if (text.codePointCount(0, text.length()) <= LIMIT) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, LIMIT - 1)) + "…";
  }
}
