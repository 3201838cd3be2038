package dev.lakeferry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessGuardTest {
  private static final Instant NOW = Instant.parse("2026-01-08T00:00:00Z");
  private static final String SECRET = "a shared secret of more than 32 bytes";
  private static final Map<String, String> LOCAL = Map.of("Host", "localhost:8080");

  @TempDir private Path directory;
  private Path users;

  @BeforeEach
  void users() {
    users = directory.resolve("users");
    UsersFile file = new UsersFile(users);
    for (String role : List.of("read", "act", "intake")) {
      file.put(
          new User(
              role + "er",
              User.roles(role),
              PasswordHash.of(("secret-" + role).toCharArray(), 1_000).toString()));
    }
  }

  private AccessGuard guard(boolean open, Optional<Path> file, Optional<Tokens> tokens) {
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return new AccessGuard(
        new AccessRules(
            open,
            Set.of("lake.local"),
            Set.of("https://lake.example.com"),
            file,
            tokens,
            new IntakeRate(1, 2, clock),
            clock));
  }

  private AccessGuard withUsers() {
    return guard(true, Optional.of(users), Optional.empty());
  }

  private static WebRequest request(String method, String from, Map<String, String> headers) {
    return WebRequest.of(method, "/api", headers, new byte[0], from);
  }

  private static String basic(String name, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  private static int status(AccessGuard guard, WebRequest request, Access access) {
    try {
      guard.admit(request, access);
      return 200;
    } catch (Problem problem) {
      return problem.status();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "reader, READ, 200", "reader, ACT, 403", "reader, INTAKE, 403",
    "acter, READ, 200", "acter, ACT, 200", "acter, INTAKE, 403",
    "intakeer, READ, 403", "intakeer, ACT, 403", "intakeer, INTAKE, 200"
  })
  void eachRoleMayItsOwn(String user, Access access, int expected) {
    String password = "secret-" + user.substring(0, user.length() - 2);
    WebRequest request =
        request(
            "POST", "203.0.113.7", Map.of("Host", "lake", "Authorization", basic(user, password)));

    assertThat(status(withUsers(), request, access)).isEqualTo(expected);
  }

  @Test
  void whoLoggedInIsKnownByName() {
    WebRequest admitted =
        withUsers()
            .admit(
                request(
                    "GET", "203.0.113.7", Map.of("Authorization", basic("acter", "secret-act"))),
                Access.READ);

    assertThat(admitted.user()).contains("acter");
    assertThat(admitted.may(Access.ACT)).isTrue();
    assertThat(admitted.may(Access.INTAKE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.9", "0:0:0:0:0:0:0:1", "::1", "::ffff:127.0.0.1"})
  void thisMachineNeedsNoLogin(String from) {
    for (Access access : Access.values()) {
      assertThat(status(withUsers(), request("POST", from, LOCAL), access)).isEqualTo(200);
    }
  }

  @Test
  void elsewhereNobodyIsAnsweredWithoutALogin() {
    WebRequest request = request("GET", "203.0.113.7", LOCAL);

    assertThat(status(guard(true, Optional.empty(), Optional.empty()), request, Access.READ))
        .isEqualTo(403);
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> withUsers().admit(request, Access.READ))
        .satisfies(
            problem -> {
              assertThat(problem.status()).isEqualTo(401);
              assertThat(problem.response().headers().get("WWW-Authenticate"))
                  .startsWith("Basic realm=");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Forwarded-For", "Forwarded", "X-Forwarded-Host", "Via", "X-Real-IP"})
  void whatAProxyPassedOnIsNotFromThisMachine(String header) {
    Map<String, String> headers = new HashMap<>(LOCAL);
    headers.put(header, "127.0.0.1");

    assertThat(status(withUsers(), request("GET", "127.0.0.1", headers), Access.READ))
        .isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "localhost:8080, 200",
    "127.0.0.1:8080, 200",
    "[::1]:8080, 200",
    "LAKE.local, 200",
    "evil.example.com, 421",
    "127.0.0.1.evil.example.com, 421",
    "localhost.evil.example.com, 421",
    "'', 421",
    "'localhost,evil.example.com', 421"
  })
  void withoutALoginTheServiceIsCalledByItsOwnName(String host, int expected) {
    assertThat(status(withUsers(), request("GET", "127.0.0.1", Map.of("Host", host)), Access.READ))
        .isEqualTo(expected);
  }

  @Test
  void thisMachineNeedsALoginWhereThatIsClosed() {
    assertThat(
            status(
                guard(false, Optional.of(users), Optional.empty()),
                request("GET", "127.0.0.1", LOCAL),
                Access.READ))
        .isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080, same-origin, 200",
    "https://lake.example.com, same-origin, 200",
    "https://evil.example.com, cross-site, 403",
    "https://evil.example.com, '', 403",
    "null, '', 403",
    "'', cross-site, 403",
    "'', same-site, 403",
    "'', none, 200",
    "'', '', 200",
    "http://localhost:8080.evil.example.com, '', 403"
  })
  void anotherSitesPageMayNotAct(String origin, String site, int expected) {
    Map<String, String> headers = new HashMap<>(LOCAL);
    if (!origin.isEmpty()) {
      headers.put("Origin", origin);
    }
    if (!site.isEmpty()) {
      headers.put("Sec-Fetch-Site", site);
    }

    assertThat(status(withUsers(), request("POST", "127.0.0.1", headers), Access.ACT))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Basic",
        "Basic !!!",
        "Basic bm9jb2xvbg==",
        "Bearer x",
        "Digest abc",
        "",
        "Basic YWN0ZXI6d3Jvbmc=",
        "Basic bm9ib2R5Om5vYm9keQ=="
      })
  void aLoginThatIsNotGoodIsRefusedEvenFromThisMachine(String credentials) {
    Map<String, String> headers = new HashMap<>(LOCAL);
    headers.put("Authorization", credentials);

    assertThat(status(withUsers(), request("GET", "127.0.0.1", headers), Access.READ))
        .isEqualTo(401);
  }

  @Test
  void afterTenWrongPasswordsAnAddressHasToWaitAndNobodyElse() {
    AccessGuard guard = withUsers();
    WebRequest wrong =
        request("GET", "203.0.113.7", Map.of("Authorization", basic("acter", "wrong")));
    for (int guess = 0; guess < 10; guess++) {
      assertThat(status(guard, wrong, Access.READ)).isEqualTo(401);
    }

    assertThat(status(guard, wrong, Access.READ)).isEqualTo(429);
    assertThat(
            status(
                guard,
                request(
                    "GET", "203.0.113.8", Map.of("Authorization", basic("acter", "secret-act"))),
                Access.READ))
        .isEqualTo(200);
  }

  @Test
  void aUserWhoWasRemovedIsRefusedWithTheNextRequest() {
    AccessGuard guard = withUsers();
    WebRequest request =
        request("GET", "203.0.113.7", Map.of("Authorization", basic("acter", "secret-act")));
    assertThat(status(guard, request, Access.READ)).isEqualTo(200);

    assertThat(new UsersFile(users).remove("acter")).isTrue();

    assertThat(status(guard, request, Access.READ)).isEqualTo(401);
  }

  @Test
  void moreCompletionsThanAllowedAreToldWhenToComeAgain() {
    AccessGuard guard = withUsers();
    WebRequest request = request("POST", "127.0.0.1", LOCAL);
    assertThat(status(guard, request, Access.INTAKE)).isEqualTo(200);
    assertThat(status(guard, request, Access.INTAKE)).isEqualTo(200);

    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> guard.admit(request, Access.INTAKE))
        .satisfies(
            problem -> {
              assertThat(problem.status()).isEqualTo(429);
              assertThat(problem.response().headers()).containsEntry("Retry-After", "1");
            });
    assertThat(status(guard, request, Access.ACT)).isEqualTo(200);
  }

  private Tokens tokens(String key) throws Exception {
    return new Tokens(
        Files.writeString(directory.resolve("key"), key),
        "https://issuer",
        "lakeferry",
        "roles",
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .subject("carol")
        .issuer("https://issuer")
        .audience("lakeferry")
        .expirationTime(Date.from(NOW.plusSeconds(300)))
        .claim("roles", List.of("read", "admin-of-another-service"));
  }

  private static String signed(JWSAlgorithm algorithm, JWSSigner signer, JWTClaimsSet claims)
      throws JOSEException {
    SignedJWT jwt = new SignedJWT(new JWSHeader(algorithm), claims);
    jwt.sign(signer);
    return jwt.serialize();
  }

  private static String hs256(JWTClaimsSet claims) throws JOSEException {
    return signed(JWSAlgorithm.HS256, new MACSigner(SECRET), claims);
  }

  @Test
  void aTokenSpeaksForItsSubjectWithItsRoles() throws Exception {
    Caller caller = tokens(SECRET).caller(hs256(claims().build())).orElseThrow();

    assertThat(caller).isEqualTo(new Caller("carol", Set.of(Access.READ)));
    assertThat(tokens(SECRET).caller(hs256(claims().claim("roles", "act intake").build())))
        .get()
        .extracting(Caller::may)
        .isEqualTo(Set.of(Access.READ, Access.ACT, Access.INTAKE));
  }

  @Test
  void aTokenThatIsLateEarlyOfAnotherOrUnsignedIsNoToken() throws Exception {
    Tokens tokens = tokens(SECRET);
    for (String bad :
        List.of(
            hs256(claims().expirationTime(Date.from(NOW.minusSeconds(61))).build()),
            hs256(claims().expirationTime(null).build()),
            hs256(claims().notBeforeTime(Date.from(NOW.plusSeconds(61))).build()),
            hs256(claims().issuer("https://other").build()),
            hs256(claims().audience("other").build()),
            hs256(claims().subject(null).build()),
            signed(
                JWSAlgorithm.HS256,
                new MACSigner("another secret of more than 32 bytes"),
                claims().build()),
            new PlainJWT(claims().build()).serialize(),
            "a.b.c",
            "",
            "x".repeat(9_000))) {
      assertThat(tokens.caller(bad)).as(bad).isEmpty();
    }
  }

  @Test
  void thePublicKeyIsNoSharedSecret() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
            + "\n-----END PUBLIC KEY-----\n";

    assertThat(
            tokens(pem)
                .caller(
                    signed(
                        JWSAlgorithm.RS256, new RSASSASigner(pair.getPrivate()), claims().build())))
        .isPresent();
    assertThat(tokens(pem).caller(signed(JWSAlgorithm.HS256, new MACSigner(pem), claims().build())))
        .isEmpty();
  }

  @Test
  void aKeyThatIsNoneIsToldByItsSetting() {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> tokens("short"))
        .withMessageContaining("LAKEFERRY_HTTP_JWT_KEY");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> tokens("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"))
        .withMessageContaining("LAKEFERRY_HTTP_JWT_KEY");
  }
}
