package dev.lakeferry.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JSON Web Tokens of one issuer for one audience, checked with a key from a file. The key decides
 * which algorithms are taken, never the token: a PEM public key takes RS256 to RS512 or ES256 to
 * ES512, a shared secret HS256 to HS512.
 */
public final class Tokens {
  private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);
  private static final Duration SKEW = Duration.ofSeconds(60);
  private static final int LONGEST = 8_192;
  private static final int SHORTEST_SECRET = 32;

  private final JWSVerifier verifier;
  private final Set<JWSAlgorithm> algorithms;
  private final String issuer;
  private final String audience;
  private final String rolesClaim;
  private final Clock clock;

  /**
   * Reads the key.
   *
   * @param key a PEM file with a public key, or a file with a secret of at least 32 bytes
   * @param rolesClaim the claim with the roles: a list of texts, or one text with blanks
   * @throws IllegalStateException if the key cannot be used, naming the file
   */
  public Tokens(Path key, String issuer, String audience, String rolesClaim, Clock clock) {
    this.issuer = issuer;
    this.audience = audience;
    this.rolesClaim = rolesClaim;
    this.clock = clock;
    try {
      byte[] bytes = Files.readAllBytes(key);
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (text.contains("-----BEGIN")) {
        PublicKey parsed = publicKey(text);
        boolean rsa = parsed instanceof RSAPublicKey;
        this.verifier =
            rsa
                ? new RSASSAVerifier((RSAPublicKey) parsed)
                : new ECDSAVerifier((ECPublicKey) parsed);
        this.algorithms = Set.copyOf(rsa ? JWSAlgorithm.Family.RSA : JWSAlgorithm.Family.EC);
      } else {
        byte[] secret = text.strip().getBytes(StandardCharsets.UTF_8);
        if (secret.length < SHORTEST_SECRET) {
          throw new IllegalStateException(
              "%s (LAKEFERRY_HTTP_JWT_KEY) holds %d bytes; a shared secret needs at least %d."
                  .formatted(key, secret.length, SHORTEST_SECRET));
        }
        this.verifier = new MACVerifier(secret);
        this.algorithms = Set.copyOf(JWSAlgorithm.Family.HMAC_SHA);
      }
    } catch (IOException | JOSEException | GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "%s (LAKEFERRY_HTTP_JWT_KEY) is neither a PEM public key nor a shared secret: %s"
              .formatted(key, e.getMessage()),
          e);
    }
  }

  private static PublicKey publicKey(String pem) throws GeneralSecurityException {
    String base64 =
        pem.replaceAll("(?s).*-----BEGIN PUBLIC KEY-----(.*?)-----END PUBLIC KEY-----.*", "$1");
    X509EncodedKeySpec spec = new X509EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
    try {
      return KeyFactory.getInstance("RSA").generatePublic(spec);
    } catch (InvalidKeySpecException notRsa) {
      return KeyFactory.getInstance("EC").generatePublic(spec);
    }
  }

  /** Who a token speaks for; empty if it is not good, whatever the reason. */
  Optional<Caller> caller(String token) {
    if (token.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token.strip());
      if (!algorithms.contains(jwt.getHeader().getAlgorithm()) || !jwt.verify(verifier)) {
        return Optional.empty();
      }
      JWTClaimsSet claims = jwt.getJWTClaimsSet();
      return isGood(claims)
          ? Optional.of(new Caller(claims.getSubject(), roles(claims)))
          : Optional.empty();
    } catch (ParseException | JOSEException | IllegalArgumentException e) {
      LOG.debug("A token is not good: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private boolean isGood(JWTClaimsSet claims) {
    Instant now = clock.instant();
    Date ends = claims.getExpirationTime();
    Date begins = claims.getNotBeforeTime();
    return ends != null
        && now.isBefore(ends.toInstant().plus(SKEW))
        && (begins == null || !now.isBefore(begins.toInstant().minus(SKEW)))
        && issuer.equals(claims.getIssuer())
        && claims.getAudience().contains(audience)
        && claims.getSubject() != null
        && !claims.getSubject().isBlank();
  }

  /** Words that are no roles of ours are another service's. */
  private Set<Access> roles(JWTClaimsSet claims) {
    Object claim = claims.getClaim(rolesClaim);
    List<?> words =
        claim instanceof List<?> list ? list : List.of(String.valueOf(claim).split("\\s+"));
    Set<Access> may = EnumSet.noneOf(Access.class);
    for (Access access : Access.values()) {
      if (words.contains(access.name().toLowerCase(Locale.ROOT))) {
        may.add(access);
      }
    }
    return User.withImplied(may);
  }
}
