package dev.lakeferry.lake;

/**
 * Whether the lake answers.
 *
 * @param up whether it does
 * @param reason what is wrong, or a word on the engine when nothing is
 */
public record LakeHealth(boolean up, String reason) {}
