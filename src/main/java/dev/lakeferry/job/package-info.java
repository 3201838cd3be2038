/** Runs and attempts: who works on what, since when, and how it ended. */
package dev.lakeferry.job;
