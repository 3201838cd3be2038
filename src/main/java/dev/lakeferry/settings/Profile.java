package dev.lakeferry.settings;

/** Where the service runs, which decides the defaults that it may assume. */
public enum Profile {
  /**
   * A developer's machine: documented credentials, an S3 beside it, bucket and lake made if absent.
   */
  LOCAL,
  /** Everywhere else: no default credentials, nothing created by accident. */
  PRODUCTION
}
