/** The demo's world: PostgreSQL and S3 inside the process, and sample imports to carry. */
package dev.lakeferry.demo;
