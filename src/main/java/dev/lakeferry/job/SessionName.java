package dev.lakeferry.job;

import java.nio.charset.StandardCharsets;

/**
 * How the database sessions of an attempt are called ({@code application_name}), so that whoever
 * takes over a lost lease can find and end them.
 *
 * @param value printable ASCII, at most the 63 bytes that PostgreSQL keeps
 */
public record SessionName(String value) {
  private static final int LIMIT = 63;

  /**
   * {@code lakeferry #<attempt id> <end of the run id> attempt <n>}. The attempt's own id comes
   * first and alone makes the name unique; a run's id is longer than what fits.
   */
  public static SessionName of(Attempt attempt) {
    String head = prefix(attempt.id());
    String tail = " attempt " + attempt.attempt();
    String run = attempt.runId().replaceAll("[^\\x21-\\x7e]", "_");
    int room = LIMIT - head.length() - tail.length();
    String shown = run.length() <= room ? run : run.substring(run.length() - Math.max(0, room));
    return new SessionName(head + shown + tail);
  }

  /** A name for work that belongs to no attempt, such as upkeep. */
  public static SessionName of(String work) {
    String name = "lakeferry " + work.replaceAll("[^\\x20-\\x7e]", "_");
    return new SessionName(name.substring(0, Math.min(LIMIT, name.length())));
  }

  /** What the names of all sessions of an attempt begin with. */
  public static String prefix(long attemptId) {
    return "lakeferry #" + attemptId + " ";
  }

  /** Fails for a name that the server would cut, since nobody would find it. */
  public SessionName {
    if (value.getBytes(StandardCharsets.UTF_8).length > LIMIT) {
      throw new IllegalArgumentException("Session name longer than 63 bytes: " + value);
    }
  }
}
