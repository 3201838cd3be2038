/**
 * The doctor: what the service stands on is tried, part by part, and each line says what to change.
 */
package dev.lakeferry.check;
