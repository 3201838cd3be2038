/** The service's configuration, read from the environment and a file, and checked at start. */
package dev.lakeferry.settings;
