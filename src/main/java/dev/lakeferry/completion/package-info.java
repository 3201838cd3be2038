/** Completions: inbox rows of imports that finished, and their intake into workflow runs. */
package dev.lakeferry.completion;
