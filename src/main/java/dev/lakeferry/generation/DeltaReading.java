package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.lake.TextList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a version's files, and the way in which its rows are read. The engine's delta extension
 * (1.5.5) misreads three kinds of tables, of which the log is read here instead:
 *
 * <ul>
 *   <li>it takes an absolute path, of a file outside the table's folder, for a relative one;
 *   <li>it reads every partition column of a table with column mapping as NULL;
 *   <li>a column {@code filename} hides from which file a row comes.
 * </ul>
 */
final class DeltaReading {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaReading.class);

  private final LakeSession session;
  private final DeltaPlace place;
  private final DeltaVersion delta;
  private final List<Column> columns;

  DeltaReading(LakeSession session, DeltaPlace place, DeltaVersion delta, List<Column> columns) {
    this.session = session;
    this.place = place;
    this.delta = delta;
    this.columns = columns;
  }

  /**
   * What the version is made of.
   *
   * @param files in the order of their URIs; those that a scan finds no row in may be left out
   */
  record Found(List<ActiveFile> files, DeltaRows rows) {}

  /**
   * Finds them.
   *
   * @param remembered whether footers of earlier generations are known: then the log and those tell
   *     the rows, and no file is opened to count them
   */
  Found find(DeltaLog log, DeltaLog.Metadata metadata, boolean remembered) {
    boolean hidden = Column.find(columns, "filename").isPresent();
    boolean unread = metadata.mapped() && !metadata.partitionColumns().isEmpty();
    if (!hidden && !unread) {
      try {
        List<Listed> listed = list();
        if (listed.stream().noneMatch(this::outside)) {
          Optional<List<ActiveFile>> logged =
              remembered ? logged(log, metadata, listed) : Optional.empty();
          if (logged.isPresent()) {
            return new Found(logged.get(), new ScannedRows(delta));
          }
          return new Found(scan(metadata.partitionColumns(), listed), new ScannedRows(delta));
        }
      } catch (RunFailure e) {
        // It also looks at deletion vectors, whose absolute paths it takes for others, too.
        LoggedFiles files = replay(log, metadata);
        if (!files.outside()) {
          throw e;
        }
        return found(metadata, files, true);
      }
    }
    LoggedFiles files = replay(log, metadata);
    return found(metadata, files, hidden || files.outside());
  }

  private boolean outside(Listed listed) {
    return DeltaPaths.absolute(listed.uri().substring(delta.uri().length()));
  }

  private LoggedFiles replay(DeltaLog log, DeltaLog.Metadata metadata) {
    return new DeltaReplay(session, place, metadata).files(log, delta.version(), columns);
  }

  private Found found(DeltaLog.Metadata metadata, LoggedFiles files, boolean listed) {
    PartitionValues partitions = new PartitionValues(metadata.partitionColumns(), files.files());
    return new Found(
        files.files().stream().map(ActiveFile::of).toList(),
        listed ? listed(metadata, partitions) : new MappedRows(delta, columns, partitions));
  }

  private record Listed(String uri, boolean deletes) {}

  private List<Listed> list() {
    return session.query(
        "SELECT data_file, have_deletes FROM delta_list_files(?, version => %d)"
            .formatted(delta.version()),
        row -> new Listed(row.getString(1), row.getBoolean(2)),
        delta.uri());
  }

  /**
   * The listed files with the log's partition values, if none has deleted rows. The engine's list
   * tells those values too, but a NULL there as the text {@code NULL}.
   */
  private Optional<List<ActiveFile>> logged(
      DeltaLog log, DeltaLog.Metadata metadata, List<Listed> listed) {
    if (listed.stream().anyMatch(Listed::deletes)) {
      return Optional.empty();
    }
    if (metadata.partitionColumns().isEmpty()) {
      return Optional.of(
          listed.stream()
              .map(Listed::uri)
              .sorted()
              .map(uri -> new ActiveFile(uri, List.of(), false, null, 0))
              .toList());
    }
    try {
      List<ActiveFile> files =
          replay(log, metadata).files().stream()
              .map(ActiveFile::of)
              .sorted(Comparator.comparing(ActiveFile::uri))
              .toList();
      boolean same =
          files.stream()
              .map(ActiveFile::uri)
              .toList()
              .equals(listed.stream().map(Listed::uri).sorted().toList());
      return same ? Optional.of(files) : Optional.empty();
    } catch (FinalFailure e) {
      // Such as a checkpoint of version 2, which the engine's scan reads.
      LOG.debug("The log of {} is left to the engine", delta, e);
      return Optional.empty();
    }
  }

  /** Files without rows left are not among the scanned ones; they need not be landed. */
  private List<ActiveFile> scan(List<String> keys, List<Listed> listed) {
    Set<String> withDeletes =
        listed.stream().filter(Listed::deletes).map(Listed::uri).collect(Collectors.toSet());
    String values =
        keys.stream()
            .map(key -> "CAST(%s AS VARCHAR)".formatted(Quote.name(key)))
            .collect(Collectors.joining(", "));
    return session.query(
        """
        SELECT filename, count(*), %s
        FROM %s
        GROUP BY ALL
        ORDER BY filename
        """
            .formatted(TextList.sql("[" + values + "]"), delta.scan()),
        row ->
            new ActiveFile(
                row.getString(1),
                TextList.read(row, 3),
                withDeletes.contains(row.getString(1)),
                row.getLong(2),
                0),
        delta.uri());
  }

  private ListedRows listed(DeltaLog.Metadata metadata, PartitionValues partitions) {
    Optional<DeltaField> nested = ListedRows.renamedInside(metadata);
    if (nested.isPresent()) {
      throw new FinalFailure(
          ("The Delta table %s has files outside its folder or a column 'filename', and maps its"
                  + " columns by %s: then its nested column '%s' cannot be read. Nothing was copied"
                  + " and the live table stays. Make the table a deep clone, or rewrite it upstream.")
              .formatted(delta, metadata.columnMapping(), nested.get().name()));
    }
    Map<String, String> deleted = new DeletedRows(session, place).of(partitions.files());
    return new ListedRows(delta, columns, metadata, partitions, deleted);
  }
}
