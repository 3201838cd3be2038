package dev.lakeferry.publish;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Footers;
import dev.lakeferry.generation.Footers.Footer;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.landing.ConfirmedLanding;
import dev.lakeferry.verification.DecodeSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The footers of what was landed, read before BEGIN: an object that was altered since it was
 * planned is found here, and the registration inside the transaction finds the footers in the
 * engine's cache.
 */
final class LandedFooters {
  private static final Logger LOG = LoggerFactory.getLogger(LandedFooters.class);

  private final LakeSession session;
  private final List<String> uris;
  private final Map<String, Footer> footers;

  /** Reads them. */
  LandedFooters(LakeSession session, ConfirmedLanding landing) {
    this.session = session;
    this.uris = landing.uris();
    this.footers = Footers.readBelow(session, landing.uri(), uris).files();
  }

  /**
   * Compares them with the source's, file by file.
   *
   * @param plan of just what was landed
   */
  void compareWith(Plan plan) {
    for (int i = 0; i < uris.size(); i++) {
      Footer footer = footers.get(uris.get(i));
      if (footer == null || footer.rows() != plan.landedRows()[i]) {
        throw new FinalFailure(
            ("The landed object %s holds %s rows, its source held %,d when it was planned; the live"
                    + " table and all objects stay. Retry the run; if it happens again, look who writes"
                    + " to the lake's bucket.")
                .formatted(
                    uris.get(i),
                    footer == null ? "no" : "%,d".formatted(footer.rows()),
                    plan.landedRows()[i]));
      }
    }
  }

  /**
   * Decodes every column of files spread over all of them: of each its first row group, or all rows
   * where nothing is to be left out.
   *
   * @return how many files
   */
  long decode(DecodeSize size) {
    int step = size.isAll() ? 1 : Math.max(1, uris.size() / size.files());
    List<String> sample = new ArrayList<>();
    for (int i = 0; i < uris.size() && sample.size() < size.files(); i += step) {
      sample.add(uris.get(i));
    }
    Map<Portion, List<String>> portions =
        sample.stream().collect(Collectors.groupingBy(uri -> Portion.of(footers.get(uri), size)));
    session.withExactKeys(
        () -> {
          portions.forEach(this::decode);
          return null;
        });
    return sample.size();
  }

  /**
   * What is decoded of files that can be decoded together.
   *
   * @param signature their common schema
   * @param rows how many, from the first; {@link Long#MAX_VALUE} for all
   */
  private record Portion(String signature, long rows) {
    static Portion of(Footer footer, DecodeSize size) {
      boolean whole = size.isAll() || footer.firstGroupRows() == footer.rows();
      return new Portion(footer.signature(), whole ? Long.MAX_VALUE : footer.firstGroupRows());
    }
  }

  /** All at once, since one by one each file would wait for the one before it. */
  private void decode(Portion portion, List<String> uris) {
    try {
      session.execute(
          """
          SELECT bit_xor(hash(t))
          FROM (
            SELECT *
            FROM read_parquet(?, hive_partitioning = false, file_row_number = true)
            WHERE file_row_number < %d
          ) AS t
          """
              .formatted(portion.rows()),
          uris);
    } catch (FinalFailure e) {
      LOG.debug("Files are decoded one by one to find the one that cannot be", e);
      uris.forEach(uri -> decode(portion, uri));
    }
  }

  private void decode(Portion portion, String uri) {
    try {
      session.execute(
          """
          SELECT bit_xor(hash(t))
          FROM (
            SELECT *
            FROM read_parquet([?], hive_partitioning = false)
            LIMIT %d
          ) AS t
          """
              .formatted(portion.rows()),
          uri);
    } catch (FinalFailure e) {
      throw new FinalFailure(
          ("The landed object %s has a footer, but its data cannot be read; the live table and all"
                  + " objects stay. Correct the import upstream: %s")
              .formatted(uri, e.getMessage()),
          e);
    }
  }
}
