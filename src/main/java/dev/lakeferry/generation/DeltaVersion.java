package dev.lakeferry.generation;

/**
 * A Delta table as it stood at one version; every question about a generation asks this one.
 *
 * @param uri the table's folder, ending in a slash
 * @param version counts from 0
 */
public record DeltaVersion(String uri, long version) {

  /** The table function that reads it; its one parameter is {@link #uri}. */
  public String scan() {
    return "delta_scan(?, version => %d)".formatted(version);
  }

  @Override
  public String toString() {
    return "%s at version %d".formatted(uri, version);
  }
}
