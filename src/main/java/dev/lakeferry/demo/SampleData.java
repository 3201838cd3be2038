package dev.lakeferry.demo;

import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.objects.S3Uri;
import dev.lakeferry.settings.S3Settings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The demo's data: one organisation with four teams, whose Stripe sources bring invoices and
 * charges, and Delta tables. The same rows in the same files every time.
 */
final class SampleData {
  /** The organisation of all teams. */
  static final String ORGANIZATION_ID = "0190a000-0000-7000-8000-000000000001";

  private final S3Settings s3;
  private final String bucket;
  private final String prefix;
  private final Path extensionDirectory;

  /**
   * Prepares a sample.
   *
   * @param s3 with endpoint and keys
   * @param bucket the source bucket, which exists
   * @param prefix what stands before the folders of the sources, without slashes at its ends; may
   *     be empty
   * @param extensionDirectory the provisioned DuckDB extensions, httpfs among them
   */
  SampleData(S3Settings s3, String bucket, String prefix, Path extensionDirectory) {
    this.s3 = s3;
    this.bucket = bucket;
    this.prefix = prefix;
    this.extensionDirectory = extensionDirectory;
  }

  /** A team's UUID, by which flags may target it. Teams are 1 to 4; the flags of 3 are off. */
  static String teamUuid(long team) {
    return "0190a000-0000-7000-8000-%012x".formatted(0xaa00 + team);
  }

  /**
   * Writes all prepared folders and Delta tables.
   *
   * @return their completions, in the order in which they are to be submitted
   * @throws IllegalStateException if bucket or extensions cannot be used
   */
  List<SampleCompletion> generate() {
    return generate(SampleStory.tell());
  }

  /**
   * Writes those of one wave.
   *
   * @return their completions
   * @throws IllegalStateException if bucket or extensions cannot be used
   */
  List<SampleCompletion> generate(int wave) {
    return generate(
        SampleStory.tell().stream()
            .filter(generation -> generation.announced().wave() == wave)
            .toList());
  }

  private List<SampleCompletion> generate(List<SampleGeneration> story) {
    try (SampleEngine engine = SampleEngine.open(s3, extensionDirectory)) {
      engine.write(files(story));
    } catch (SQLException e) {
      throw new IllegalStateException(
          "The sample could not be written to %s: %s".formatted(url(), e.getMessage()), e);
    }
    commit(story);
    return story.stream().map(SampleGeneration::announced).toList();
  }

  private void commit(List<SampleGeneration> story) {
    try (S3Client client = S3Clients.open(s3, 1)) {
      DeltaWriter writer = new DeltaWriter(client, bucket, keyPrefix());
      for (SampleGeneration generation : story) {
        generation
            .delta()
            .ifPresent(delta -> writer.commit(generation.folder(), delta, generation.files()));
      }
    }
  }

  private String keyPrefix() {
    return prefix.isEmpty() ? "" : prefix + "/";
  }

  private Map<String, String> files(List<SampleGeneration> story) {
    Map<String, String> queries = new TreeMap<>();
    for (SampleGeneration generation : story) {
      for (SampleFile file : generation.files()) {
        queries.put(url() + generation.folder() + file.path(), file.query());
      }
    }
    return queries;
  }

  private String url() {
    return S3Uri.of(bucket, keyPrefix());
  }
}
