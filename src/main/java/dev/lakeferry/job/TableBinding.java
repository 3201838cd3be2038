package dev.lakeferry.job;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** A table of the lake belongs to one source schema or saved query (law 11). */
public final class TableBinding {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public TableBinding(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Binds a table to its owner, or finds it bound to it; before anything is written to it.
   *
   * @param ownerKind {@code source_schema} or {@code saved_query}
   * @param ownerName the owner's name, for messages; may change later, may be null
   * @throws FinalFailure if the table belongs to another, naming both
   */
  public void bind(
      String lake, TableName table, String ownerKind, String ownerId, String ownerName) {
    var asking = new Owner(ownerKind, ownerId, ownerName);
    Owner owner =
        jdbi.inTransaction(
            handle -> {
              insert(handle, lake, table, asking);
              return owner(handle, lake, table);
            });
    if (!owner.isSameAs(asking)) {
      throw new FinalFailure(
          "Table "
              + table
              + " belongs to "
              + owner
              + "; "
              + asking
              + " derives the same name and is refused. The table is as it was. Rename one of the"
              + " two upstream, or give its source another prefix.");
    }
  }

  /** The one lake in which a table of that name belongs to somebody; empty if none or several. */
  public Optional<String> lakeOf(TableName table) {
    List<String> lakes =
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        SELECT lake
                        FROM table_binding
                        WHERE table_schema = :schema
                          AND table_name = :table
                        """)
                    .bind("schema", table.schema())
                    .bind("table", table.table())
                    .mapTo(String.class)
                    .list());
    return lakes.size() == 1 ? Optional.of(lakes.get(0)) : Optional.empty();
  }

  private static void insert(Handle handle, String lake, TableName table, Owner owner) {
    handle
        .createUpdate(
            """
            INSERT INTO table_binding (
              lake, table_schema, table_name, owner_kind, owner_id, owner_name)
            VALUES (:lake, :schema, :table, :kind, :id, :name)
            ON CONFLICT (lake, table_schema, table_name) DO UPDATE SET
              owner_name = COALESCE(EXCLUDED.owner_name, table_binding.owner_name)
            WHERE table_binding.owner_kind = EXCLUDED.owner_kind
              AND table_binding.owner_id = EXCLUDED.owner_id
            """)
        .bind("lake", lake)
        .bind("schema", table.schema())
        .bind("table", table.table())
        .bindMethods(owner)
        .execute();
  }

  private static Owner owner(Handle handle, String lake, TableName table) {
    return handle
        .createQuery(
            """
            SELECT owner_kind AS kind, owner_id AS id, owner_name AS name
            FROM table_binding
            WHERE lake = :lake
              AND table_schema = :schema
              AND table_name = :table
            """)
        .bind("lake", lake)
        .bind("schema", table.schema())
        .bind("table", table.table())
        .map(ConstructorMapper.of(Owner.class))
        .one();
  }

  /** Public only for the mapper and the binder. */
  public record Owner(String kind, String id, String name) {
    boolean isSameAs(Owner other) {
      return kind.equals(other.kind) && id.equals(other.id);
    }

    @Override
    public String toString() {
      return kind.replace('_', ' ') + " " + id + (name == null ? "" : " (" + name + ")");
    }
  }
}
