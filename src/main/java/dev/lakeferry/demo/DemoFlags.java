package dev.lakeferry.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Collectors;

/** The demo's feature flags: registration is on for some teams, both copy workflows for one. */
final class DemoFlags {
  private DemoFlags() {}

  static void write(Path file, Collection<Long> teams) {
    String list = teams.stream().map(String::valueOf).collect(Collectors.joining(", "));
    try {
      Files.writeString(
          file,
          """
          {
            "flags": {
              "ducklake-data-imports-registration-workflow": {
                "state": "ENABLED",
                "variants": { "on": true, "off": false },
                "defaultVariant": "off",
                "targeting": { "if": [ { "in": [ { "var": "team_id" }, [ %1$s ] ] }, "on" ] }
              },
              "ducklake-data-imports-copy-workflow": {
                "state": "ENABLED",
                "variants": { "on": true, "off": false },
                "defaultVariant": "off",
                "targeting": { "if": [ { "in": [ { "var": "team_id" }, [ %2$d ] ] }, "on" ] }
              },
              "ducklake-data-modeling-copy-workflow": {
                "state": "ENABLED",
                "variants": { "on": true, "off": false },
                "defaultVariant": "off",
                "targeting": { "if": [ { "in": [ { "var": "team_id" }, [ %2$d ] ] }, "on" ] }
              }
            }
          }
          """
              .formatted(list, SampleStory.COPYING_TEAM));
    } catch (IOException e) {
      throw new UncheckedIOException("The demo could not write " + file + ".", e);
    }
  }
}
