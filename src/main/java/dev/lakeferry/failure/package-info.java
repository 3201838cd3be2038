/** How a run can fail, told to an operator; used by every package, using none. */
package dev.lakeferry.failure;
