package dev.lakeferry.generation;

import java.util.List;

/** Read by the engine's delta extension: right for all but the tables of {@link DeltaReading}. */
public record ScannedRows(DeltaVersion version) implements DeltaRows {

  @Override
  public Relation all() {
    return new Relation(version.scan(), List.of(version.uri()), false);
  }

  @Override
  public Relation of(List<String> uris) {
    return new Relation(
        "(SELECT * FROM %s WHERE filename IN (SELECT unnest(?)))".formatted(version.scan()),
        List.of(version.uri(), uris),
        false);
  }

  @Override
  public String toString() {
    return version.toString();
  }
}
