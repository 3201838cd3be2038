package dev.lakeferry.testing;

/** Daemon threads, so that a failed test ends. */
public final class Threads {
  private Threads() {}

  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
