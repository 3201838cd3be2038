package dev.lakeferry.publish;

/**
 * How strictly a publication is verified.
 *
 * @param acceptSchema whether columns of the live table may vanish
 * @param decodeFiles of how many files one row group is decoded, every column of it
 */
public record VerificationRules(boolean acceptSchema, int decodeFiles) {}
