package dev.lakeferry.check;

import dev.lakeferry.settings.EngineSettings;
import dev.lakeferry.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether DuckDB can spill, and how much. */
final class SpillRoom extends Probe {
  private static final long LEAST = 256L << 20;

  private final EngineSettings engine;
  private final Surroundings.Space space;

  SpillRoom(Settings settings, Surroundings.Space space) {
    super("spill directory");
    this.engine = settings.engine();
    this.space = space;
  }

  @Override
  Finding look() {
    Path directory = engine.tempDirectory();
    try {
      Path existing = existing(directory);
      Path trial = Files.createTempFile(existing, "lakeferry-check", ".tmp");
      Files.delete(trial);
      return judge(directory, space.free(existing));
    } catch (IOException e) {
      return Finding.failed(
          "%s cannot be written: %s".formatted(directory, e),
          "Grant this user write access, or point LAKEFERRY_ENGINE_TEMP_DIRECTORY at a disk with room.");
    }
  }

  /** DuckDB makes the directory when it spills for the first time. */
  private static Path existing(Path directory) {
    Path there = directory;
    while (!Files.isDirectory(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there;
  }

  private Finding judge(Path directory, long free) {
    String found = "%s has %,d MB free".formatted(directory, free >> 20);
    String change =
        "Make room, or point LAKEFERRY_ENGINE_TEMP_DIRECTORY at a larger disk: what does not fit into"
            + " the engine's memory is spilled there.";
    if (free < LEAST) {
      return Finding.failed(found + ", which is next to nothing", change);
    }
    long wanted = engine.maxTempDirectorySize().orElse(engine.memoryLimit());
    return free < wanted
        ? Finding.warning("%s, of %,d MB that may be needed".formatted(found, wanted >> 20), change)
        : Finding.ok(found);
  }
}
