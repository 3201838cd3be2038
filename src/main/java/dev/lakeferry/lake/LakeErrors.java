package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import dev.lakeferry.failure.RunFailure;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tells what kind of failure an error of the engine is.
 *
 * <p>DuckDB's driver gives no SQLSTATE, so texts decide. Since DuckDB echoes the statement, only
 * the part before the echo is looked at and told; "INTERNAL Error" counts only as a prefix.
 */
final class LakeErrors {
  private static final Pattern ECHO = Pattern.compile("\\n+LINE \\d+:.*", Pattern.DOTALL);

  /** S3 gives a session token back that it does not take. */
  private static final Pattern TOKEN = Pattern.compile("<Token-\\d+>[^<]*(?:</Token-\\d+>|$)");

  /** What was sent to the catalog: long, and with values of the table's columns in it. */
  private static final Pattern SENT =
      Pattern.compile(
          "(?<=Failed to execute query )\"(?:INSERT|UPDATE|DELETE)\\b.*\": ", Pattern.DOTALL);

  private static final Pattern WRAPPER =
      Pattern.compile(
          "^.*Attempting to execute an unsuccessful or closed pending query result\\s*Error:\\s*",
          Pattern.DOTALL);

  private static final List<String> ENGINE =
      List.of("database has been invalidated", "fatal error", "internal error");
  private static final List<String> CONFLICT =
      List.of("transaction conflict", "write-write conflict", "could not serialize", "deadlock");
  private static final List<String> CONNECTION =
      List.of(
          "unable to connect",
          "could not connect",
          "server closed the connection",
          "connection refused",
          "connection to server",
          "terminating connection",
          "no connection to the server",
          "failed to execute query \"rollback\"",
          "failed to commit",
          "could not send data",
          "could not receive data",
          "connection reset");

  /** Of the answer to a HEAD only the status is known. */
  private static final List<String> EXPIRED =
      List.of("expiredtoken", "token has expired", "http code 400", "http 400");

  private static final List<String> PERMISSION =
      List.of(
          "http 403",
          "http 401",
          "accessdenied",
          "permission denied",
          "password authentication failed",
          "signaturedoesnotmatch",
          "invalidaccesskeyid",
          "nosuchbucket");
  private static final List<String> STORAGE =
      List.of(
          "http 500",
          "http 502",
          "http 503",
          "http 504",
          "http 429",
          "slowdown",
          "slow down",
          "timeout was reached",
          "could not establish connection",
          "connection error for http");

  private static final List<String> SPACE =
      List.of(
          "out of memory error",
          "failed to allocate",
          "could not allocate",
          "failed to offload",
          "no space left on device",
          "max_temp_directory_size");

  private static final String NO_LAKE = "creating a new ducklake is explicitly disabled";

  private final Runnable onInvalidated;

  /** Calls back when an error shows that the engine cannot be used any more. */
  LakeErrors(Runnable onInvalidated) {
    this.onInvalidated = onInvalidated;
  }

  /**
   * DuckLake gave up after its last try, whose snapshot another had made meanwhile. The number of
   * tries alone tells nothing: a connection that is lost in the last of them says so as well.
   */
  private static boolean overtaken(String lower) {
    return lower.contains("exceeded the maximum retry count")
        && lower.contains("violates unique constraint");
  }

  RunFailure classify(SQLException e) {
    return classify(tell(e.getMessage()), e);
  }

  /** The same of a text that was told already. */
  RunFailure classify(String message, SQLException e) {
    String lower = message.toLowerCase(Locale.ROOT);
    if (ENGINE.stream().anyMatch(marker -> startsOrNames(lower, marker))) {
      onInvalidated.run();
      return new RetryableFailure(
          Cause.ENGINE,
          "The engine broke and is rebuilt; nothing was published by this attempt: " + message,
          e);
    }
    if (names(lower, CONFLICT) || overtaken(lower)) {
      return new RetryableFailure(
          Cause.CONFLICT, "Another commit to the lake came between: " + message, e);
    }
    if (names(lower, EXPIRED)) {
      return new RetryableFailure(
          Cause.STORAGE,
          "The object store refused a request as it does when credentials ended: a statement keeps"
              + " those that it began with. The next attempt begins with new ones; if it goes on,"
              + " raise lakeferry.aws.session.duration and lakeferry.aws.session.renew-before, or"
              + " publish staged: "
              + message,
          e);
    }
    if (names(lower, PERMISSION)) {
      return new FinalFailure(
          message + " Check the credentials and permissions; then retry the run.", e);
    }
    if (names(lower, STORAGE)) {
      return new RetryableFailure(Cause.STORAGE, "The object store failed: " + message, e);
    }
    if (names(lower, CONNECTION)) {
      return new RetryableFailure(
          Cause.CONNECTION, "The lake's catalog could not be reached: " + message, e);
    }
    if (lower.contains("http 404") || lower.contains("http 416")) {
      return new RetryableFailure(
          Cause.VANISHED_OBJECT, "An object is gone or was rewritten: " + message, e);
    }
    if (names(lower, SPACE)) {
      return new FinalFailure(
          ("The engine ran out of memory or of room to spill; nothing was published by this attempt"
                  + " and the live table stays. Raise lakeferry.engine.memory-limit or lower"
                  + " lakeferry.engine.threads (160 MB or more for each serve well), or give"
                  + " lakeferry.engine.temp-directory more room (its bound is"
                  + " lakeferry.engine.max-temp-directory-size); then retry the run. The engine says:"
                  + " %s")
              .formatted(message),
          e);
    }
    if (lower.contains(NO_LAKE)) {
      return new FinalFailure(
          "There is no lake in the catalog database yet. Make it with: bin/lakeferry lake init; or,"
              + " if there should be one, check DUCKLAKE_RDS_DATABASE and"
              + " DUCKLAKE_METADATA_SCHEMA.",
          e);
    }
    return new FinalFailure(message, e);
  }

  /** Whether a text says that memory or the room to spill is used up. */
  boolean isSpace(String message) {
    return names(message.toLowerCase(Locale.ROOT), SPACE);
  }

  private static boolean startsOrNames(String message, String marker) {
    return marker.startsWith("database") ? message.contains(marker) : message.startsWith(marker);
  }

  private static boolean names(String message, List<String> markers) {
    return markers.stream().anyMatch(message::contains);
  }

  /** The engine's text without its wrapper, the echo of the statement, and credentials. */
  static String tell(String message) {
    String bare = WRAPPER.matcher(String.valueOf(message)).replaceFirst("");
    String unsent = SENT.matcher(bare).replaceFirst("(left out): ");
    return TOKEN.matcher(ECHO.matcher(unsent).replaceFirst("")).replaceAll("").strip();
  }
}
