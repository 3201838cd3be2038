/**
 * Takes edited routes into service without a restart: notices that files changed, checks them as a
 * whole, and only then replaces the routes that are different, while all others go on.
 */
package dev.lakeferry.route.reload;
