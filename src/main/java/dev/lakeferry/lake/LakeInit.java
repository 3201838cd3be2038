package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.EngineSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.SourceSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes a lake, once, with all that cannot be changed later made explicit; doing it again changes
 * nothing.
 *
 * <p>Law "one lake, one identity": two catalogs over one DATA_PATH delete each other's files at the
 * next CHECKPOINT, so an overlap is refused, and a guard in {@code public} keeps whoever attaches
 * without the schema from making a second one.
 */
public final class LakeInit {
  private final EngineSettings engine;
  private final DatabaseSettings catalog;
  private final LakeSettings lake;
  private final SourceSettings source;
  private final ObjectStore objects;

  /** Takes the settings of the lake to make, and a client of its object store. */
  public LakeInit(
      EngineSettings engine,
      DatabaseSettings catalog,
      LakeSettings lake,
      SourceSettings source,
      ObjectStore objects) {
    this.engine = engine;
    this.catalog = catalog;
    this.lake = lake;
    this.source = source;
    this.objects = objects;
  }

  /**
   * Makes what is missing.
   *
   * @param createBucket whether the bucket may be created
   * @return a sentence for each step
   * @throws dev.lakeferry.failure.RunFailure if another lake is in the way, or a part cannot be
   *     reached or made
   */
  public List<String> run(boolean createBucket) {
    List<String> steps = new ArrayList<>();
    steps.add(
        "Catalog database %s: %s"
            .formatted(catalog.database(), Databases.ensure(catalog) ? "created" : "there"));
    bucket(createBucket, steps);
    try (Connection connection = CatalogConnections.open(catalog, "lakeferry init")) {
      List<KnownCatalog> known = KnownCatalog.all(connection);
      boolean exists = new LakeIdentity(catalog, lake).refuseStrangers(known);
      if (!exists) {
        refuseForeignFiles();
      }
      guard(connection, known, steps);
      attach();
      steps.add(
          "Lake in schema %s over %s: %s"
              .formatted(lake.metadataSchema(), lake.dataPath(), exists ? "there" : "created"));
    } catch (SQLException e) {
      throw CatalogConnections.failed(catalog, e);
    }
    return steps;
  }

  private void bucket(boolean create, List<String> steps) {
    if (objects.bucketExists(lake.bucket())) {
      steps.add("Bucket %s: there".formatted(lake.bucket()));
    } else if (create) {
      objects.createBucket(lake.bucket());
      steps.add("Bucket %s: created".formatted(lake.bucket()));
    } else {
      throw new FinalFailure(
          "The bucket %s does not exist. Create it, or run: bin/lakeferry lake init --create-bucket"
              .formatted(lake.bucket()));
    }
  }

  private void refuseForeignFiles() {
    for (ObjectInfo object : objects.list(lake.bucket(), lake.prefix())) {
      if (object.key().toLowerCase(Locale.ROOT).endsWith(".parquet")) {
        throw new FinalFailure(
            ("%s holds Parquet files that this new lake does not know, such as %s: upkeep of a lake"
                    + " deletes such files. Choose an empty DUCKLAKE_DATA_PATH.")
                .formatted(lake.dataPath(), object.key()));
      }
    }
  }

  private void guard(Connection connection, List<KnownCatalog> known, List<String> steps)
      throws SQLException {
    if (lake.metadataSchema().equals("public")) {
      return;
    }
    Optional<KnownCatalog> inPublic =
        known.stream().filter(other -> other.schema().equals("public")).findFirst();
    if (inPublic.isPresent()) {
      steps.add(
          inPublic.get().guard()
              ? "Guard in schema public: there"
              : "Guard in schema public: not possible, another lake's catalog is there");
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE public.ducklake_metadata (
            key VARCHAR NOT NULL,
            value VARCHAR NOT NULL,
            scope VARCHAR,
            scope_id BIGINT)
          """);
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO public.ducklake_metadata (key, value) VALUES ('version', ?)")) {
        insert.setString(1, KnownCatalog.guardText(lake.metadataSchema()));
        insert.executeUpdate();
      }
      steps.add("Guard in schema public: created");
    } catch (SQLException denied) {
      steps.add(
          ("Guard in schema public: not made (%s). Who attaches without METADATA_SCHEMA '%s' would make"
                  + " a second, empty lake over the same files; let a superuser grant CREATE on schema"
                  + " public and run this again.")
              .formatted(denied.getMessage(), lake.metadataSchema()));
    }
  }

  private void attach() {
    Secrets secrets = new Secrets(catalog, lake, source, StoreCredentials.shared());
    try (EmbeddedEngine made =
            EmbeddedEngine.build(
                engine, secrets, new ServerMessages(catalog).options(), EmbeddedEngine.Attach.NEW);
        LakeSession session = made.session(() -> {})) {
      // For every client, not just for ours: inlined rows would stand outside what is published.
      session.execute("CALL ducklake_set_option(?, 'data_inlining_row_limit', '0')", Lake.ALIAS);
    }
  }
}
