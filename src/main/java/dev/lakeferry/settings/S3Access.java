package dev.lakeferry.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What it takes to be let into a bucket beside keys.
 *
 * @param role taken on with the keys or the default credentials; absent to use those themselves
 * @param requesterPays whether the caller declares that it pays for its requests
 * @param kmsKey encrypts what is written (SSE-KMS); absent for the bucket's own rule
 * @param authorities PEM file with certificates that are trusted beside the usual ones
 * @param sts where temporary credentials come from
 */
public record S3Access(
    Optional<AssumedRole> role,
    boolean requesterPays,
    Optional<String> kmsKey,
    Optional<Path> authorities,
    StsSettings sts) {

  /** Keys or default credentials, nothing more. */
  public static final S3Access PLAIN =
      new S3Access(
          Optional.empty(), false, Optional.empty(), Optional.empty(), StsSettings.DEFAULT);
}
