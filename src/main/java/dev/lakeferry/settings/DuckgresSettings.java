package dev.lakeferry.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to reach a Duckgres server, and what to ask of it. TLS is never left out.
 *
 * @param sslMode {@code require} (the certificate must be signed by an authority that is trusted),
 *     {@code verify-ca} (the same) or {@code verify-full} (and be that host's)
 * @param rootCertificate the PEM file that is trusted; empty for the authorities that Java trusts
 * @param selfSigned whether any certificate is accepted: the link is encrypted, but nobody knows
 *     with whom
 * @param workerCpu of the worker that serves a session, in Duckgres' words; empty to leave it to
 *     the server
 * @param workerMemory likewise
 */
public record DuckgresSettings(
    String host,
    int port,
    String database,
    String username,
    Secret password,
    String sslMode,
    Optional<Path> rootCertificate,
    boolean selfSigned,
    Optional<String> workerCpu,
    Optional<String> workerMemory) {

  /** The server as errors tell it; without the password. */
  public String place() {
    return "%s:%d/%s as %s".formatted(host, port, database, username);
  }
}
