package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;

/**
 * Where an attempt is about to land its objects; recorded before the first is written.
 *
 * @param lake the lake's name
 * @param table the table that is to be published
 * @param prefix the landing prefix in the lake's bucket, with its trailing slash
 * @param digest a digest of the planned objects; equal digests mean equal plans
 * @param objects how many objects are planned, 0 or more
 */
public record LandingPlace(
    String lake, TableName table, String prefix, String digest, long objects) {}
