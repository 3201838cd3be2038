package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.objects.S3Failures;
import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.core.exception.SdkException;

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
  private final StoreCredentials credentials;
  private final Set<String> made = new HashSet<>();
  private final Map<String, Place> places = new LinkedHashMap<>();
  private Set<AwsCredentials> held = Set.of();

  BucketSecrets(LakeSettings lake, SourceSettings source, StoreCredentials credentials) {
    this.lake = lake;
    this.source = source;
    this.credentials = credentials;
  }

  /** What a secret is for. */
  private record Place(S3Settings s3, String scope) {}

  /** Makes those that every session needs, on a fresh connection. */
  void make(Connection connection) throws SQLException {
    made.clear();
    places.clear();
    held = current();
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

  /** Makes all of them again where credentials were renewed since. */
  void ensure(Connection connection) throws SQLException {
    Set<AwsCredentials> now = current();
    if (!now.equals(held)) {
      for (Map.Entry<String, Place> place : Map.copyOf(places).entrySet()) {
        make(connection, place.getKey(), place.getValue().s3(), place.getValue().scope());
      }
      held = now;
    }
  }

  /** What stands there is not known any more. */
  void forget() {
    held = Set.of();
  }

  private Set<AwsCredentials> current() {
    return Stream.of(lake.s3(), source.s3()).map(this::resolved).collect(Collectors.toSet());
  }

  private AwsCredentials resolved(S3Settings s3) {
    try {
      return credentials.of(s3).resolveCredentials();
    } catch (SdkException e) {
      throw S3Failures.of(e, "Looking for the credentials of the object store");
    }
  }

  private void make(Connection connection, String name, S3Settings s3, String scope)
      throws SQLException {
    places.put(name, new Place(s3, scope));
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(Secrets.s3("TEMPORARY SECRET", name, s3, resolved(s3), scope));
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
