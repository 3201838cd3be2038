package dev.lakeferry.job;

import java.util.Locale;

/** What becomes of an import whose organisation is in no list. */
public enum UnknownOrganization {
  /** Its tables are named by {@code copy_v1}, the rule for new organisations. */
  COPY_V1,
  /** It fails until the organisation is made known. */
  REFUSE;

  /** The policy that a setting names: {@code copy_v1} or {@code refuse}. */
  public static UnknownOrganization of(String setting) {
    return valueOf(setting.toUpperCase(Locale.ROOT));
  }
}
