package dev.lakeferry.verification;

/**
 * How much of a generation is decoded before the swap.
 *
 * @param files of how many files one row group; {@link Integer#MAX_VALUE} means every row of every
 *     file
 */
public record DecodeSize(int files) {

  /** Reads a whole number or {@code all}. */
  public static DecodeSize parse(String text) {
    return new DecodeSize(text.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(text));
  }

  /** Whether nothing is left out. */
  public boolean isAll() {
    return files == Integer.MAX_VALUE;
  }
}
