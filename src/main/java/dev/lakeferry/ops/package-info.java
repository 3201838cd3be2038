/**
 * The operator's commands: each says what it did on standard output and what failed on standard
 * error.
 */
package dev.lakeferry.ops;
