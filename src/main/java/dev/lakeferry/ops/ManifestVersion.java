package dev.lakeferry.ops;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The program's version as its jar's manifest tells it. */
final class ManifestVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "lakeferry "
          + Optional.ofNullable(ManifestVersion.class.getPackage().getImplementationVersion())
              .orElse("from a source tree")
    };
  }
}
