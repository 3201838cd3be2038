/**
 * Fills a shadow table, verifies it and swaps it in: one catalog transaction, so that readers see
 * the whole old table or the whole new one.
 */
package dev.lakeferry.publish;
