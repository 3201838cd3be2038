package dev.lakeferry.ops;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.lakeferry.job.AuditEntry;
import java.time.Instant;

/** An entry of the audit as command and API tell it; its JSON form is what scripts build on. */
record AuditLine(
    long id,
    Instant at,
    String who,
    String from,
    String action,
    String subject,
    @JsonRawValue String detail) {

  static AuditLine of(AuditEntry entry) {
    return new AuditLine(
        entry.id(),
        entry.at(),
        entry.who(),
        entry.origin(),
        entry.action(),
        entry.subject(),
        entry.detail());
  }
}
