package dev.lakeferry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs a Python script that writes Delta tables with delta-rs, an implementation that has nothing
 * to do with DuckDB's, or by hand ({@code src/test/python/handmade.py}). The packages are pinned in
 * {@code src/test/python/requirements.txt} and stand in a virtual environment under {@code target}.
 */
public final class ForeignDelta {
  private static final Path VENV = Path.of("target/python").toAbsolutePath();

  private ForeignDelta() {}

  private static synchronized void prepare() {
    if (Files.exists(VENV.resolve("ready"))) {
      return;
    }
    run(Path.of("python3"), "-m", "venv", VENV.toString());
    run(
        VENV.resolve("bin/python"),
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "-r",
        "src/test/python/requirements.txt");
    try {
      Files.createFile(VENV.resolve("ready"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs a script's text; {@code so} is its storage options, {@code base} the source bucket, {@code
   * handmade(name)} a table to be written by hand.
   */
  public static void write(TestLake lake, String script) {
    prepare();
    var s3 = lake.sourceSettings().s3();
    String head =
        """
        import datetime as dt, decimal, sys, pyarrow as pa
        sys.path.insert(0, 'src/test/python')
        from pyarrow.fs import S3FileSystem
        from handmade import Handmade, field, MAPPED, PLAIN, VECTORS
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
        def handmade(name):
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
    run(VENV.resolve("bin/python"), "-c", head + script);
  }

  private static void run(Path program, String... arguments) {
    try {
      var command = new java.util.ArrayList<String>();
      command.add(program.toString());
      command.addAll(java.util.List.of(arguments));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("%s failed: %s".formatted(program, output));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
