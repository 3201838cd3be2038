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

/**
 * The footers of what was landed, read before BEGIN: an object that was altered since it was
 * planned is found here, and the registration inside the transaction finds the footers in the
 * engine's cache.
 */
final class LandedFooters {
  private final LakeSession session;
  private final List<String> uris;
  private final Map<String, Footer> footers;

  /** Reads them. */
  LandedFooters(LakeSession session, ConfirmedLanding landing) {
    this.session = session;
    this.uris =
        landing.objects().stream().map(object -> landing.uri() + object.landedPath()).toList();
    this.footers = Footers.read(session, uris, done -> {}).files();
  }

  /** Compares them with the source's, file by file. */
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
    session.withExactKeys(
        () -> {
          sample.forEach(uri -> decode(uri, size));
          return null;
        });
    return sample.size();
  }

  private void decode(String uri, DecodeSize size) {
    String limit = size.isAll() ? "" : "LIMIT " + footers.get(uri).firstGroupRows();
    try {
      session.execute(
          """
          SELECT bit_xor(hash(t))
          FROM (
            SELECT *
            FROM read_parquet([?], hive_partitioning = false)
            %s
          ) AS t
          """
              .formatted(limit),
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
