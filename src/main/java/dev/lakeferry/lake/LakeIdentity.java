package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.LakeSettings;
import java.util.List;

/**
 * Law "one lake, one identity": what the catalogs of a database must not be to the lake of the
 * settings.
 */
public final class LakeIdentity {
  private final DatabaseSettings catalog;
  private final LakeSettings lake;

  /** Takes what the settings say. */
  public LakeIdentity(DatabaseSettings catalog, LakeSettings lake) {
    this.catalog = catalog;
    this.lake = lake;
  }

  /**
   * Whether our own lake is there; every other catalog that overlaps it is refused.
   *
   * @throws FinalFailure if the schema holds a guard, a lake over another DATA_PATH, or if another
   *     catalog overlaps ours
   */
  public boolean refuseStrangers(List<KnownCatalog> known) {
    boolean exists = false;
    for (KnownCatalog other : known) {
      boolean ours = other.schema().equals(lake.metadataSchema());
      if (ours && other.guard()) {
        throw new FinalFailure(
            ("The schema %s holds the guard of a lake: %s Set DUCKLAKE_METADATA_SCHEMA to the schema"
                    + " that it names.")
                .formatted(other.schema(), other.version()));
      }
      if (ours && !canonical(other.dataPath()).equals(lake.dataPath())) {
        throw new FinalFailure(
            ("The lake in schema %s was made with DATA_PATH %s and keeps it for ever; the settings say"
                    + " %s. Set DUCKLAKE_DATA_PATH to what it was made with.")
                .formatted(other.schema(), other.dataPath(), lake.dataPath()));
      }
      if (!ours && !other.guard() && overlaps(canonical(other.dataPath()), lake.dataPath())) {
        throw new FinalFailure(
            ("The catalog in schema %s of database %s has DATA_PATH %s, which overlaps %s: a CHECKPOINT"
                    + " of one would delete the files of the other. Choose another DUCKLAKE_DATA_PATH,"
                    + " or set DUCKLAKE_METADATA_SCHEMA=%s to use that lake.")
                .formatted(
                    other.schema(),
                    catalog.database(),
                    other.dataPath(),
                    lake.dataPath(),
                    other.schema()));
      }
      exists |= ours;
    }
    return exists;
  }

  private static String canonical(String dataPath) {
    return dataPath.endsWith("/") ? dataPath : dataPath + "/";
  }

  private static boolean overlaps(String one, String other) {
    return one.startsWith(other) || other.startsWith(one);
  }
}
