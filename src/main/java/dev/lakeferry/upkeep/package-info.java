/** Keeps lake and bucket in order: what killed workers left behind is removed. */
package dev.lakeferry.upkeep;
