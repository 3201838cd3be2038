/** Measures the service against bare programs; {@code docs/benchmarks.md}. */
package dev.lakeferry.bench;
