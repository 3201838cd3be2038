package dev.lakeferry.ops;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.TableChanges;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import picocli.CommandLine.TypeConversionException;

/**
 * Which rows of a table changed, over HTTP, page by page. One request is answered at a time, by an
 * engine beside those that publish, and within a limit, so that readers hold nothing up.
 */
public final class ChangesEndpoints implements Endpoints {
  private static final int LIMIT = 100;
  private static final int MOST = 1_000;
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final Function<TableName, ReadableLake> lakes;
  private final Semaphore turn = new Semaphore(1, true);
  private final TimeLimit limit = new TimeLimit(LONGEST);

  /**
   * Takes what reads.
   *
   * @param lakes the lake that holds a table
   */
  public ChangesEndpoints(Function<TableName, ReadableLake> lakes) {
    this.lakes = lakes;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read(
            "/api/tables/{schema}/{table}/changes",
            this::changes,
            "Rows that were inserted into a table and deleted from it"));
  }

  /** A page of them; next is null where it is the last. */
  private record Page(
      String table,
      long since,
      long until,
      boolean anew,
      List<TableChanges.Change> changes,
      String next) {}

  private WebResponse changes(WebRequest request) {
    TableName table =
        new TableName(request.pathParameter("schema"), request.pathParameter("table"));
    String since =
        request
            .parameter("since")
            .orElseThrow(
                () ->
                    Problem.badRequest(
                        "since is missing: a snapshot's id, a length of time (2d), a day, or a time with"
                            + " its offset."));
    int limit = request.wholeNumber("limit", 1, MOST).orElse((long) LIMIT).intValue();
    try {
      return WebResponse.json(read(table, since, cursor(request), limit));
    } catch (TypeConversionException e) {
      throw Problem.badRequest("since: " + e.getMessage());
    } catch (ChangesSince.Expired e) {
      throw new Problem(410, "Expired", e.getMessage());
    } catch (RetryableFailure e) {
      throw away(e.getMessage());
    }
  }

  private static Optional<ChangesCursor> cursor(WebRequest request) {
    try {
      return request.parameter("cursor").map(ChangesCursor::parse);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(e.getMessage());
    }
  }

  private Page read(TableName table, String since, Optional<ChangesCursor> cursor, int limit) {
    ReadableLake lake = lakes.apply(table);
    requireTurn();
    try (LakeSession session = lake.engine().open("changes of " + table);
        TimeLimit.Running bounded = this.limit.bound(session)) {
      ChangesSince asked = new ChangesSince(lake.catalog(), table, since);
      TableChanges changes =
          cursor.isPresent() ? asked.in(session, cursor.get().until()) : asked.in(session);
      TableChanges.Page page = changes.page(cursor.map(ChangesCursor::after), limit);
      return new Page(
          table.toString(),
          changes.since(),
          changes.until(),
          changes.anew(),
          page.changes(),
          page.end().map(end -> new ChangesCursor(changes.until(), end).text()).orElse(null));
    } finally {
      turn.release();
    }
  }

  private void requireTurn() {
    try {
      if (!turn.tryAcquire(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw away("Changes are being read by others.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw away("The service stops.");
    }
  }

  private static Problem away(String detail) {
    return new Problem(503, "Changes cannot be read now", detail).withHeader("Retry-After", "5");
  }
}
