package dev.lakeferry.ops;

/**
 * A command that serves for long. It settles itself how it logs, before it makes a logger; every
 * other command logs warnings only, on standard error, since its standard output is its answer.
 */
public interface LongRunning {}
