package dev.lakeferry.generation;

import java.util.List;

/**
 * How the rows of a Delta table are read, as it stood at one version. Filling and every check read
 * them in this one way: the engine's own scan misreads some tables, and a check against the same
 * wrong scan would never see that.
 */
public interface DeltaRows {

  /** The pinned version. */
  DeltaVersion version();

  /** Every row, in the columns of the table. */
  Relation all();

  /**
   * The rows of some files, in the columns of the table.
   *
   * @param uris files of this version
   */
  Relation of(List<String> uris);
}
