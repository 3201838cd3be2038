package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The credentials with which one session at a Duckgres server reads buckets: temporary secrets,
 * each scoped to what it is for.
 *
 * <p>Duckgres has a secret of its own for all of {@code s3://}, and the longest scope wins: so
 * there is one for the lake, one for the source, and one for each further bucket once it is named,
 * such as that of a model.
 */
final class BucketSecrets {
  private static final Pattern BUCKET = Pattern.compile("s3://([A-Za-z0-9._-]+)/");

  private final LakeSettings lake;
  private final SourceSettings source;
  private final Set<String> made = new HashSet<>();

  BucketSecrets(LakeSettings lake, SourceSettings source) {
    this.lake = lake;
    this.source = source;
  }

  /** Makes those that every session needs, on a fresh connection. */
  void make(Connection connection) throws SQLException {
    made.clear();
    make(connection, "lakeferry_objects", lake.s3(), lake.dataPath());
    make(connection, "lakeferry_source", source.s3(), source.url());
    made.add(lake.bucket());
    made.add(source.bucket());
  }

  /** Makes the one for a value's bucket, if the value is in one that was not named before. */
  void reach(Connection connection, Object value) throws SQLException {
    if (value instanceof String uri) {
      Matcher bucket = BUCKET.matcher(uri);
      if (bucket.lookingAt() && made.add(bucket.group(1))) {
        make(
            connection,
            "lakeferry_elsewhere_" + made.size(),
            source.s3(),
            "s3://" + bucket.group(1) + "/");
      }
    }
  }

  private static void make(Connection connection, String name, S3Settings s3, String scope)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(Secrets.s3("TEMPORARY SECRET", name, s3, scope));
    } catch (SQLException e) {
      if (DuckgresErrors.endsConnection(e)) {
        throw e;
      }
      // Neither cause nor text: the server echoes the statement, and this one holds credentials.
      throw new FinalFailure(
          "Duckgres refused the S3 secret for %s (%s, SQLSTATE %s). Its extension httpfs must be loaded, and its user be allowed CREATE SECRET."
              .formatted(scope, kind(e), e.getSQLState()));
    }
  }

  /** DuckDB's class of an error, such as {@code Parser Error}. */
  private static String kind(SQLException e) {
    String told = DuckgresErrors.tell(e);
    int colon = told.indexOf(':');
    return colon > 0 && told.substring(0, colon).matches("[A-Za-z ]{1,40}")
        ? told.substring(0, colon)
        : "no reason that may be told";
  }
}
