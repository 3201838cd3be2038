/**
 * What operators see: how each source schema and model stands, how fresh its data is, and what
 * became of runs. Only reads, and never an error because one row is odd.
 */
package dev.lakeferry.overview;
