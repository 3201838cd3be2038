package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.LakeSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The footers of a set of Parquet files, read once, in parallel, into a temporary table of the
 * session.
 */
public final class Footers {
  /** Files a query: enough to keep the engine's threads busy, few enough to tell progress. */
  private static final int CHUNK = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(Footers.class);

  private final LakeSession session;

  private Footers(LakeSession session) {
    this.session = session;
    clear();
  }

  /**
   * Reads the footers of files named by exact URI.
   *
   * @param progress is told how many have been read so far
   * @throws dev.lakeferry.failure.RunFailure naming the file that is empty, cut short or no Parquet
   */
  public static Footers read(LakeSession session, List<String> uris, Consumer<Integer> progress) {
    Footers footers = new Footers(session);
    footers.readAll(uris, progress);
    return footers;
  }

  /**
   * Reads the footers of files that lie below one prefix. The store's list tells their sizes, so
   * that each is one request; files that are named one by one are two. Where the prefix does not
   * give just these, since something came or went meanwhile, they are read one by one.
   *
   * @param prefix an URI in which no character stands for others, ending in a slash
   * @param uris the files; whatever else lies there is left out
   * @throws dev.lakeferry.failure.RunFailure likewise
   */
  public static Footers readBelow(LakeSession session, String prefix, List<String> uris) {
    Footers footers = new Footers(session);
    footers.readAllBelow(prefix, uris, done -> {});
    return footers;
  }

  private void readAllBelow(String prefix, List<String> uris, Consumer<Integer> progress) {
    if (readByPrefix(prefix, uris) == uris.size()) {
      progress.accept(uris.size());
    } else {
      clear();
      readAll(uris, progress);
    }
  }

  /** How many were read: none where something that lies there cannot be. */
  private long readByPrefix(String prefix, List<String> uris) {
    try {
      return session.readFooters(
          uris.size(),
          () ->
              session.change(
                  INSERT + "WHERE parquet_file_metadata[1].file_name IN (SELECT unnest(?))",
                  prefix + "**",
                  uris));
    } catch (FinalFailure e) {
      LOG.debug("The footers below {} are read one by one", prefix, e);
      return 0;
    }
  }

  /**
   * The same, but for files whose footer is known already.
   *
   * @param prefix where all lie, if it may be read whole, as {@link #readBelow} does
   * @param contents of each file, by its URI
   * @param memory knows footers, and is told which were read
   */
  static Footers read(
      LakeSession session,
      Optional<String> prefix,
      Map<String, FooterMemory.Content> contents,
      FooterMemory memory,
      Consumer<Integer> progress) {
    Footers footers = new Footers(session);
    Map<String, FooterMemory.Remembered> known = memory.of(contents);
    footers.insertAll(known);
    List<String> unknown =
        contents.keySet().stream().filter(uri -> !known.containsKey(uri)).toList();
    if (prefix.isPresent() && known.isEmpty()) {
      footers.readAllBelow(prefix.get(), unknown, progress);
    } else {
      footers.readAll(unknown, progress);
    }
    memory.read(footers);
    return footers;
  }

  private void clear() {
    session.execute(
        """
        CREATE OR REPLACE TEMP TABLE footer (
          file VARCHAR,
          file_rows BIGINT,
          signature VARCHAR,
          group_rows BIGINT,
          leaves STRUCT(path VARCHAR, num_values BIGINT, nulls BIGINT)[])
        """);
  }

  private void readAll(List<String> uris, Consumer<Integer> progress) {
    session.withExactKeys(
        () -> {
          for (int from = 0; from < uris.size(); from += CHUNK) {
            List<String> chunk = uris.subList(from, Math.min(from + CHUNK, uris.size()));
            session.readFooters(chunk.size(), () -> session.change(INSERT, chunk));
            progress.accept(from + chunk.size());
          }
          return null;
        });
  }

  private void insertAll(Map<String, FooterMemory.Remembered> known) {
    List<String> uris = List.copyOf(known.keySet());
    for (int from = 0; from < uris.size(); from += CHUNK) {
      List<String> chunk = uris.subList(from, Math.min(from + CHUNK, uris.size()));
      List<FooterMemory.Remembered> footers = chunk.stream().map(known::get).toList();
      session.execute(
          """
          INSERT INTO footer
          SELECT
            file,
            CAST(file_rows AS BIGINT),
            signature,
            CAST(group_rows AS BIGINT),
            from_json(leaves, '[{"path": "VARCHAR", "num_values": "BIGINT", "nulls": "BIGINT"}]')
          FROM (
            SELECT
              unnest(?) AS file,
              unnest(?) AS file_rows,
              unnest(?) AS signature,
              unnest(?) AS group_rows,
              unnest(?) AS leaves)
          """,
          chunk,
          footers.stream().map(footer -> Long.toString(footer.rows())).toList(),
          footers.stream().map(FooterMemory.Remembered::signature).toList(),
          footers.stream().map(footer -> Long.toString(footer.firstGroupRows())).toList(),
          footers.stream().map(FooterMemory.Remembered::leaves).toList());
    }
  }

  /** What is to be remembered of files with rows, by their URI. */
  Map<String, FooterMemory.Remembered> remembered(List<String> uris) {
    Map<String, FooterMemory.Remembered> remembered = new TreeMap<>();
    session.query(
        """
        WITH leaf AS (
          SELECT file, unnest(leaves) AS leaf
          FROM footer
          WHERE file IN (SELECT unnest(?))
        ), path AS (
          SELECT
            file,
            leaf.path AS path,
            CAST(sum(leaf.num_values) AS BIGINT) AS num_values,
            CAST(CASE WHEN count(*) = count(leaf.nulls) THEN sum(leaf.nulls) END AS BIGINT) AS nulls
          FROM leaf
          GROUP BY ALL
        )
        SELECT
          file,
          any_value(file_rows),
          any_value(signature),
          any_value(group_rows),
          CAST(to_json(list(struct_pack(path, num_values, nulls) ORDER BY path)) AS VARCHAR)
        FROM path
        JOIN footer USING (file)
        GROUP BY file
        """,
        row ->
            remembered.put(
                row.getString(1),
                new FooterMemory.Remembered(
                    row.getLong(2), row.getString(3).intern(), row.getLong(4), row.getString(5))),
        uris);
    return remembered;
  }

  private static final String INSERT =
      """
      INSERT INTO footer
      SELECT
        parquet_file_metadata[1].file_name,
        parquet_file_metadata[1].num_rows,
        md5(CAST([
          struct_pack(
            n := s.name,
            t := s.type,
            r := s.repetition_type,
            k := s.num_children,
            c := s.converted_type,
            l := s.logical_type,
            d := s.duckdb_type)
          FOR s IN parquet_schema] AS VARCHAR)),
        coalesce(parquet_metadata[1].row_group_num_rows, 0),
        [struct_pack(
          path := m.path_in_schema,
          num_values := m.num_values,
          nulls := m.stats_null_count)
         FOR m IN parquet_metadata]
      FROM parquet_full_metadata(?)
      """;

  /**
   * What one footer says.
   *
   * @param rows of the file
   * @param signature stands for its schema
   * @param firstGroupRows rows of its first row group
   */
  public record Footer(long rows, String signature, long firstGroupRows) {}

  /** Every file by its URI. */
  public Map<String, Footer> files() {
    Map<String, Footer> files = new TreeMap<>();
    session.query(
        "SELECT file, file_rows, signature, group_rows FROM footer",
        row ->
            files.put(
                row.getString(1),
                new Footer(row.getLong(2), row.getString(3).intern(), row.getLong(4))));
    return files;
  }

  /**
   * A leaf column over all files with rows.
   *
   * @param path its names joined by {@code ", "}, as DuckDB writes them
   * @param values how many are not null; null where a file carries no null count
   * @param nulls how many nulls the files that have the column count; null likewise
   * @param nullGroups in how many row groups all values are null, as far as they are counted
   */
  record Leaf(String path, Long values, Long nulls, long nullGroups) {}

  /**
   * Every leaf column.
   *
   * @param uris the files to look at
   */
  List<Leaf> leaves(List<String> uris) {
    return session.query(
        """
        SELECT
          leaf.path,
          CASE WHEN count(*) = count(leaf.nulls) THEN sum(leaf.num_values - leaf.nulls) END,
          CASE WHEN count(*) = count(leaf.nulls) THEN sum(leaf.nulls) END,
          count(*) FILTER (leaf.nulls >= leaf.num_values)
        FROM (
          SELECT unnest(leaves) AS leaf
          FROM footer
          WHERE file_rows > 0
            AND file IN (SELECT unnest(?)))
        GROUP BY ALL
        """,
        row ->
            new Leaf(
                row.getString(1),
                asLong(row.getObject(2)),
                asLong(row.getObject(3)),
                row.getLong(4)),
        uris);
  }

  /**
   * Files that hold nothing but NULL in one of some columns. One that lacks the column is none of
   * them.
   *
   * @param uris the files to look at
   * @param paths the leaf columns
   */
  Set<String> sparse(List<String> uris, List<String> paths) {
    return Set.copyOf(
        session.query(
            """
            WITH suspect AS (
              SELECT file, unnest(leaves) AS leaf
              FROM footer
              WHERE len([1 for l in leaves if l.nulls >= l.num_values]) > 0
                AND file IN (SELECT unnest(?))
            ), empty_column AS (
              SELECT file
              FROM suspect
              WHERE leaf.path IN (SELECT unnest(?))
              GROUP BY file, leaf.path
              HAVING sum(leaf.nulls) >= sum(leaf.num_values)
            )
            SELECT DISTINCT file
            FROM empty_column
            """,
            row -> row.getString(1),
            uris,
            paths));
  }

  private static Long asLong(Object number) {
    return number == null ? null : ((Number) number).longValue();
  }

  /** The leaf columns of one layout. */
  List<String> leavesOf(String signature) {
    return session.query(
        """
        SELECT DISTINCT unnest(leaves).path
        FROM (SELECT leaves FROM footer WHERE signature = ? AND file_rows > 0 LIMIT 1)
        """,
        row -> row.getString(1),
        signature);
  }
}
