/** Traces by OpenTelemetry: one a run, a span for each attempt and each of its stages. */
package dev.lakeferry.traces;
