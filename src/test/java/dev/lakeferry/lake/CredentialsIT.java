package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.faults.StoreRequest;
import dev.lakeferry.objects.CopyRequest;
import dev.lakeferry.objects.ObjectCopier;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.testing.CheckedAccess;
import dev.lakeferry.testing.CheckedStore;
import dev.lakeferry.testing.FakeSts;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TurnedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Temporary credentials in clients and engines, in front of a store that checks them. */
class CredentialsIT {
  private static final String ROLE = CheckedAccess.ROLE;
  private static final String KEY = CheckedAccess.KEY;
  private static final Duration HOUR = CheckedAccess.SESSION;

  private static TestLake lake;

  private CheckedAccess access;
  private TurnedClock clock;
  private StoreCredentials credentials;
  private FakeSts sts;
  private CheckedStore store;
  private LogLines log;
  private EmbeddedLake engine;

  @BeforeAll
  static void makeLake() {
    lake = new TestLake();
  }

  @AfterAll
  static void closeLake() {
    lake.close();
  }

  @BeforeEach
  void open() {
    access = new CheckedAccess(lake);
    clock = access.clock();
    credentials = access.credentials();
    sts = access.sts();
    store = access.store();
    log = new LogLines();
    engine =
        new EmbeddedLake(
            lake.engineSettings(),
            lake.catalogSettings(),
            access.lakeSettings(),
            access.sourceSettings(),
            credentials);
  }

  @AfterEach
  void close() {
    engine.close();
    access.close();
    log.close();
    assertThat(log.lines()).noneMatch(line -> line.contains("session-of-the-test"));
    for (String session : store.sessions()) {
      assertThat(log.with(session)).as("law 10").isEmpty();
    }
  }

  private static List<String> keys(ObjectStore objects) {
    List<String> keys = new ArrayList<>();
    for (ObjectInfo object : objects.list(lake.lakeSettings().bucket(), "credentials/")) {
      keys.add(object.key());
    }
    return keys;
  }

  @Test
  void credentialsThatEndInTheMiddleOfAJobAreSurvivedByClientAndEngine() {
    try (S3Client s3 = S3Clients.open(access.settings(), 1, credentials);
        LakeSession session = engine.open("a job")) {
      ObjectStore objects = new ObjectStore(s3);
      assertThat(keys(objects)).isEmpty();
      session.execute("CREATE SCHEMA ducklake.credentials");
      session.execute("CREATE TABLE ducklake.credentials.rows AS SELECT 1 AS i, 'before' AS word");
      assertThat(store.sessions()).containsExactly("session-1");

      clock.turn(HOUR.plusMinutes(1));
      assertThat(keys(objects)).hasSize(1);
      assertThat(
              session.first("SELECT word FROM ducklake.credentials.rows", row -> row.getString(1)))
          .contains("before");
      assertThat(store.sessions()).containsExactly("session-1", "session-2");

      try (LakeTransaction transaction = session.begin()) {
        session.execute("INSERT INTO ducklake.credentials.rows SELECT 2, 'within'");
        clock.turn(HOUR.plusMinutes(1));
        session.execute("INSERT INTO ducklake.credentials.rows SELECT 3, 'later'");
        assertThat(session.number("SELECT sum(i) FROM ducklake.credentials.rows")).isEqualTo(6);
        clock.turn(HOUR.plusMinutes(1));
        session.execute("INSERT INTO ducklake.credentials.rows SELECT 4, 'at last'");
        transaction.commit();
      }
      session.renew();
      clock.turn(HOUR.plusMinutes(1));
      assertThat(session.number("SELECT sum(i) FROM ducklake.credentials.rows")).isEqualTo(10);
      assertThat(store.sessions()).contains("session-3", "session-4", "session-5");
    }
    assertThat(store.refused()).isZero();
    assertThat(lake.number("SELECT sum(i) FROM ducklake.credentials.rows")).isEqualTo(10);
  }

  @Test
  void whatARollbackTookBackIsPutAgain() {
    try (LakeSession session = engine.open("a job")) {
      session.execute("CREATE SCHEMA ducklake.rolled_back");
      session.execute("CREATE TABLE ducklake.rolled_back.rows AS SELECT 1 AS i");
      try (LakeTransaction transaction = session.begin()) {
        clock.turn(Duration.ofMinutes(45));
        session.execute("INSERT INTO ducklake.rolled_back.rows SELECT 2");
      }
      session.renew();
      clock.turn(Duration.ofMinutes(20));
      session.execute("INSERT INTO ducklake.rolled_back.rows SELECT 3");
      assertThat(session.number("SELECT sum(i) FROM ducklake.rolled_back.rows")).isEqualTo(4);
    }
    assertThat(store.refused()).isZero();
  }

  @Test
  void anEngineThatWasIdleBeginsWithGoodCredentials() {
    try (LakeSession session = engine.open("a job")) {
      session.execute("CREATE SCHEMA ducklake.idle");
      session.execute("CREATE TABLE ducklake.idle.rows AS SELECT 1 AS i");
    }
    clock.turn(Duration.ofHours(8));
    try (LakeSession session = engine.open("another job");
        LakeTransaction transaction = session.begin()) {
      session.execute("INSERT INTO ducklake.idle.rows SELECT 2");
      transaction.commit();
    }
    assertThat(lake.number("SELECT sum(i) FROM ducklake.idle.rows")).isEqualTo(3);
    assertThat(store.refused()).isZero();
  }

  @Test
  void credentialsThatEndWhileAStatementRunsAreToldAsSomethingThatPassesWithoutThem() {
    try (LakeSession session = engine.open("a job")) {
      session.execute("CREATE SCHEMA ducklake.ended");
      session.execute("CREATE TABLE ducklake.ended.rows AS SELECT 1 AS i");
      sts.forget();
      assertThatThrownBy(() -> session.execute("INSERT INTO ducklake.ended.rows SELECT 2"))
          .isInstanceOf(RetryableFailure.class)
          .hasMessageContaining("lakeferry.aws.session.renew-before")
          .hasMessageNotContaining("session-");
    }
    assertThat(store.refused()).isPositive();
  }

  @Test
  void aRoleThatIsRefusedIsToldByClientAndEngineAlike() {
    sts.refuse(403, "AccessDenied", "not authorized to perform: sts:AssumeRole");
    try (S3Client s3 = S3Clients.open(access.settings(), 1, credentials)) {
      assertThatThrownBy(() -> keys(new ObjectStore(s3)))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContainingAll(ROLE, "trust policy");
    }
    assertThatThrownBy(() -> engine.open("a job"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContainingAll(ROLE, "trust policy");
    sts.relent();
    engine.open("a job").close();
  }

  @Test
  void whatIsWrittenNamesTheKeyAndEveryRequestSaysWhoPays() {
    String bucket = lake.lakeSettings().bucket();
    S3Settings checked = access.settings();
    try (S3Client s3 = S3Clients.open(checked, 2, credentials);
        ObjectCopier copier = new ObjectCopier(s3, 2, 6L << 20, 5L << 20)) {
      byte[] large = new byte[7 << 20];
      s3.putObject(r -> r.bucket(bucket).key("kms/put"), RequestBody.fromBytes(large));
      String etag = new ObjectStore(s3).head(bucket, "kms/put").orElseThrow().etag();
      copier.copy(new CopyRequest(bucket, "kms/put", etag, bucket, "kms/parts", large.length));
      s3.putObject(r -> r.bucket(bucket).key("kms/small"), RequestBody.fromString("small"));
      String small = new ObjectStore(s3).head(bucket, "kms/small").orElseThrow().etag();
      copier.copy(new CopyRequest(bucket, "kms/small", small, bucket, "kms/copy", 5));
      s3.getObject(r -> r.bucket(bucket).key("kms/copy")).abort();
    }
    assertThat(store.requests("PUT", "kms/put")).isNotEmpty().allMatch(CredentialsIT::namesKey);
    assertThat(store.requests("PUT", "kms/copy")).isNotEmpty().allMatch(CredentialsIT::namesKey);
    assertThat(store.requests("POST", "kms/parts?uploads"))
        .isNotEmpty()
        .allMatch(CredentialsIT::namesKey);
    assertThat(store.requests("GET", "kms/copy")).isNotEmpty().noneMatch(CredentialsIT::namesKey);
    try (LakeSession session = engine.open("a job")) {
      session.execute("CREATE SCHEMA ducklake.kms");
      session.execute("CREATE TABLE ducklake.kms.rows AS SELECT 1 AS i");
      assertThat(session.number("SELECT i FROM ducklake.kms.rows")).isEqualTo(1);
    }
    assertThat(store.requests("PUT", "kms/rows").stream())
        .isNotEmpty()
        .filteredOn(put -> !put.target().contains("uploadId"))
        .allMatch(CredentialsIT::namesKey);
    assertThat(store.requests())
        .allMatch(request -> "requester".equals(request.headers().get("x-amz-request-payer")));
  }

  private static boolean namesKey(StoreRequest request) {
    return "aws:kms".equals(request.headers().get("x-amz-server-side-encryption"))
        && KEY.equals(request.headers().get("x-amz-server-side-encryption-aws-kms-key-id"));
  }
}
