package dev.lakeferry.generation;

/** How a shadow table is filled. */
public enum Fill {
  /** Files are registered; those that cannot be are rewritten. */
  AUTO,
  /** Files are registered; one that cannot be ends the attempt. */
  REGISTER,
  /** Every row is rewritten, for those who want compact files. */
  REWRITE
}
