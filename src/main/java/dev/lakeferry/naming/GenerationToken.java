package dev.lakeferry.naming;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What tells the generations of one job apart: the end of the prepared folder's name, such as
 * {@code 1722333444_0a1b2c3d} of {@code customers__query_1722333444_0a1b2c3d}, else twelve
 * hexadecimal digits of its hash. Always safe in an object key and in a run's id.
 */
public final class GenerationToken {

  /** The token of a completion that names no prepared folder. */
  public static final String NONE = "none";

  /** Bounded digits: the token stands in keys and ids, and a folder's name comes from outside. */
  private static final Pattern SUFFIX =
      Pattern.compile("__query_([0-9]{1,20}(?:_[0-9a-f]{8})?)\\z");

  private static final int HASH_LENGTH = 12;

  private GenerationToken() {}

  /** The token of that prepared folder; {@value #NONE} if it is null. */
  public static String of(String preparedFolder) {
    if (preparedFolder == null) {
      return NONE;
    }
    Matcher suffix = SUFFIX.matcher(preparedFolder);
    return suffix.find() ? suffix.group(1) : Sha256.hex(preparedFolder, HASH_LENGTH);
  }
}
