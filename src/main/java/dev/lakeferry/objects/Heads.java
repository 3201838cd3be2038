package dev.lakeferry.objects;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** Reads the answer to a HEAD. */
final class Heads {
  private Heads() {}

  static ObjectHead of(HeadObjectResponse head) {
    return new ObjectHead(
        head.contentLength(),
        ObjectStore.unquoted(head.eTag()),
        checksum(head),
        encryptedByKey(head),
        head.hasMetadata() ? Map.copyOf(head.metadata()) : Map.of());
  }

  /**
   * A composite checksum says as much of the parts as of the content, so that it compares nothing.
   */
  private static Optional<String> checksum(HeadObjectResponse head) {
    if (head.checksumType() == ChecksumType.COMPOSITE) {
      return Optional.empty();
    }
    return Stream.of(
            named("CRC64NVME", head.checksumCRC64NVME()),
            named("SHA256", head.checksumSHA256()),
            named("SHA1", head.checksumSHA1()),
            named("CRC32C", head.checksumCRC32C()),
            named("CRC32", head.checksumCRC32()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Stores that do not tell the type mark a composite by its number of parts. */
  private static Optional<String> named(String algorithm, String value) {
    return Optional.ofNullable(value)
        .filter(told -> !told.contains("-"))
        .map(told -> algorithm + ":" + told);
  }

  private static boolean encryptedByKey(HeadObjectResponse head) {
    ServerSideEncryption encryption = head.serverSideEncryption();
    return head.sseCustomerAlgorithm() != null
        || encryption == ServerSideEncryption.AWS_KMS
        || encryption == ServerSideEncryption.AWS_KMS_DSSE;
  }
}
