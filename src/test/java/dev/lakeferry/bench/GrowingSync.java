package dev.lakeferry.bench;

import java.time.Duration;

/** A table of more and more files, of which always twenty change: by swap, and incrementally. */
final class GrowingSync implements Growth.Growing {
  private static final int CHANGED = 20;

  private final BenchStack stack;
  private SyncedFolder folder;
  private int sizes;
  private int size;

  GrowingSync(BenchOptions options) {
    stack = new BenchStack(options.orLatency(Duration.ofMillis(30)));
  }

  @Override
  public String bareName() {
    return "swap";
  }

  @Override
  public String servedName() {
    return "incremental";
  }

  @Override
  public void growTo(int files) throws Exception {
    closeFolder();
    folder = new SyncedFolder(stack, files, CHANGED);
    size = files;
    sizes++;
  }

  @Override
  public Took bare(int turn) throws Exception {
    return folder.sync("swap", "swap_" + size, 2 * sizes, turn).work();
  }

  @Override
  public Took served(int turn) throws Exception {
    return folder.sync("incremental", "incremental_" + size, 2 * sizes + 1, turn).work();
  }

  private void closeFolder() {
    if (folder != null) {
      folder.close();
    }
  }

  @Override
  public void close() {
    closeFolder();
    stack.close();
  }
}
