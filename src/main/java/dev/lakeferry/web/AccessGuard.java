package dev.lakeferry.web;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Lets in who may: with a password or a token, by their roles; without, only someone on this
 * machine itself, and only where that is left open. A request that a proxy passed on is not from
 * this machine, however near the proxy is.
 */
public final class AccessGuard implements Guard {
  private static final List<String> OF_PROXIES =
      List.of(
          "forwarded",
          "via",
          "x-forwarded-for",
          "x-forwarded-host",
          "x-forwarded-proto",
          "x-forwarded-port",
          "x-real-ip",
          "x-client-ip");

  private final AccessRules rules;
  private final Optional<Passwords> passwords;

  /**
   * Takes the rules.
   *
   * @throws IllegalStateException if the users file cannot be read
   */
  public AccessGuard(AccessRules rules) {
    this.rules = rules;
    this.passwords = rules.users().map(path -> new Passwords(new UsersFile(path), rules.clock()));
  }

  @Override
  public WebRequest admit(WebRequest request, Access access) {
    if (access != Access.READ) {
      new OriginCheck(rules.origins()).require(request);
    }
    WebRequest admitted =
        request
            .header("authorization")
            .map(credentials -> loggedIn(request, credentials))
            .orElseGet(() -> withoutLogin(request));
    if (!admitted.may(access)) {
      throw new Problem(
          403,
          "Forbidden",
          "%s may not do this: it needs the role %s. Nothing was changed."
              .formatted(
                  admitted.user().orElse("The caller"), access.name().toLowerCase(Locale.ROOT)));
    }
    if (access == Access.INTAKE) {
      rules.intake().require();
    }
    return admitted;
  }

  private WebRequest loggedIn(WebRequest request, String credentials) {
    String[] parts = credentials.strip().split("\\s+", 2);
    String rest = parts.length == 2 ? parts[1] : "";
    Optional<Caller> caller =
        switch (parts[0].toLowerCase(Locale.ROOT)) {
          case "basic" -> passwords.flatMap(known -> known.caller(rest, request.from()));
          case "bearer" -> rules.tokens().flatMap(known -> known.caller(rest));
          default -> Optional.empty();
        };
    return caller
        .map(known -> request.by(Optional.of(known.name()), known.may()))
        .orElseThrow(() -> unauthorized("The login is not good. Nothing was changed."));
  }

  private WebRequest withoutLogin(WebRequest request) {
    if (rules.loopbackOpen() && isFromHere(request)) {
      requireOwnName(request);
      return request.by(Optional.empty(), EnumSet.allOf(Access.class));
    }
    if (passwords.isPresent() || rules.tokens().isPresent()) {
      throw unauthorized("A login is needed. Nothing was changed.");
    }
    throw new Problem(
        403,
        "Forbidden",
        "Only the machine that the service runs on is answered, since no logins are set up:"
            + " set LAKEFERRY_HTTP_USERS or LAKEFERRY_HTTP_JWT_KEY (docs/access.md). Nothing was"
            + " changed.");
  }

  private static boolean isFromHere(WebRequest request) {
    return Addresses.isLoopback(request.from())
        && OF_PROXIES.stream().noneMatch(name -> request.header(name).isPresent());
  }

  /** A page elsewhere may let its own name point to this machine, to be taken for the service. */
  private void requireOwnName(WebRequest request) {
    String host = Addresses.hostOf(request.header("host").orElse(""));
    if (!host.equals("localhost") && !Addresses.isLoopback(host) && !rules.hosts().contains(host)) {
      throw new Problem(
          421,
          "Misdirected request",
          "Without a login the service is called localhost or 127.0.0.1. Other names are listed in"
              + " LAKEFERRY_HTTP_HOSTS. Nothing was changed.");
    }
  }

  private Problem unauthorized(String detail) {
    String basic = passwords.isPresent() ? "Basic realm=\"Lakeferry\", charset=\"UTF-8\"" : "";
    String bearer = rules.tokens().isPresent() ? "Bearer realm=\"Lakeferry\"" : "";
    String challenge = basic.isEmpty() || bearer.isEmpty() ? basic + bearer : basic + ", " + bearer;
    Problem problem = new Problem(401, "Unauthorized", detail);
    return challenge.isEmpty() ? problem : problem.withHeader("WWW-Authenticate", challenge);
  }
}
