package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.web.UsersFile;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The local stack's parts, ports and names are those of the local profile. */
class ComposeFileTest {
  private static final String FILE = "docker-compose.yml";
  private static final JsonNode COMPOSE = DeployFiles.tree(FILE);
  private static final JsonNode SERVICES = COMPOSE.get("services");
  private static final Settings LOCAL =
      Settings.read(Map.of("LAKEFERRY_PROFILE", "local", "DUCKGRES_HOST", "localhost"), null);

  private static Map<String, String> environment(String service) {
    Map<String, String> environment = new HashMap<>();
    SERVICES
        .get(service)
        .path("environment")
        .fields()
        .forEachRemaining(
            field ->
                environment.put(
                    field.getKey(), DeployFiles.withDefaults(field.getValue().asText())));
    return environment;
  }

  private static Settings settings(String service) {
    return Settings.read(environment(service), null);
  }

  /** The port of a service that a port of the loopback interface leads to. */
  private static int inside(String service, int outside) {
    return DeployFiles.texts(SERVICES.get(service).get("ports")).stream()
        .map(port -> port.split(":"))
        .filter(port -> port[0].equals("127.0.0.1") && port[1].equals(Integer.toString(outside)))
        .mapToInt(port -> Integer.parseInt(port[2]))
        .findFirst()
        .orElseThrow(() -> new AssertionError(service + " is not to be had on port " + outside));
  }

  @Test
  void everyVariableIsASettingAndTheyAgree() {
    for (String service : List.of("init", "lakeferry")) {
      assertThat(settings(service).warnings()).as(service).isEmpty();
    }
  }

  @Test
  void theDuckgresProfileIsASettingAsWell() {
    Map<String, String> environment = environment("lakeferry");
    environment.put("LAKEFERRY_ENGINE", "duckgres");
    environment.put("DUCKGRES_HOST", "duckgres");
    environment.put("DUCKGRES_PORT", "5432");
    Settings settings = Settings.read(environment, null);

    assertThat(settings.warnings()).isEmpty();
    assertThat(SERVICES.has(settings.text("duckgres.host"))).isTrue();
    assertThat(DeployFiles.tree("deploy/compose/duckgres/duckgres.yaml").get("port").asInt())
        .isEqualTo(settings.number("duckgres.port"));
  }

  @Test
  void onlyTheLoopbackInterfaceIsServed() {
    for (JsonNode service : SERVICES) {
      assertThat(DeployFiles.texts(service.path("ports")))
          .allSatisfy(port -> assertThat(port).startsWith("127.0.0.1:"));
    }
  }

  @Test
  void portsAreThoseOfTheLocalProfile() {
    URI store = URI.create(LOCAL.lake().s3().endpoint().orElseThrow().toString());

    assertThat(inside("postgres", LOCAL.catalog().port())).isEqualTo(5432);
    assertThat(inside("seaweedfs", store.getPort())).isEqualTo(19000);
    assertThat(inside("duckgres", LOCAL.number("duckgres.port"))).isEqualTo(5432);
    Settings service = settings("lakeferry");
    assertThat(inside("lakeferry", 8080))
        .isEqualTo(Integer.parseInt(service.text("lakeferry.http.port")));
    assertThat(inside("lakeferry", 9090)).isEqualTo(service.number("lakeferry.management.port"));
  }

  @Test
  void theServiceReachesTheOthersByTheirNamesAndPorts() {
    Settings settings = settings("lakeferry");
    URI store = settings.lake().s3().endpoint().orElseThrow();

    assertThat(SERVICES.has(settings.catalog().host())).isTrue();
    assertThat(SERVICES.has(store.getHost())).isTrue();
    assertThat(DeployFiles.texts(SERVICES.get("seaweedfs").get("command")))
        .contains("-s3.port=" + store.getPort(), "-s3.config=/etc/seaweedfs/s3.json");
    assertThat(
            DeployFiles.tree("deploy/prometheus/prometheus.yml")
                .at("/scrape_configs/0/static_configs/0/targets/0")
                .asText())
        .isEqualTo("lakeferry:" + settings.number("lakeferry.management.port"));
  }

  @Test
  void credentialsAreThoseOfTheLocalProfile() {
    String user = LOCAL.catalog().username();
    String password = LOCAL.catalog().password().reveal();
    String accessKey = LOCAL.lake().s3().accessKey().orElseThrow();
    String secretKey = LOCAL.lake().s3().secretKey().orElseThrow().reveal();
    JsonNode store =
        DeployFiles.tree("deploy/compose/seaweedfs/s3.json").at("/identities/0/credentials/0");
    JsonNode duckgres = DeployFiles.tree("deploy/compose/duckgres/duckgres.yaml");

    assertThat(DeployFiles.text("deploy/compose/postgres/10-lakeferry.sql"))
        .contains("CREATE ROLE " + user + " LOGIN CREATEDB PASSWORD '" + password + "'")
        .contains("CREATE DATABASE " + LOCAL.catalog().database() + " OWNER " + user);
    assertThat(store.get("accessKey").asText()).isEqualTo(accessKey);
    assertThat(store.get("secretKey").asText()).isEqualTo(secretKey);
    assertThat(duckgres.at("/users/" + LOCAL.text("duckgres.username")).asText())
        .isEqualTo(LOCAL.secret("duckgres.password").orElseThrow().reveal());
    assertThat(duckgres.at("/ducklake/metadata_store").asText())
        .isEqualTo(
            "postgres:host=postgres port=5432 user=%s password=%s dbname=%s"
                .formatted(user, password, LOCAL.catalog().database()));
    assertThat(duckgres.at("/ducklake/object_store").asText()).isEqualTo(LOCAL.lake().dataPath());
    assertThat(duckgres.at("/ducklake/s3_access_key").asText()).isEqualTo(accessKey);
    assertThat(duckgres.at("/ducklake/s3_secret_key").asText()).isEqualTo(secretKey);
  }

  /** Law "objects that the catalog may know are sacred": its CHECKPOINT knows nothing of us. */
  @Test
  void duckgresMakesNoCheckpoints() {
    assertThat(
            DeployFiles.tree("deploy/compose/duckgres/duckgres.yaml")
                .at("/ducklake/checkpoint_interval")
                .asText())
        .isEqualTo("0s");
  }

  @Test
  void whatIsMountedIsThereAndWhereTheSettingsLookForIt() {
    Map<String, String> mounted = new HashMap<>();
    for (JsonNode service : SERVICES) {
      for (String volume : DeployFiles.texts(service.path("volumes"))) {
        String[] parts = volume.split(":");
        if (parts[0].startsWith("./")) {
          assertThat(DeployFiles.HOME.resolve(parts[0])).exists();
          mounted.put(parts[1], parts[0]);
        } else {
          assertThat(COMPOSE.get("volumes").has(parts[0])).as(parts[0]).isTrue();
        }
      }
    }
    Settings settings = settings("lakeferry");
    assertThat(mounted)
        .containsEntry(settings.path("lakeferry.routes.directory").toString(), "./routes")
        .containsEntry(
            settings.path("lakeferry.verification.directory").toString(), "./verification")
        .containsEntry(
            settings.path("lakeferry.flags.file").getParent().toString(), "./deploy/compose/flags")
        .containsEntry(
            settings.optionalPath("lakeferry.http.users").orElseThrow().toString(),
            "./deploy/compose/users");
  }

  @Test
  void flagsAreTheShippedOnes() {
    assertThat(DeployFiles.tree("deploy/compose/flags/flags.json"))
        .isEqualTo(DeployFiles.tree("flags.json"));
  }

  @Test
  void someoneMayLogIn() {
    assertThat(
            new UsersFile(DeployFiles.HOME.resolve("deploy/compose/users"))
                .read()
                .get("insights")
                .roles())
        .isEqualTo("read,act,intake");
  }

  @Test
  void theServiceMayEndItsWork() {
    String granted = SERVICES.at("/lakeferry/stop_grace_period").asText();

    assertThat(Duration.parse("PT" + granted))
        .isGreaterThanOrEqualTo(
            settings("lakeferry").duration("lakeferry.shutdown.grace").plusSeconds(10));
  }

  @Test
  void itsHealthIsAskedWhereItIsTold() {
    String test = SERVICES.at("/lakeferry/healthcheck/test/3").asText();

    assertThat(test)
        .contains("/dev/tcp/127.0.0.1/" + settings("lakeferry").number("lakeferry.management.port"))
        .contains("/observe/health/ready");
    assertThat(DeployFiles.text("docs/commands.md")).contains("`/observe/health/ready`");
  }

  @Test
  void everyPartThatIsWaitedForIsThere() {
    var waitedFor = new TreeSet<String>();
    for (JsonNode service : SERVICES) {
      JsonNode on = service.path("depends_on");
      on.fieldNames().forEachRemaining(waitedFor::add);
      if (on.isArray()) {
        waitedFor.addAll(DeployFiles.texts(on));
      }
    }
    var names = new ArrayList<String>();
    SERVICES.fieldNames().forEachRemaining(names::add);

    assertThat(names).containsAll(waitedFor);
    assertThat(waitedFor).contains("init", "postgres", "seaweedfs");
  }

  @Test
  void dashboardsAndRulesAreFoundWhereTheyAreMounted() {
    assertThat(
            DeployFiles.tree("deploy/grafana/provisioning/dashboards/lakeferry.yaml")
                .at("/providers/0/options/path")
                .asText())
        .isEqualTo("/var/lib/grafana/dashboards");
    assertThat(DeployFiles.tree("deploy/prometheus/prometheus.yml").at("/rule_files/0").asText())
        .isEqualTo("alerts.yml");
    assertThat(
            DeployFiles.tree("deploy/prometheus/prometheus.yml")
                .at("/scrape_configs/0/metrics_path")
                .asText())
        .isEqualTo("/observe/metrics");
    assertThat(Files.exists(DeployFiles.HOME.resolve(Alerts.FILE))).isTrue();
  }
}
