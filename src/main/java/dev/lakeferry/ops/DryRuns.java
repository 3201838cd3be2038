package dev.lakeferry.ops;

import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.ImportRow;
import dev.lakeferry.publish.Rehearsal;

/** Tries what a completion would change, and changes nothing. */
public interface DryRuns {

  /** Which workflow of an import is tried. */
  enum Way {
    /** Registration of the prepared files. */
    REGISTER,
    /** Copy of the Delta table. */
    COPY,
    /** Registration where the import names a prepared folder, else the copy. */
    AUTO;

    /** The same, decided. */
    Way of(ImportRow completion) {
      if (this != AUTO) {
        return this;
      }
      return completion.completion().preparedFolder() == null ? COPY : REGISTER;
    }
  }

  /**
   * Plans, lands, fills and verifies, rolls back, and removes what was landed.
   *
   * @throws dev.lakeferry.failure.RunFailure as a run would fail
   */
  Rehearsal register(ImportRow completion);

  /** As {@link #register}, by the import's Delta table. */
  Rehearsal copy(ImportRow completion);

  /** As {@link #register}, of a model. */
  Rehearsal copy(CompletedModel completion);
}
