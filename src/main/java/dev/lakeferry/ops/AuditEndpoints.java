package dev.lakeferry.ops;

import dev.lakeferry.job.AuditEntry;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.QueryParameters;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.util.List;

/** The audit over HTTP, newest first. */
public final class AuditEndpoints implements Endpoints {
  private static final int LIMIT = 50;
  private static final int MOST = 500;
  private static final int LONGEST_SUBJECT = 1_000;

  private final AuditLog audit;

  /** Takes the log. */
  public AuditEndpoints(AuditLog audit) {
    this.audit = audit;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.read("/api/audit", this::entries, "Who did what"));
  }

  /** A page of them; next is null where it is the last. */
  private record Page(List<AuditLine> entries, String next) {}

  private WebResponse entries(WebRequest request) {
    QueryParameters query = new QueryParameters(request);
    int limit = query.number("limit", 1, MOST).map(Long::intValue).orElse(LIMIT);
    AuditLog.Filter filter =
        new AuditLog.Filter(
            query.text("who").orElse(null),
            query.text("action").orElse(null),
            query.text("subject", LONGEST_SUBJECT).orElse(null),
            query.number("cursor", 1, Long.MAX_VALUE).orElse(null));
    List<AuditEntry> found = audit.newest(filter, limit + 1);
    List<AuditLine> shown = found.stream().limit(limit).map(AuditLine::of).toList();
    String next = found.size() > limit ? Long.toString(shown.get(shown.size() - 1).id()) : null;
    return WebResponse.json(new Page(shown, next));
  }
}
