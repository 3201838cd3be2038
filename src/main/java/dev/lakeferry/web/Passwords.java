package dev.lakeferry.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Basic authentication against the users file, which is read again when it changes. A password that
 * was right is remembered for a few minutes as a keyed digest, since hashing takes long on purpose;
 * wrong ones are counted for each address, so that guessing is slow and costs little here.
 */
final class Passwords {
  private static final Logger LOG = LoggerFactory.getLogger(Passwords.class);
  private static final long GOOD_FOR_MILLIS = 300_000;
  private static final int REMEMBERED = 1_000;

  private final UsersFile file;
  private final Clock clock;
  private final LoginThrottle throttle;
  private final PasswordHash nobody = PasswordHash.ofNobody();
  private final Map<String, Long> rightUntil = new ConcurrentHashMap<>();
  private final byte[] key = new byte[32];
  private Map<String, User> users;
  private long version = -1;

  /** Reads the file; throws IllegalStateException if it cannot be. */
  Passwords(UsersFile file, Clock clock) {
    this.file = file;
    this.clock = clock;
    this.throttle = new LoginThrottle(clock);
    new SecureRandom().nextBytes(key);
    this.users = file.read();
    this.version = file.version();
  }

  /**
   * Who this is.
   *
   * @param credentials what follows the word Basic
   * @param from the address
   * @throws Problem of 429 after too many wrong ones
   */
  Optional<Caller> caller(String credentials, String from) {
    Optional<String[]> pair = decoded(credentials);
    if (pair.isEmpty()) {
      return Optional.empty();
    }
    User user = users().get(pair.get()[0]);
    String digest = digest(credentials + (user == null ? "" : user.passwordHash()));
    Long until = rightUntil.get(digest);
    if (user != null && until != null && until > clock.millis()) {
      return Optional.of(new Caller(user.name(), user.may()));
    }
    throttle.refuse(from);
    PasswordHash expected = user == null ? nobody : PasswordHash.parse(user.passwordHash());
    boolean right = expected.matches(pair.get()[1].toCharArray()) && user != null;
    if (!right) {
      throttle.wrong(from);
      LOG.warn("A login from {} failed", from);
      return Optional.empty();
    }
    if (rightUntil.size() >= REMEMBERED) {
      rightUntil.clear();
    }
    rightUntil.put(digest, clock.millis() + GOOD_FOR_MILLIS);
    return Optional.of(new Caller(user.name(), user.may()));
  }

  /** While the file is gone or wrong nobody is let in by it. */
  private synchronized Map<String, User> users() {
    long now = file.version();
    if (now != version) {
      version = now;
      try {
        users = file.exists() ? file.read() : Map.of();
        LOG.info("Users read again: {}", users.size());
      } catch (IllegalStateException e) {
        users = Map.of();
        LOG.error("{}", e.getMessage());
      }
    }
    return users;
  }

  private static Optional<String[]> decoded(String credentials) {
    try {
      String text =
          new String(Base64.getDecoder().decode(credentials.strip()), StandardCharsets.UTF_8);
      String[] pair = text.split(":", 2);
      return pair.length == 2 ? Optional.of(pair) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private String digest(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
