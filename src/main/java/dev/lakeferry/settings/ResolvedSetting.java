package dev.lakeferry.settings;

/**
 * A setting as it holds, for people to read.
 *
 * @param variable the environment variable that sets it
 * @param shown what was given or holds by default; a secret is masked, and what is not set is empty
 * @param origin {@code environment}, {@code file}, {@code default} or {@code not set}
 */
public record ResolvedSetting(String variable, String shown, String origin) {}
