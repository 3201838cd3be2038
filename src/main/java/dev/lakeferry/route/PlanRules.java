package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.DeltaPlace;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.FolderRules;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.UnknownOrganization;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import dev.lakeferry.settings.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is settled before a source is read: one answer for a run and for its dry run. */
final class PlanRules {
  private final Settings settings;
  private final FolderRules folders;
  private final Organizations organizations;
  private final UnknownOrganization unknownOrganizations;
  private final Fill copyFill;
  private final Fill registrationFill;
  private final List<String> modelLocations;

  PlanRules(Parts parts) {
    this.settings = parts.settings();
    this.folders = new FolderRules(settings.text("lakeferry.folder.pattern"));
    this.organizations = new Organizations(parts.state().jdbi());
    this.unknownOrganizations =
        UnknownOrganization.of(settings.text("lakeferry.organizations.unknown"));
    this.copyFill = Fill.valueOf(settings.text("lakeferry.copy.fill").toUpperCase(Locale.ROOT));
    this.registrationFill =
        settings.text("lakeferry.register.unregistrable").equals("rewrite")
            ? Fill.AUTO
            : Fill.REGISTER;
    this.modelLocations =
        Arrays.stream(settings.text("lakeferry.models.locations").split(","))
            .filter(location -> !location.isBlank())
            .toList();
  }

  /** By which rule an import's table is named. */
  NamingVersion namingVersion(CompletedImport completion) {
    return organizations.namingVersion(completion.organizationId(), unknownOrganizations);
  }

  /** An import's table. */
  static TableName table(CompletedImport completion, NamingVersion version) {
    return TableNaming.importTable(
        version,
        completion.teamId(),
        completion.sourceType(),
        completion.prefix(),
        completion.name());
  }

  /** A model's table. */
  static TableName table(CompletedModel model) {
    return TableNaming.modelTable(model.teamId(), model.modelLabel(), model.savedQueryName());
  }

  /**
   * Where an import's Delta table lies.
   *
   * @param folder as the completion names it, or null for the import's name in snake case
   */
  DeltaPlace deltaPlace(CompletedImport completion, String folder) {
    String name =
        folder != null ? folder : TableNaming.deltaFolder(completion.teamId(), completion.name());
    return new DeltaPlace(
        settings.source().bucket(),
        settings.source().prefix() + folders.deltaPrefix(completion, name));
  }

  /**
   * Where a model's Delta table lies. Law "names from outside are data": only where models may.
   *
   * @throws FinalFailure if it lies elsewhere
   */
  DeltaPlace deltaPlace(CompletedModel model) {
    DeltaPlace place = DeltaPlace.of(model.tableUri());
    boolean allowed =
        place.uri().startsWith(settings.source().url())
            || modelLocations.stream().anyMatch(place.uri()::startsWith);
    if (!allowed) {
      throw new FinalFailure(
          ("The model's table %s lies neither under SOURCE_BUCKET_URL nor under a folder of"
                  + " lakeferry.models.locations; nothing was read. Correct the completion, or add the"
                  + " folder to the setting.")
              .formatted(place.uri()));
    }
    return place;
  }

  /** How copies fill their tables. */
  Fill copyFill() {
    return copyFill;
  }

  /** How registrations fill their tables. */
  Fill registrationFill() {
    return registrationFill;
  }
}
