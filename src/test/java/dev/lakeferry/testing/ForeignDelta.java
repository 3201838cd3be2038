package dev.lakeferry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a Python script that writes Delta tables with delta-rs, an implementation that has nothing
 * to do with DuckDB's, or by hand ({@code src/test/python/handmade.py}). The packages are pinned in
 * {@code src/test/python/requirements.txt} and stand under {@code target}: pip alone puts them
 * there.
 */
public final class ForeignDelta {
  private static final Path PACKAGES = Path.of("target/python-packages").toAbsolutePath();

  private ForeignDelta() {}

  /**
   * Runs a script's text; {@code so} is its storage options, {@code base} the source bucket, {@code
   * handmade(name)} a table to be written by hand, in another bucket if one is told.
   */
  public static void write(TestLake lake, String script) {
    PythonPackages.provide("src/test/python/requirements.txt", PACKAGES);
    var s3 = lake.sourceSettings().s3();
    String head =
        """
        import datetime as dt, decimal, sys, pyarrow as pa
        sys.path.insert(0, 'src/test/python')
        from pyarrow.fs import S3FileSystem
        from handmade import Handmade, field, MAPPED, MAPPED_VECTORS, PLAIN, VECTORS
        from deltalake import DeltaTable, write_deltalake
        from deltalake.schema import Field, PrimitiveType
        so = {
          'AWS_ACCESS_KEY_ID': '%s',
          'AWS_SECRET_ACCESS_KEY': '%s',
          'AWS_REGION': '%s',
          'AWS_ENDPOINT_URL': '%s',
          'AWS_ALLOW_HTTP': 'true',
          'AWS_S3_ALLOW_UNSAFE_RENAME': 'true'}
        base = '%s'
        def handmade(name, base=base):
          fs = S3FileSystem(
            access_key=so['AWS_ACCESS_KEY_ID'],
            secret_key=so['AWS_SECRET_ACCESS_KEY'],
            region=so['AWS_REGION'],
            endpoint_override=so['AWS_ENDPOINT_URL'])
          return Handmade(fs, base, name)
        """
            .formatted(
                s3.accessKey().orElseThrow(),
                s3.secretKey().orElseThrow().reveal(),
                s3.region(),
                s3.endpoint().orElseThrow(),
                lake.sourceSettings().url());
    python("-c", head + script);
  }

  private static void python(String... arguments) {
    try {
      List<String> command = new ArrayList<>();
      command.add("python3");
      command.addAll(List.of(arguments));
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("PYTHONPATH", PACKAGES.toString());
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("python3 failed: " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
