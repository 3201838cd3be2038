/** What one completion brings: which objects, with what schema and how many rows. */
package dev.lakeferry.generation;
