/** What the service counts, under the names that existing dashboards know, for Prometheus. */
package dev.lakeferry.metrics;
