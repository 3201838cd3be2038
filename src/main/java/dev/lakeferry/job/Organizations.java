package dev.lakeferry.job;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.naming.NamingVersion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** By which rule each organisation's imported tables are named. */
public final class Organizations {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public Organizations(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * The rule of an organisation.
   *
   * @param organizationId null counts as unknown
   * @throws FinalFailure if it is unknown and such are refused
   */
  public NamingVersion namingVersion(String organizationId, UnknownOrganization policy) {
    Optional<String> known =
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery("SELECT naming_version FROM organization WHERE id = :id")
                    .bind("id", organizationId)
                    .mapTo(String.class)
                    .findOne());
    if (known.isEmpty() && policy == UnknownOrganization.REFUSE) {
      throw new FinalFailure(
          "Organisation "
              + organizationId
              + " is not known, so its tables cannot be named. Nothing was landed. Make it known"
              + " with `lakeferry org set "
              + organizationId
              + " --naming-version …`, then retry the run.");
    }
    return known.map(NamingVersion::of).orElse(NamingVersion.COPY_V1);
  }

  /**
   * An organisation that is known.
   *
   * @param namingVersion the id of its rule
   * @param firstWrittenAt when data was first written under that rule, which stays from then on;
   *     null before
   */
  public record Organization(String id, String namingVersion, Instant firstWrittenAt) {}

  /** All that are known, by id. */
  public List<Organization> all() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, naming_version, first_written_at
                    FROM organization
                    ORDER BY id
                    """)
                .map(ConstructorMapper.of(Organization.class))
                .list());
  }

  /** Every organisation that a completion or an operator named. */
  public List<String> named() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id FROM organization
                    UNION
                    SELECT organization_id FROM workflow_run WHERE organization_id <> ''
                    UNION
                    SELECT organization_id FROM completed_import WHERE organization_id <> ''
                    ORDER BY 1
                    """)
                .mapTo(String.class)
                .list());
  }

  /**
   * Sets an organisation's rule.
   *
   * @throws FinalFailure if data was already written under another one: its tables would be
   *     orphaned under their old names
   */
  public void set(String organizationId, NamingVersion version) {
    int changed =
        jdbi.withHandle(
            handle ->
                handle
                    .createUpdate(
                        """
                        INSERT INTO organization (id, naming_version)
                        VALUES (:id, :version)
                        ON CONFLICT (id) DO UPDATE SET
                          naming_version = EXCLUDED.naming_version,
                          updated_at = now()
                        WHERE organization.first_written_at IS NULL
                          OR organization.naming_version = EXCLUDED.naming_version
                        """)
                    .bind("id", organizationId)
                    .bind("version", version.id())
                    .execute());
    if (changed == 0) {
      throw new FinalFailure(
          "Organisation "
              + organizationId
              + " has data under another table-naming version; it cannot become "
              + version.id()
              + ", since its tables would stay behind under their old names. Nothing was changed."
              + " Rename them with: bin/lakeferry org migrate-naming "
              + organizationId
              + " --to "
              + version.id());
    }
  }

  /**
   * Says that data is about to be written under a rule, which from then on stays. Called before the
   * first table is made, so that the rule cannot change in between.
   *
   * @param organizationId null is not recorded
   * @throws RetryableFailure if the rule was changed since it was asked for
   */
  public void markWritten(String organizationId, NamingVersion version) {
    if (organizationId == null) {
      return;
    }
    int marked =
        jdbi.withHandle(
            handle ->
                handle
                    .createUpdate(
                        """
                        INSERT INTO organization (id, naming_version, first_written_at)
                        VALUES (:id, :version, now())
                        ON CONFLICT (id) DO UPDATE SET
                          first_written_at = COALESCE(organization.first_written_at, now())
                        WHERE organization.naming_version = EXCLUDED.naming_version
                        """)
                    .bind("id", organizationId)
                    .bind("version", version.id())
                    .execute());
    if (marked == 0) {
      throw new RetryableFailure(
          RetryableFailure.Cause.CONFLICT,
          "The table-naming version of organisation "
              + organizationId
              + " was changed while a run used "
              + version.id()
              + ". Nothing was written; the next attempt uses the new one.",
          null);
    }
  }
}
