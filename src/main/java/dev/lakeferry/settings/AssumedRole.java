package dev.lakeferry.settings;

import java.util.Optional;

/**
 * A role of AWS that is taken on to reach a bucket, such as one of another account.
 *
 * @param arn the role's
 * @param externalId what its trust policy demands, where it does
 */
public record AssumedRole(String arn, Optional<String> externalId) {}
