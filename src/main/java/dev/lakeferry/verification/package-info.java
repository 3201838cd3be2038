/**
 * Checks of a table against its source, against what it was before, and by what operators declare:
 * of a filled shadow inside the publishing transaction, or of a live table.
 */
package dev.lakeferry.verification;
