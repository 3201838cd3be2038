/**
 * DuckLake: the engine, its sessions and secrets, quoting, the catalog and how a lake begins.
 *
 * <p>What DuckLake 1.0 on DuckDB 1.5.5 does where its documentation is silent is told at the place
 * that minds it.
 */
package dev.lakeferry.lake;
