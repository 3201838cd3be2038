/**
 * What operators look at: pages for people and the same as JSON for programs. It reads; forms post
 * to the endpoints that act.
 */
package dev.lakeferry.page;
