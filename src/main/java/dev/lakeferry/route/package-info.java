/**
 * The service as Camel sees it: its assembly, the beans that routes call, the guarded core in Java
 * DSL. What an operator may change stands in {@code routes/}; Camel's types stay in here.
 */
package dev.lakeferry.route;
