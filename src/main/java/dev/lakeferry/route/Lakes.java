package dev.lakeferry.route;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.OrganizationLakes;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lakes that are served: the environment's own, and those of organisations. */
final class Lakes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lakes.class);

  private final Map<String, LakeParts> byName = new LinkedHashMap<>();
  private final LakeParts environment;
  private final OrganizationLakes mapped;

  Lakes(Settings settings, ObjectStore sourceObjects, Jdbi state) {
    this.environment = open(Settings.ENVIRONMENT_LAKE, settings, sourceObjects);
    this.mapped = new OrganizationLakes(state);
    settings.lakes().forEach((name, lake) -> open(name, lake, sourceObjects));
  }

  private LakeParts open(String name, Settings lake, ObjectStore sourceObjects) {
    LakeParts parts = new LakeParts(name, lake, sourceObjects);
    byName.put(name, parts);
    return parts;
  }

  /** The lake of the service's own settings. */
  LakeParts environment() {
    return environment;
  }

  /** All, the environment's first. */
  List<LakeParts> all() {
    return new ArrayList<>(byName.values());
  }

  /**
   * Does work on every lake; one that is away keeps none of the others.
   *
   * @param what is done, for the log
   * @throws RuntimeException what the last lake threw that failed
   */
  void each(String what, ErrorText errors, Consumer<LakeParts> work) {
    RuntimeException failed = null;
    for (LakeParts lake : byName.values()) {
      try {
        work.accept(lake);
      } catch (RuntimeException e) {
        LOG.warn("{} of lake {} waits: {}", what, lake.name(), errors.of(e));
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /**
   * The lake of an organisation.
   *
   * @throws FinalFailure if it has none while others have, or its lake has no file here
   */
  LakeParts of(String organizationId) {
    Optional<String> name = mapped.lakeOf(organizationId);
    return name.isEmpty()
        ? environment
        : Optional.ofNullable(byName.get(name.get()))
            .orElseThrow(
                () ->
                    new FinalFailure(
                        "Organisation %s has the lake %s, of which this service has no settings. Nothing was landed. Put %s.properties into LAKEFERRY_LAKES_DIRECTORY, start the service again, then retry the run."
                            .formatted(organizationId, name.get(), name.get())));
  }

  /** The lake that the state database knows by a DATA_PATH. */
  Optional<LakeParts> at(String dataPath) {
    return byName.values().stream().filter(lake -> lake.dataPath().equals(dataPath)).findFirst();
  }

  @Override
  public void close() {
    byName.values().forEach(LakeParts::close);
  }
}
