package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import dev.lakeferry.objects.S3Failures;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What a store's refusal means, in the words that a run's failure has. */
final class Refusal {
  /** What failed and the answer; then what to do. */
  private static final Pattern PARTS = Pattern.compile("(?s)(.*? failed: .*?)\\. (.*)");

  private static final Pattern OF_RUNS =
      Pattern.compile(
          ",? ?[Tt]hen retry the run\\.|It is tried again(; nothing that readers see has changed)?\\."
              + "|It is tried again;");

  private Refusal() {}

  /** A request was refused; the store is there. */
  static Finding of(SdkException thrown, S3Action action, String what) {
    Matcher message =
        PARTS.matcher(String.valueOf(S3Failures.of(thrown, action, what).getMessage()));
    if (!message.matches()) {
      return Finding.refused(what + " failed: " + thrown.getMessage(), "Look at the store.");
    }
    String change = withoutRuns(message.group(2));
    return Finding.refused(message.group(1), change.isEmpty() ? "Look at the store." : change);
  }

  /** The advice without what concerns runs alone. */
  static String withoutRuns(String advice) {
    String text = OF_RUNS.matcher(advice).replaceAll(".").replaceAll("\\.(\\s*\\.)+", ".").strip();
    return text.equals(".") ? "" : text;
  }

  /** The store does not answer at all, or knows no such bucket. */
  static boolean dead(SdkException thrown) {
    return !(thrown instanceof S3Exception answered) || answered.statusCode() == 404;
  }
}
