/** Takes a table back to an older generation: a new swap to old rows. */
package dev.lakeferry.rollback;
