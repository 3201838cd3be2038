package dev.lakeferry.ops;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.lakeferry.job.AuditEntry;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Instant;
import java.util.List;

/** The audit over HTTP, newest first. */
public final class AuditEndpoints implements Endpoints {
  private static final int LIMIT = 50;
  private static final int MOST = 500;

  private final AuditLog audit;

  /** Takes the log. */
  public AuditEndpoints(AuditLog audit) {
    this.audit = audit;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.read("/api/audit", this::entries, "Who did what"));
  }

  private record Line(
      long id,
      Instant at,
      String who,
      String from,
      String action,
      String subject,
      @JsonRawValue String detail) {
    static Line of(AuditEntry entry) {
      return new Line(
          entry.id(),
          entry.at(),
          entry.who(),
          entry.origin(),
          entry.action(),
          entry.subject(),
          entry.detail());
    }
  }

  /** A page of them; next is null where it is the last. */
  private record Page(List<Line> entries, String next) {}

  private WebResponse entries(WebRequest request) {
    int limit = (int) request.wholeNumber("limit", 1, MOST).orElse((long) LIMIT).longValue();
    AuditLog.Filter filter =
        new AuditLog.Filter(
            request.parameter("who").orElse(null),
            request.parameter("action").orElse(null),
            request.parameter("subject").orElse(null),
            request.wholeNumber("cursor", 1, Long.MAX_VALUE).orElse(null));
    List<AuditEntry> found = audit.newest(filter, limit + 1);
    List<Line> shown = found.stream().limit(limit).map(Line::of).toList();
    String next = found.size() > limit ? Long.toString(shown.get(shown.size() - 1).id()) : null;
    return WebResponse.json(new Page(shown, next));
  }
}
