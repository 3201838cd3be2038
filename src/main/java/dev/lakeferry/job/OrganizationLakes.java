package dev.lakeferry.job;

import dev.lakeferry.failure.FinalFailure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Which lake serves which organisation. */
public final class OrganizationLakes {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public OrganizationLakes(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** An organisation's lake, by the lake's name. */
  public record Mapping(String organizationId, String lake, Instant mappedAt) {}

  /** A lake's name, or null where the organisation has none, beside whether any has. */
  private record Found(String lake, boolean anyMapped) {}

  /**
   * The lake of an organisation; empty while no organisation is mapped: the environment's serves
   * all then.
   *
   * @param organizationId null counts as not mapped
   * @throws FinalFailure if others are mapped and this one is not: its data would land where nobody
   *     put it
   */
  public Optional<String> lakeOf(String organizationId) {
    Found found =
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        SELECT
                          (SELECT lake FROM organization_lake WHERE organization_id = :id) AS lake,
                          EXISTS (SELECT FROM organization_lake) AS any_mapped
                        """)
                    .bind("id", organizationId)
                    .map(ConstructorMapper.of(Found.class))
                    .one());
    if (found.lake() == null && found.anyMapped()) {
      throw new FinalFailure(
          "Organisation %s has no lake, while others have. Nothing was landed. Give it one with: bin/lakeferry org map %s --lake NAME; then retry the run."
              .formatted(organizationId, organizationId));
    }
    return Optional.ofNullable(found.lake());
  }

  /** Gives an organisation a lake; what is published already stays where it is. */
  public void map(String organizationId, String lake, Actor actor) {
    jdbi.useTransaction(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO organization_lake (organization_id, lake)
                  VALUES (:id, :lake)
                  ON CONFLICT (organization_id) DO UPDATE SET
                    lake = EXCLUDED.lake,
                    mapped_at = now()
                  """)
              .bind("id", organizationId)
              .bind("lake", lake)
              .execute();
          AuditLog.write(
              handle, actor, "map", "organisation " + organizationId, Map.of("lake", lake));
        });
  }

  /**
   * Takes an organisation's lake away.
   *
   * @throws NotThere if it has none
   */
  public void unmap(String organizationId, Actor actor) {
    jdbi.useTransaction(
        handle -> {
          int deleted =
              handle
                  .createUpdate("DELETE FROM organization_lake WHERE organization_id = :id")
                  .bind("id", organizationId)
                  .execute();
          if (deleted == 0) {
            throw new NotThere(
                "Organisation %s has no lake of its own. Nothing was changed."
                    .formatted(organizationId));
          }
          AuditLog.write(handle, actor, "unmap", "organisation " + organizationId, Map.of());
        });
  }

  /** All, by organisation. */
  public List<Mapping> all() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT organization_id, lake, mapped_at
                    FROM organization_lake
                    ORDER BY organization_id
                    """)
                .map(ConstructorMapper.of(Mapping.class))
                .list());
  }
}
