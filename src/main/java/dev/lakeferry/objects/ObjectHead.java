package dev.lakeferry.objects;

import java.util.Map;
import java.util.Optional;

/**
 * What a HEAD tells of an object.
 *
 * @param size in bytes
 * @param etag without quotes
 * @param checksum of the whole content with its algorithm, such as {@code CRC64NVME:…}; absent
 *     where the store keeps none or one that depends on how the object was cut into parts
 * @param encryptedByKey whether KMS or the customer's key encrypts it, so that its ETag is no MD5
 * @param metadata the user's, names in lower case
 */
public record ObjectHead(
    long size,
    String etag,
    Optional<String> checksum,
    boolean encryptedByKey,
    Map<String, String> metadata) {}
