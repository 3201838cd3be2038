package dev.lakeferry.gate;

import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.MutableContext;

/**
 * Whom a gate is asked about.
 *
 * @param teamId the rules' {@code team_id}, a number
 * @param teamUuid the rules' {@code team_uuid}, and the key by which a percentage is drawn; may be
 *     null or empty, then the key is {@code team-<id>}
 * @param organizationId the rules' {@code organization_id}; may be null or empty
 */
public record GateSubject(long teamId, String teamUuid, String organizationId) {

  EvaluationContext context() {
    MutableContext context = new MutableContext(isPresent(teamUuid) ? teamUuid : "team-" + teamId);
    // Rules hold JSON numbers, which the evaluator reads as doubles and compares by type too.
    context.add("team_id", (double) teamId);
    if (isPresent(teamUuid)) {
      context.add("team_uuid", teamUuid);
    }
    if (isPresent(organizationId)) {
      context.add("organization_id", organizationId);
    }
    return context;
  }

  private static boolean isPresent(String text) {
    return text != null && !text.isEmpty();
  }
}
