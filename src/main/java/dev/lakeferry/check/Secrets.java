package dev.lakeferry.check;

import dev.lakeferry.settings.DuckgresSettings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/** Which texts must not show in a report. */
final class Secrets {
  private Secrets() {}

  static List<Secret> of(Settings settings) {
    List<Secret> secrets = new ArrayList<>();
    secrets.add(settings.catalog().password());
    secrets.add(settings.state().password());
    settings.duckgres().map(DuckgresSettings::password).ifPresent(secrets::add);
    settings.lake().s3().secretKey().ifPresent(secrets::add);
    settings.source().s3().secretKey().ifPresent(secrets::add);
    return secrets;
  }
}
