package dev.lakeferry.objects;

import java.time.Instant;

/**
 * What a listing tells of an object.
 *
 * @param key the whole key, as it is stored
 * @param size in bytes
 * @param etag without quotes; the MD5 of the content only for a single-part, unencrypted upload
 * @param modified when it was last written
 */
public record ObjectInfo(String key, long size, String etag, Instant modified) {}
