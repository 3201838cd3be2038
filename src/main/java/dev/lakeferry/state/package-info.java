/** The state database: its connections and its migrations. */
package dev.lakeferry.state;
