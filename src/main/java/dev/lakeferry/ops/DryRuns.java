package dev.lakeferry.ops;

import dev.lakeferry.completion.ImportRow;
import dev.lakeferry.publish.Rehearsal;

/** Tries what a completion would change, and changes nothing. */
public interface DryRuns {

  /** Which workflow is tried. */
  enum Way {
    /** Registration of the prepared files. */
    REGISTER,
    /** Copy of the Delta table. */
    COPY
  }

  /**
   * Plans, lands, fills and verifies, rolls back, and removes what was landed.
   *
   * @throws dev.lakeferry.failure.RunFailure as a run would fail
   */
  Rehearsal of(ImportRow completion, Way way);
}
