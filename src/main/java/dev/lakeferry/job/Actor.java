package dev.lakeferry.job;

/**
 * Who acts on the service.
 *
 * @param who the user, as the login or the machine names them
 * @param origin the address that the request came from, or {@code cli}
 */
public record Actor(String who, String origin) {
  private static final int LONGEST = 200;

  public Actor {
    who = bounded(who);
    origin = bounded(origin);
  }

  /** Whoever gives a command on this machine. */
  public static Actor commandLine() {
    return new Actor(System.getProperty("user.name", "unknown"), "cli");
  }

  private static String bounded(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", " ").strip();
    return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
  }

  /** {@code <who> (<origin>)}, for messages. */
  @Override
  public String toString() {
    return who + " (" + origin + ")";
  }
}
