package dev.lakeferry.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to reach a PostgreSQL database.
 *
 * @param sslMode libpq's and pgjdbc's name: disable, allow, prefer, require, verify-ca, verify-full
 * @param rootCertificate the PEM file that a verifying mode trusts
 */
public record DatabaseSettings(
    String host,
    int port,
    String database,
    String username,
    Secret password,
    String sslMode,
    Optional<Path> rootCertificate) {}
