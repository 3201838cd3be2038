/** Schema and table names: pure functions. */
package dev.lakeferry.naming;
