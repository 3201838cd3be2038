package dev.lakeferry.web;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/**
 * Who is let in.
 *
 * @param loopbackOpen whether someone on this machine needs no login
 * @param hosts names besides localhost by which someone on this machine may call the service
 * @param origins origins besides the service's own from which a page may post, such as {@code
 *     https://lake.example.com}
 * @param users the users file
 * @param tokens JSON Web Tokens
 */
public record AccessRules(
    boolean loopbackOpen,
    Set<String> hosts,
    Set<String> origins,
    Optional<Path> users,
    Optional<Tokens> tokens,
    IntakeRate intake,
    Clock clock) {

  public AccessRules {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
  }
}
