package dev.lakeferry.generation;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.lake.LakeSession;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads deletion vectors, for files that the engine's scan cannot read.
 *
 * @see <a
 *     href="https://github.com/delta-io/delta/blob/master/PROTOCOL.md#deletion-vector-format">the
 *     protocol's "Deletion Vector Format"</a>
 */
final class DeletedRows {
  /** About eight bytes a row are held in memory until the generation is published. */
  private static final long MOST = 20_000_000;

  private static final int PORTABLE = 1_681_511_377;
  private static final int NATIVE = 1_681_511_376;
  private static final int ENCODED_UUID = 20;

  private final LakeSession session;
  private final DeltaPaths paths;

  DeletedRows(LakeSession session, DeltaPlace place) {
    this.session = session;
    this.paths = new DeltaPaths(place);
  }

  /**
   * The numbers of the deleted rows, counted from 0 and joined by commas, by the URI of their file.
   *
   * @throws FinalFailure if a vector cannot be read, or there are too many rows
   */
  Map<String, String> of(List<LoggedFile> files) {
    List<LoggedFile> with =
        files.stream()
            .filter(file -> file.vector().filter(v -> v.cardinality() > 0).isPresent())
            .toList();
    long rows = with.stream().mapToLong(file -> file.vector().orElseThrow().cardinality()).sum();
    if (rows > MOST) {
      throw new FinalFailure(
          ("%,d rows of the Delta table are deleted by deletion vectors, more than the %,d that can be"
                  + " left out of a table with files outside its folder; nothing was copied and the"
                  + " live table stays. Purge them upstream (REORG TABLE … APPLY (PURGE)).")
              .formatted(rows, MOST));
    }
    Map<String, String> deleted = new HashMap<>();
    Map<String, byte[]> stored = stored(with);
    for (LoggedFile file : with) {
      DeletionVector vector = file.vector().orElseThrow();
      try {
        byte[] data =
            vector.storageType().equals("i")
                ? Arrays.copyOf(Z85.decode(vector.pathOrInline()), vector.size())
                : unwrapped(stored.get(file.uri()), vector);
        deleted.put(file.uri(), numbers(data, vector.cardinality()));
      } catch (IOException | IllegalArgumentException e) {
        throw new FinalFailure(
            ("The deletion vector of the file %s cannot be read; nothing was copied and the live table"
                    + " stays: %s")
                .formatted(file.uri(), e.getMessage()),
            e);
      }
    }
    return deleted;
  }

  /** The vectors that stand in files, with their frames, by the URI of the file with the rows. */
  private Map<String, byte[]> stored(List<LoggedFile> files) {
    List<String> uris = new ArrayList<>();
    List<String> vectorFiles = new ArrayList<>();
    List<String> from = new ArrayList<>();
    List<String> to = new ArrayList<>();
    for (LoggedFile file : files) {
      DeletionVector vector = file.vector().orElseThrow();
      if (!vector.storageType().equals("i")) {
        long offset = vector.offset() == null ? 1 : vector.offset();
        uris.add(file.uri());
        vectorFiles.add(uri(vector));
        from.add(Long.toString(offset + 1));
        to.add(Long.toString(offset + 4 + vector.size() + 4));
      }
    }
    Map<String, byte[]> stored = new HashMap<>();
    if (!uris.isEmpty()) {
      session.withExactKeys(
          () ->
              session.query(
                  """
                  SELECT v.uri, to_base64(b.content[CAST(v.first AS BIGINT):CAST(v.last AS BIGINT)])
                  FROM (
                    SELECT unnest(?) AS uri, unnest(?) AS file, unnest(?) AS first, unnest(?) AS last) AS v
                  JOIN read_blob(?) AS b ON b.filename = v.file
                  """,
                  row -> stored.put(row.getString(1), Base64.getDecoder().decode(row.getString(2))),
                  uris,
                  vectorFiles,
                  from,
                  to,
                  vectorFiles.stream().distinct().toList()));
    }
    return stored;
  }

  private String uri(DeletionVector vector) {
    String text = vector.pathOrInline();
    if (!vector.storageType().equals("u")) {
      return paths.uri(text);
    }
    int prefix = text.length() - ENCODED_UUID;
    ByteBuffer bytes = ByteBuffer.wrap(Z85.decode(text.substring(prefix)));
    return paths.uri(
        (prefix == 0 ? "" : text.substring(0, prefix) + "/")
            + "deletion_vector_%s.bin".formatted(new UUID(bytes.getLong(), bytes.getLong())));
  }

  private static byte[] unwrapped(byte[] framed, DeletionVector vector) throws IOException {
    if (framed == null || framed.length != vector.size() + 8) {
      throw new IOException("its file is shorter than the log says");
    }
    ByteBuffer frame = ByteBuffer.wrap(framed);
    if (frame.getInt() != vector.size()) {
      throw new IOException("its file gives it another size than the log");
    }
    byte[] data = new byte[vector.size()];
    frame.get(data);
    CRC32 checksum = new CRC32();
    checksum.update(data);
    if ((int) checksum.getValue() != frame.getInt()) {
      throw new IOException("its checksum is wrong");
    }
    return data;
  }

  /** A RoaringBitmapArray: bitmaps of the rows below each multiple of 2^32. */
  static String numbers(byte[] data, long cardinality) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(data));
    int magic = in.readInt();
    boolean little = Integer.reverseBytes(magic) == NATIVE;
    StringBuilder numbers = new StringBuilder();
    long rows = 0;
    if (Integer.reverseBytes(magic) == PORTABLE) {
      for (long left = Long.reverseBytes(in.readLong()); left > 0; left--) {
        rows += append(numbers, Integer.reverseBytes(in.readInt()), in);
      }
    } else if (magic == NATIVE || little) {
      // What the protocol's own example of an inline vector is written in.
      int bitmaps = integer(in, little);
      for (int i = 0; i < bitmaps; i++) {
        in.skipNBytes(Integer.BYTES);
        rows += append(numbers, i, in);
      }
    } else {
      throw new IOException("its format is unknown");
    }
    if (rows != cardinality) {
      throw new IOException("it holds %d rows, the log says %d".formatted(rows, cardinality));
    }
    return numbers.toString();
  }

  private static int integer(DataInputStream in, boolean little) throws IOException {
    int number = in.readInt();
    return little ? Integer.reverseBytes(number) : number;
  }

  private static long append(StringBuilder numbers, int high, DataInputStream in)
      throws IOException {
    RoaringBitmap bitmap = new RoaringBitmap();
    bitmap.deserialize(in);
    long first = Integer.toUnsignedLong(high) << 32;
    bitmap.forEach(
        (int low) ->
            numbers
                .append(numbers.isEmpty() ? "" : ",")
                .append(first | Integer.toUnsignedLong(low)));
    return bitmap.getLongCardinality();
  }
}
