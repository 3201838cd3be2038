package dev.lakeferry.verification;

/**
 * How much of a generation is decoded before the swap.
 *
 * @param files of how many files one row group; {@link Integer#MAX_VALUE} means every row of every
 *     file
 */
public record DecodeSize(int files) {
  /** Every row of every file. */
  public static final DecodeSize ALL = new DecodeSize(Integer.MAX_VALUE);

  /** Reads a whole number or {@code all}. */
  public static DecodeSize parse(String text) {
    return text.equals("all") ? ALL : new DecodeSize(Integer.parseInt(text));
  }

  /** Whether nothing is left out. */
  public boolean isAll() {
    return equals(ALL);
  }
}
