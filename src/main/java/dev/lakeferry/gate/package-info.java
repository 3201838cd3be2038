/** Whether a workflow is switched on for a team; feature flags through OpenFeature. */
package dev.lakeferry.gate;
