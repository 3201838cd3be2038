package dev.lakeferry.naming;

import java.util.Arrays;

/** The rule by which an organisation's imported tables are named. */
public enum NamingVersion {
  /** The copy workflow's format, for new organisations: {@code tiktokads_ad_report}. */
  COPY_V1("copy_v1"),
  /** The former batch sink's snake case, for older ones: {@code tik_tok_ads_ad_report}. */
  LEGACY_BATCH_V1("legacy_batch_v1");

  private final String id;

  NamingVersion(String id) {
    this.id = id;
  }

  /** The name by which tables and commands know the version. */
  public String id() {
    return id;
  }

  /**
   * Finds a version by its name.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static NamingVersion of(String id) {
    return Arrays.stream(values())
        .filter(version -> version.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Unknown table-naming version '" + id + "'; known: copy_v1, legacy_batch_v1."));
  }
}
