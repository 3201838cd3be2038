package dev.lakeferry.job;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** What one process is called in the state database; no two processes share a name. */
public record InstanceName(String value) {

  /** Names this process: {@code host:pid:uuid}. */
  public static InstanceName create() {
    return new InstanceName(host() + ":" + ProcessHandle.current().pid() + ":" + UUID.randomUUID());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
