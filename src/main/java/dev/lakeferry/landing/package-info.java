/** Copies a plan's objects into the lake's bucket and confirms each. */
package dev.lakeferry.landing;
