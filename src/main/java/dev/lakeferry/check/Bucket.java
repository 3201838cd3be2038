package dev.lakeferry.check;

import dev.lakeferry.settings.S3Settings;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A bucket that is looked at.
 *
 * @param variable the variable that names it
 * @param client ours, opened when first used
 * @param anonymous the same without credentials
 */
record Bucket(
    String name,
    String variable,
    S3Settings settings,
    Supplier<S3Client> client,
    Supplier<S3Client> anonymous) {}
