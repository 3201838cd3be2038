package dev.lakeferry.overview;

import java.time.Instant;
import java.util.List;

/**
 * A page of runs, the newest first.
 *
 * @param generatedAt by the database's clock
 * @param nextCursor with it the next page is read; null behind the last
 */
public record RunPage(Instant generatedAt, List<RunLine> runs, String nextCursor) {}
