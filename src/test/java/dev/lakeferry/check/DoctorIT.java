package dev.lakeferry.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lakeferry.faults.FaultyStore;
import dev.lakeferry.faults.StoreFault;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.testing.Pooler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/** The doctor names what is broken, says what to change, and leaves nothing behind. */
class DoctorIT {
  private Setup setup;

  @BeforeEach
  void begin() throws IOException {
    setup = new Setup();
  }

  @AfterEach
  void end() {
    setup.close();
  }

  private static Set<String> with(Map<String, Line> lines, Result result) {
    return lines.values().stream()
        .filter(line -> line.result() == result)
        .map(Line::check)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static AbstractStringAssert<?> failed(Map<String, Line> lines, String check) {
    Line line = lines.get(check);
    assertThat(line.result()).as(line.toString()).isEqualTo(Result.FAILED);
    return assertThat(line.found() + " -> " + line.change());
  }

  private static AbstractStringAssert<?> warned(Map<String, Line> lines, String check) {
    Line line = lines.get(check);
    assertThat(line.result()).as(line.toString()).isEqualTo(Result.WARNING);
    return assertThat(line.found() + " -> " + line.change());
  }

  /** Nothing but these is wrong; the store's administrator is the embedded store's only user. */
  private static void onlyFailed(Map<String, Line> lines, String... checks) {
    assertThat(with(lines, Result.FAILED)).containsExactlyInAnyOrder(checks);
  }

  @Test
  void aGoodSetUpIsFoundGoodAndNothingIsLeftInTheBucket() {
    Map<String, String> before = setup.lake().landedObjects();
    Map<String, Line> lines = setup.look();
    assertThat(with(lines, Result.FAILED)).as(lines.toString()).isEmpty();
    assertThat(with(lines, Result.NOT_CHECKED)).isEmpty();
    assertThat(with(lines, Result.WARNING)).containsExactly("credentials");
    warned(lines, "credentials").contains("object_storage_root_user").contains("Make a role");
    assertThat(lines).hasSizeGreaterThan(30);
    assertThat(lines.get("lake format").found()).isEqualTo("DuckLake 1.0");
    assertThat(lines.get("extensions").found()).contains("ducklake").contains("delta");
    assertThat(lines.get("engine").found()).contains("at snapshot 0");
    assertThat(lines.get("copy source to lake").found()).contains("copies from the source");
    assertThat(setup.lake().landedObjects()).isEqualTo(before);
    String lake = setup.lake().lakeSettings().bucket();
    assertThat(setup.lake().s3().listMultipartUploads(r -> r.bucket(lake)).uploads()).isEmpty();
  }

  @Test
  void whatIsWrittenLiesUnderAPrefixThatNoTableOfTheLakeCanHave() {
    try (ProbePlace place = new ProbePlace(setup.settings(), Duration.ofSeconds(5))) {
      assertThat(place.prefix()).startsWith("__lakeferry_check/").endsWith("/");
      String uri = "s3://" + setup.lake().lakeSettings().bucket() + "/" + place.prefix();
      assertThat(setup.lake().catalog().fileUnder(uri)).isEmpty();
      assertThat(place.writing("x")).startsWith(place.prefix());
    }
  }

  @Test
  void aWrongPasswordIsNamedAndWhatNeedsTheCatalogIsNotTried() {
    Map<String, Line> lines = setup.set("DUCKLAKE_RDS_PASSWORD", "wrong-pass-word").look();
    onlyFailed(lines, "catalog");
    failed(lines, "catalog")
        .contains("password authentication failed")
        .contains("Correct DUCKLAKE_RDS_USERNAME and DUCKLAKE_RDS_PASSWORD")
        .doesNotContain("wrong-pass-word");
    assertThat(with(lines, Result.NOT_CHECKED))
        .contains("catalog version", "lake", "catalog privileges", "engine")
        .doesNotContain("state database", "lake put");
    assertThat(lines.get("engine").found()).isEqualTo("'catalog' has to be mended first");
  }

  @Test
  void aDeadDatabaseServerIsNamed() throws IOException {
    String port = Integer.toString(deadPort());
    Map<String, Line> lines =
        setup.set("DUCKLAKE_RDS_PORT", port).set("LAKEFERRY_STATE_PORT", port).look();
    onlyFailed(lines, "catalog", "state database");
    failed(lines, "catalog").contains("refused").contains("Start the server");
    failed(lines, "state database").contains("LAKEFERRY_STATE_HOST (or DUCKLAKE_RDS_HOST");
  }

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws IOException {
    // Connections wait in its backlog, and nobody takes them.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:" + silent.getLocalPort();
      Map<String, Line> lines =
          setup
              .limit(Duration.ofSeconds(2))
              .set("DUCKLAKE_RDS_PORT", Integer.toString(silent.getLocalPort()))
              .set("DUCKLAKE_S3_ENDPOINT", address)
              .look();
      failed(lines, "catalog").contains("no answer within 2 s");
      failed(lines, "lake bucket");
      assertThat(lines.get("lake put").result()).isEqualTo(Result.NOT_CHECKED);
    }
  }

  @Test
  void aMissingDatabaseIsNamed() {
    Map<String, Line> lines = setup.set("DUCKLAKE_RDS_DATABASE", "nowhere").look();
    failed(lines, "catalog").contains("nowhere").contains("bin/lakeferry lake init");
  }

  @Test
  void aDeadObjectStoreIsNamed() throws IOException {
    String dead = "http://127.0.0.1:" + deadPort();
    Map<String, Line> lines =
        setup.set("DUCKLAKE_S3_ENDPOINT", dead).set("SOURCE_BUCKET_ENDPOINT", dead).look();
    onlyFailed(lines, "lake bucket", "source bucket");
    failed(lines, "lake bucket").contains("no connection to the store").contains("endpoint");
    assertThat(with(lines, Result.NOT_CHECKED))
        .contains("lake put", "lake delete", "source get", "copy source to lake", "engine");
  }

  @Test
  void aWrongBucketIsNamed() {
    Map<String, Line> lines = setup.set("SOURCE_BUCKET_URL", "s3://not-there/warehouse").look();
    onlyFailed(lines, "source bucket");
    failed(lines, "source bucket")
        .contains("not-there does not exist")
        .contains("correct SOURCE_BUCKET_URL");
  }

  @Test
  void wrongKeysAreNamedAndNotShown() {
    Map<String, Line> lines =
        setup.set("DUCKLAKE_S3_SECRET_KEY", "an-entirely-wrong-secret-key").look();
    failed(lines, "lake bucket").contains("403").contains("DUCKLAKE_S3_SECRET_KEY");
    assertThat(lines.toString()).doesNotContain("an-entirely-wrong-secret-key");
  }

  @Test
  void credentialsThatMayOnlyReadAreNamedPermissionByPermission() {
    try (FaultyStore readOnly = new FaultyStore(setup.lake().stack().s3().endpoint())) {
      String endpoint = readOnly.endpoint().toString();
      setup.set("DUCKLAKE_S3_ENDPOINT", endpoint).set("SOURCE_BUCKET_ENDPOINT", endpoint);
      try (var refused =
          readOnly.trouble(
              request -> !request.method().equals("GET") && !request.method().equals("HEAD"),
              StoreFault.Answer.error(403, "AccessDenied"))) {
        Map<String, Line> lines = setup.look();
        onlyFailed(lines, "lake put", "lake multipart", "copy source to lake", "lake delete");
        failed(lines, "lake put").contains("Grant the service s3:PutObject");
        failed(lines, "lake multipart").contains("s3:AbortMultipartUpload");
        failed(lines, "lake delete").contains("s3:DeleteObject");
        failed(lines, "copy source to lake").contains("s3:GetObject on the source");
        assertThat(lines.get("lake list").result()).isEqualTo(Result.OK);
        assertThat(lines.get("lake get").result()).isEqualTo(Result.OK);
        assertThat(lines.toString()).doesNotContain("retry the run");
        assertThat(refused.hits()).isPositive();
      }
    }
  }

  @Test
  void whatCannotBeDeletedIsNamedWithItsPlace() {
    try (FaultyStore store = new FaultyStore(setup.lake().stack().s3().endpoint())) {
      String endpoint = store.endpoint().toString();
      setup.set("DUCKLAKE_S3_ENDPOINT", endpoint).set("SOURCE_BUCKET_ENDPOINT", endpoint);
      try (var refused =
          store.trouble(
              request ->
                  request.method().equals("DELETE")
                      || (request.method().equals("POST") && request.target().contains("delete")),
              StoreFault.Answer.error(403, "AccessDenied"))) {
        Map<String, Line> lines = setup.look();
        failed(lines, "lake delete").contains("/__lakeferry_check/").contains("s3:DeleteObject");
        warned(lines, "what was written").contains("could not be removed");
      }
    }
  }

  @Test
  void aBucketThatAnyoneMayListIsWarnedOf() {
    // A store that does not ask who it is: what is signed wrongly is let through as well.
    try (FaultyStore store = new FaultyStore(setup.lake().stack().s3().endpoint())) {
      String endpoint = store.endpoint().toString();
      setup.set("DUCKLAKE_S3_ENDPOINT", endpoint).set("SOURCE_BUCKET_ENDPOINT", endpoint);
      String empty =
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult><Name>x</Name><IsTruncated>false</IsTruncated></ListBucketResult>";
      try (var open =
          store.trouble(
              request -> request.isListing() && !request.headers().containsKey("authorization"),
              new StoreFault.Answer(200, empty))) {
        Map<String, Line> lines = setup.look();
        warned(lines, "lake public access").contains("anyone may list").contains("Block public");
        assertThat(with(lines, Result.FAILED)).isEmpty();
      }
    }
  }

  @Test
  void aMissingExtensionIsNamed(@TempDir Path empty) {
    Map<String, Line> lines = setup.set("LAKEFERRY_EXTENSION_DIRECTORY", empty.toString()).look();
    onlyFailed(lines, "extensions");
    failed(lines, "extensions").contains("httpfs").contains("bin/provision-extensions");
    assertThat(lines.get("engine").result()).isEqualTo(Result.NOT_CHECKED);
  }

  @Test
  void aDatabaseWithoutALakeIsNamedAndSoIsTheSchemaThatHasOne() {
    Map<String, Line> lines = setup.set("DUCKLAKE_METADATA_SCHEMA", "elsewhere").look();
    onlyFailed(lines, "lake");
    failed(lines, "lake").contains("ducklake_meta").contains("DUCKLAKE_METADATA_SCHEMA");
  }

  @Test
  void aSchemaThatHoldsOnlyTheGuardIsNamedWithTheOneThatIsMeant() {
    Map<String, Line> lines = setup.set("DUCKLAKE_METADATA_SCHEMA", "public").look();
    failed(lines, "lake").contains("set DUCKLAKE_METADATA_SCHEMA=ducklake_meta");
  }

  @Test
  void anotherDataPathThanTheLakesIsNamed() {
    String other = "s3://" + setup.lake().lakeSettings().bucket() + "/other/";
    Map<String, Line> lines = setup.set("DUCKLAKE_DATA_PATH", other).look();
    onlyFailed(lines, "lake");
    failed(lines, "lake").contains("keeps it for ever").contains("Set DUCKLAKE_DATA_PATH");
  }

  @Test
  void missingPrivilegesAreNamedWithTheGrant() throws SQLException {
    setup.asSuperuser(
        "DROP ROLE IF EXISTS checked",
        "CREATE ROLE checked LOGIN PASSWORD 'checked-password'",
        "GRANT USAGE ON SCHEMA ducklake_meta TO checked",
        "GRANT SELECT ON ALL TABLES IN SCHEMA ducklake_meta TO checked",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO checked");
    try {
      Map<String, Line> lines =
          setup
              .set("DUCKLAKE_RDS_USERNAME", "checked")
              .set("DUCKLAKE_RDS_PASSWORD", "checked-password")
              .set("LAKEFERRY_STATE_USERNAME", "insights")
              .look();
      failed(lines, "catalog privileges")
          .contains("lacks DELETE on ducklake_column")
          .contains("and ")
          .contains(
              "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \"ducklake_meta\"");
    } finally {
      setup.asSuperuser("DROP OWNED BY checked", "DROP ROLE checked");
    }
  }

  @Test
  void aServerThatSpeaksGermanIsWarnedOf() throws Exception {
    Process locales = new ProcessBuilder("locale", "-a").start();
    String all = new String(locales.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(all.contains("de_DE.utf8"), "The locale de_DE.UTF-8 is not installed");
    String database = setup.lake().catalogSettings().database();
    setup.asSuperuser("ALTER DATABASE " + database + " SET lc_messages = 'de_DE.UTF-8'");
    Map<String, Line> lines = setup.look();
    warned(lines, "catalog lc_messages").contains("de_DE").contains("SET lc_messages = 'C'");
  }

  @Test
  void aBrokenFlagFileIsNamed() throws IOException {
    Map<String, Line> lines =
        setup.set("LAKEFERRY_FLAGS_FILE", Setup.flags("{\"flags\": {")).look();
    onlyFailed(lines, "flags");
    failed(lines, "flags").contains("is not valid").contains("every gate is off");
  }

  @Test
  void brokenDeclaredChecksAreNamed(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("data_imports.yaml"), "nothing: [");
    Map<String, Line> lines =
        setup.set("LAKEFERRY_VERIFICATION_DIRECTORY", directory.toString()).look();
    onlyFailed(lines, "declared checks");
    failed(lines, "declared checks").contains("data_imports.yaml");
  }

  @Test
  void clocksThatDifferAreWarnedOfAndFailWhereS3RefusesTheHost() {
    Map<String, Line> lines = setup.hostIsAhead(Duration.ofSeconds(40)).look();
    warned(lines, "catalog clock").contains("behind").contains("NTP");
    warned(lines, "state database clock");
    assertThat(with(lines, Result.FAILED)).isEmpty();
    onlyFailed(
        setup.hostIsAhead(Duration.ofMinutes(-20)).look(), "catalog clock", "state database clock");
  }

  @Test
  void aDiskWithoutRoomToSpillIsNamed() {
    onlyFailed(setup.freeBytes(10L << 20).look(), "spill directory");
    Map<String, Line> lines = setup.freeBytes(1L << 30).look();
    warned(lines, "spill directory").contains("1,024 MB free").contains("larger disk");
    failed(setup.freeBytes(10L << 20).look(), "spill directory")
        .contains("10 MB free")
        .contains("LAKEFERRY_ENGINE_TEMP_DIRECTORY");
  }

  @Test
  void anEmptySourceIsToldAndTheCopyIsNotTried() {
    setup
        .lake()
        .objects()
        .delete(
            setup.lake().sourceSettings().bucket(),
            List.of(setup.lake().sourceSettings().prefix() + "team_1/a.parquet"));
    Map<String, Line> lines = setup.look();
    assertThat(lines.get("source list").found()).contains("there is nothing below");
    assertThat(lines.get("source get").result()).isEqualTo(Result.OK);
    warned(lines, "copy source to lake").contains("no object was found");
  }

  @Test
  void tablesOfTheServiceThatAreMissingAreToldWithTheCommand() {
    String state = setup.lake().catalogSettings().database() + "_unmade";
    setup.lake().stack().postgres().createDatabase(state);
    Map<String, Line> lines = setup.set("LAKEFERRY_STATE_DATABASE", state).look();
    warned(lines, "state tables").contains("lacks").contains("bin/lakeferry lake init");
  }

  @Test
  void aPoolerThatSharesSessionsIsNamed(@TempDir Path folder) throws IOException {
    assumeTrue(Pooler.installed(), "PgBouncer is not installed");
    try (Pooler pooler = new Pooler("transaction", setup.settings().state(), folder)) {
      Map<String, Line> lines =
          setup.set("LAKEFERRY_STATE_PORT", Integer.toString(pooler.settings().port())).look();
      onlyFailed(lines, "state database pooler");
      failed(lines, "state database pooler").contains("Point LAKEFERRY_STATE_HOST");
    }
  }

  private static int deadPort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  @Test
  void anonymousClientsCarryNoCredentials() {
    try (S3Client anonymous =
        S3Clients.openAnonymous(setup.settings().lake().s3(), Duration.ofSeconds(10))) {
      String bucket = setup.lake().lakeSettings().bucket();
      assertThat(
              org.assertj.core.api.Assertions.catchThrowable(
                  () -> anonymous.listObjectsV2(r -> r.bucket(bucket))))
          .hasMessageContaining("403");
    }
  }
}
