/**
 * What becomes of runs when processes die, databases restart and networks fail. The packaged
 * service runs as separate processes on real parts, behind links and a store that fail when they
 * are told to; the end is looked at from outside alone.
 */
package dev.lakeferry.faults;
