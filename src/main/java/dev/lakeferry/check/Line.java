package dev.lakeferry.check;

/**
 * One line of the doctor's report.
 *
 * @param check which part
 * @param found what was found, without secrets
 * @param change what to do; empty where nothing has to be done
 * @param milliseconds how long the look took
 */
public record Line(String check, Result result, String found, String change, long milliseconds) {}
