package dev.lakeferry.ops;

import java.time.Instant;
import java.util.List;

/** A run with its attempts; its JSON form is what scripts build on. */
record RunDetail(
    String run,
    String workflow,
    long teamId,
    String subject,
    String job,
    String state,
    String outcome,
    int countedAttempts,
    Instant notBefore,
    Instant completedAt,
    long inboxId,
    List<AttemptDetail> attempts) {}
