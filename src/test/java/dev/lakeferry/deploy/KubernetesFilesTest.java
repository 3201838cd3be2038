package dev.lakeferry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The manifests name settings, ports, pages and files that there are. */
class KubernetesFilesTest {
  private static final String BASE = "deploy/kubernetes/base/";
  private static final String AWS = "deploy/kubernetes/overlays/aws/";
  private static final JsonNode POD =
      DeployFiles.tree(BASE + "deployment.yaml").at("/spec/template/spec");
  private static final JsonNode CONTAINER = POD.at("/containers/0");

  /** What a JVM with a heap of 512 MB takes besides, and DuckDB beside what it counts. */
  private static final long MEASURED_BESIDES = 512L << 20;

  private static Map<String, String> literals(String kustomization, String name) {
    JsonNode generator =
        DeployFiles.named(DeployFiles.tree(kustomization).get("configMapGenerator"), name);
    Map<String, String> literals = new HashMap<>();
    for (String literal : DeployFiles.texts(generator.get("literals"))) {
      literals.put(literal.replaceFirst("=.*", ""), literal.replaceFirst("[^=]*=", ""));
    }
    return literals;
  }

  /** As the pods of the AWS overlay get them, the Secret's among them. */
  private static Settings settings() {
    Map<String, String> environment = literals(BASE + "kustomization.yaml", "lakeferry-settings");
    environment.putAll(literals(AWS + "kustomization.yaml", "lakeferry-settings"));
    environment.put("DUCKLAKE_RDS_PASSWORD", "from the Secret");
    // Any file that can be read; the pod's is mounted.
    assertThat(environment)
        .hasEntrySatisfying(
            "DUCKLAKE_RDS_SSLROOTCERT", file -> assertThat(file).startsWith(mountedCa() + "/"));
    environment.put(
        "DUCKLAKE_RDS_SSLROOTCERT",
        DeployFiles.HOME.resolve("LICENSE").toAbsolutePath().toString());
    return Settings.read(environment, null);
  }

  private static String mountedCa() {
    return DeployFiles.tree(AWS + "rds-ca.yaml")
        .at("/spec/template/spec/containers/0/volumeMounts/0/mountPath")
        .asText();
  }

  private static String mounted(String volume) {
    return DeployFiles.named(CONTAINER.get("volumeMounts"), volume).get("mountPath").asText();
  }

  private static long bytes(String quantity) {
    Matcher parts = Pattern.compile("(\\d+)(Mi|Gi)").matcher(quantity);
    assertThat(parts.matches()).as(quantity).isTrue();
    return Long.parseLong(parts.group(1)) << (parts.group(2).equals("Mi") ? 20 : 30);
  }

  @Test
  void everyVariableIsASettingAndTheyAgree() {
    assertThat(settings().warnings()).isEmpty();
  }

  @Test
  void filesAreMountedWhereTheSettingsLookForThem() {
    Settings settings = settings();

    assertThat(settings.path("lakeferry.routes.directory")).isEqualTo(Path.of(mounted("routes")));
    assertThat(settings.path("lakeferry.verification.directory"))
        .isEqualTo(Path.of(mounted("verification")));
    assertThat(settings.path("lakeferry.flags.file").getParent())
        .isEqualTo(Path.of(mounted("flags")));
    assertThat(settings.optionalPath("lakeferry.http.users").orElseThrow().getParent())
        .isEqualTo(Path.of(mounted("users")));
    assertThat(settings.path("lakeferry.engine.temp-directory"))
        .isEqualTo(Path.of(mounted("spill")));
  }

  /** A mount of one file would never change, so an edit would never be seen. */
  @Test
  void nothingIsMountedFileByFile() {
    for (JsonNode mount : CONTAINER.get("volumeMounts")) {
      assertThat(mount.has("subPath")).as(mount.toString()).isFalse();
    }
  }

  @Test
  void everyVolumeIsMountedAndEveryMountHasItsVolume() {
    for (JsonNode mount : CONTAINER.get("volumeMounts")) {
      assertThat(DeployFiles.named(POD.get("volumes"), mount.get("name").asText())).isNotNull();
    }
    assertThat(POD.get("volumes")).hasSameSizeAs(CONTAINER.get("volumeMounts"));
  }

  @Test
  void theMapsHoldEveryShippedFile() {
    assertThat(files("routes/Kustomization"))
        .containsExactlyElementsOf(DeployFiles.names("routes", ".camel.yaml"));
    assertThat(files("verification/Kustomization"))
        .containsExactlyElementsOf(DeployFiles.names("verification", ".yaml"));
    assertThat(files(Dashboards.DIRECTORY + "/kustomization.yaml"))
        .containsExactlyElementsOf(DeployFiles.names(Dashboards.DIRECTORY, ".json"));
    assertThat(DeployFiles.tree(BASE + "flags.json")).isEqualTo(DeployFiles.tree("flags.json"));
  }

  private static List<String> files(String kustomization) {
    return DeployFiles.texts(
        DeployFiles.tree(kustomization).at("/configMapGenerator/0").get("files"));
  }

  /** With a new name the pods would be exchanged instead of reading the edit. */
  @Test
  void mapsThatAreReadAgainKeepTheirNames() {
    for (String kustomization : List.of("routes/Kustomization", "verification/Kustomization")) {
      assertThat(
              DeployFiles.tree(kustomization)
                  .at("/generatorOptions/disableNameSuffixHash")
                  .asBoolean())
          .as(kustomization)
          .isTrue();
    }
    assertThat(
            DeployFiles.named(
                    DeployFiles.tree(BASE + "kustomization.yaml").get("configMapGenerator"),
                    "lakeferry-flags")
                .at("/options/disableNameSuffixHash")
                .asBoolean())
        .isTrue();
  }

  @Test
  void probesAskPagesThatThereAre() {
    String documented = DeployFiles.text("docs/commands.md");
    Map<String, String> pages =
        Map.of(
            "startupProbe", "/observe/health/startup",
            "readinessProbe", "/observe/health/ready",
            "livenessProbe", "/observe/health/live");
    pages.forEach(
        (probe, page) -> {
          JsonNode get = CONTAINER.get(probe).get("httpGet");
          assertThat(get.get("path").asText()).isEqualTo(page);
          assertThat(get.get("port").asText()).isEqualTo("management");
          assertThat(documented).contains("`" + page + "`");
        });
  }

  @Test
  void portsAreThoseOfTheSettings() {
    Settings settings = settings();

    assertThat(DeployFiles.named(CONTAINER.get("ports"), "management").get("containerPort").asInt())
        .isEqualTo(settings.number("lakeferry.management.port"));
    assertThat(DeployFiles.named(CONTAINER.get("ports"), "http").get("containerPort").asText())
        .isEqualTo(settings.text("lakeferry.http.port"));
    for (JsonNode port : DeployFiles.tree(BASE + "service.yaml").at("/spec/ports")) {
      assertThat(DeployFiles.named(CONTAINER.get("ports"), port.get("targetPort").asText()))
          .isNotNull();
    }
  }

  @Test
  void theGracePeriodIsThatOfTheShutdownAndAMargin() {
    assertThat(POD.get("terminationGracePeriodSeconds").asLong())
        .isEqualTo(settings().duration("lakeferry.shutdown.grace").toSeconds() + 20);
  }

  /** The heap of bin/lakeferry, the memory that DuckDB counts, and what neither counts. */
  @Test
  void memoryIsEnoughForHeapAndEngine() {
    Matcher heap = Pattern.compile("-Xmx(\\d+)m").matcher(DeployFiles.text("bin/lakeferry"));
    assertThat(heap.find()).isTrue();
    Settings settings = settings();
    long needed =
        (Long.parseLong(heap.group(1)) << 20)
            + settings.engine().memoryLimit() * settings.engine().instances()
            + MEASURED_BESIDES;

    assertThat(bytes(CONTAINER.at("/resources/limits/memory").asText()))
        .isGreaterThanOrEqualTo(needed);
    assertThat(CONTAINER.at("/resources/requests/memory"))
        .isEqualTo(CONTAINER.at("/resources/limits/memory"));
    assertThat(
            bytes(
                DeployFiles.named(POD.get("volumes"), "spill").at("/emptyDir/sizeLimit").asText()))
        .isGreaterThan(settings.engine().maxTempDirectorySize().orElseThrow());
  }

  @Test
  void nothingRunsAsRootOrWritesBesideItsVolumes() {
    assertThat(POD.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(CONTAINER.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(CONTAINER.at("/securityContext/allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(mounted("tmp")).isEqualTo("/tmp");
  }

  @Test
  void thereAreSeveralReplicasAndNeverNoneOfThem() {
    assertThat(DeployFiles.tree(BASE + "deployment.yaml").at("/spec/replicas").asInt())
        .isGreaterThan(1);
    assertThat(DeployFiles.tree(BASE + "poddisruptionbudget.yaml").at("/spec/maxUnavailable"))
        .hasToString("1");
  }

  @Test
  void everyFileThatAKustomizationNamesIsThere() {
    for (String directory :
        List.of(BASE, AWS, "deploy/kubernetes/monitoring/", Dashboards.DIRECTORY + "/")) {
      JsonNode kustomization = DeployFiles.tree(directory + "kustomization.yaml");
      for (String list : List.of("resources", "components")) {
        for (String resource : DeployFiles.texts(kustomization.path(list))) {
          assertThat(DeployFiles.HOME.resolve(directory).resolve(resource)).exists();
        }
      }
      for (JsonNode patch : kustomization.path("patches")) {
        if (patch.has("path")) {
          assertThat(DeployFiles.HOME.resolve(directory + patch.get("path").asText())).exists();
        }
      }
    }
  }

  @Test
  void whatIsScrapedIsTheServersPage() {
    JsonNode endpoint =
        DeployFiles.tree("deploy/kubernetes/monitoring/servicemonitor.yaml")
            .at("/spec/endpoints/0");

    assertThat(endpoint.get("port").asText()).isEqualTo("management");
    assertThat(endpoint.get("path").asText()).isEqualTo("/observe/metrics");
  }

  @Test
  void theOperatorGetsTheSameAlerts() {
    assertThat(DeployFiles.tree("deploy/kubernetes/monitoring/prometheusrule.yaml").get("spec"))
        .as("copy the groups of %s", Alerts.FILE)
        .isEqualTo(DeployFiles.tree(Alerts.FILE));
  }

  @Test
  void aRoleIsUsedInsteadOfKeys() {
    assertThat(DeployFiles.text(AWS + "kustomization.yaml")).contains("eks.amazonaws.com/role-arn");
    assertThat(settings().lake().s3().accessKey()).isEmpty();
  }
}
