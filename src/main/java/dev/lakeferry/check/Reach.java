package dev.lakeferry.check;

import java.sql.Connection;
import java.sql.SQLException;

/** Whether a database lets us in. */
final class Reach extends Probe {
  private final Postgres postgres;

  Reach(Postgres postgres) {
    super(postgres.name());
    this.postgres = postgres;
  }

  @Override
  Finding look() {
    try (Connection connection = postgres.connect()) {
      return Finding.ok(postgres.place() + " lets us in");
    } catch (SQLException e) {
      String said = e.getMessage().lines().findFirst().orElse("no reason given");
      return Finding.failed("%s: %s".formatted(postgres.place(), said), change(e));
    }
  }

  private String change(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    if (state.startsWith("28")) {
      return "Correct %s and %s."
          .formatted(postgres.variable("USERNAME"), postgres.variable("PASSWORD"));
    }
    if (state.equals("3D000")) {
      return "Make it with bin/lakeferry lake init, or correct %s_DATABASE."
          .formatted(postgres.variables());
    }
    if (e.getMessage().contains("SSL")) {
      return "Switch TLS on at the server, or correct %s.".formatted(postgres.variable("SSLMODE"));
    }
    if (state.startsWith("08")) {
      return "Start the server, let this host through, or correct %s and %s."
          .formatted(postgres.variable("HOST"), postgres.variable("PORT"));
    }
    if (state.startsWith("53")) {
      return "Raise the server's max_connections, or end sessions that nobody needs.";
    }
    return "Look into the server's log.";
  }
}
