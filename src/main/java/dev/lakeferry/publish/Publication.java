package dev.lakeferry.publish;

import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.verification.VerificationRules;
import java.util.Optional;

/**
 * What is to be published.
 *
 * @param id of the attempt; the commit message says it
 * @param table the live table's name
 * @param plan what the table must hold
 * @param landing the registered objects; empty only if the plan lands none
 * @param previousSnapshot the snapshot of the last publication of this table by this service
 * @param rules by which it is verified
 * @param staging how it is filled ahead of the swap; empty means that all is one transaction
 * @param increment what changes of the live table; empty means that the table is made anew
 */
public record Publication(
    PublicationId id,
    TableName table,
    Plan plan,
    Optional<ConfirmedLanding> landing,
    Optional<Long> previousSnapshot,
    VerificationRules rules,
    Optional<Staging> staging,
    Optional<Increment> increment) {

  private static final long BYTES_A_READER = 16L << 20;

  /** Refuses a landing that is not the plan's: an edited route may stop work, never corrupt it. */
  public Publication {
    Plan toLand = toLand(plan, increment);
    boolean complete =
        landing.isPresent()
            ? landing.get().objects().equals(toLand.landed())
            : toLand.landed().isEmpty();
    if (!complete) {
      throw new IllegalStateException(
          "The landing of %s does not hold the plan's objects; nothing was published."
              .formatted(id.runId()));
    }
  }

  /** One that is filled, verified and swapped in one transaction. */
  public Publication(
      PublicationId id,
      TableName table,
      Plan plan,
      Optional<ConfirmedLanding> landing,
      Optional<Long> previousSnapshot,
      VerificationRules rules) {
    this(id, table, plan, landing, previousSnapshot, rules, Optional.empty(), Optional.empty());
  }

  /**
   * Gives the engine the threads for reading what was landed; a large file is read by ranges. In a
   * table of which files are kept, a statement may read the footers of all that its condition lets
   * through.
   */
  void giveThreads(LakeSession session) {
    if (increment.isEmpty() && plan.rewritten().isEmpty() && !rules.declared().readsDelta()) {
      session.threadsForFiles(
          plan.landed().size() + plan.landedBytes() / BYTES_A_READER,
          plan.landed().stream().mapToLong(PlannedObject::size).max().orElse(0));
    } else {
      session.threadsForAnyWork();
    }
  }

  /** What of the plan was landed by this attempt. */
  Plan toLand() {
    return toLand(plan, increment);
  }

  private static Plan toLand(Plan plan, Optional<Increment> increment) {
    return increment.map(Increment::added).orElse(plan);
  }
}
