package dev.lakeferry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which package may use which: a completion walks down the list once. */
@AnalyzeClasses(packages = "dev.lakeferry", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final Map<String, Set<String>> MAY_USE = new TreeMap<>();

  static {
    MAY_USE.put("failure", Set.of());
    MAY_USE.put("settings", Set.of());
    MAY_USE.put("web", Set.of());
    MAY_USE.put("naming", Set.of("failure"));
    MAY_USE.put("state", Set.of("settings"));
    MAY_USE.put("objects", Set.of("settings", "failure"));
    MAY_USE.put("completion", Set.of("state", "naming", "settings", "failure"));
    MAY_USE.put("gate", Set.of("settings", "failure"));
    MAY_USE.put("job", Set.of("completion", "state", "naming", "settings", "failure"));
    MAY_USE.put("lake", Set.of("objects", "naming", "settings", "failure"));
    MAY_USE.put(
        "generation", Set.of("lake", "objects", "completion", "naming", "settings", "failure"));
    MAY_USE.put("landing", Set.of("generation", "objects", "naming", "settings", "failure"));
    MAY_USE.put("verification", Set.of("generation", "lake", "naming", "settings", "failure"));
    MAY_USE.put(
        "publish",
        Set.of(
            "verification",
            "generation",
            "landing",
            "lake",
            "objects",
            "naming",
            "settings",
            "failure"));
    MAY_USE.put(
        "upkeep",
        Set.of(
            "publish",
            "landing",
            "job",
            "lake",
            "objects",
            "state",
            "naming",
            "settings",
            "failure"));
    MAY_USE.put(
        "rollback",
        Set.of(
            "publish",
            "verification",
            "generation",
            "landing",
            "job",
            "lake",
            "objects",
            "state",
            "naming",
            "settings",
            "failure"));
    MAY_USE.put("overview", Set.of("job", "completion", "state", "naming", "settings", "failure"));
    MAY_USE.put(
        "page", Set.of("overview", "job", "web", "ops", "lake", "naming", "settings", "failure"));
    MAY_USE.put("metrics", Set.of("job", "settings"));
    MAY_USE.put("traces", Set.of("job", "naming"));
    MAY_USE.put(
        "check",
        Set.of("verification", "gate", "job", "lake", "objects", "state", "settings", "failure"));
    MAY_USE.put("ops", allBut("ops", "page", "route", "demo"));
    MAY_USE.put("route", allBut("route", "demo"));
    MAY_USE.put("demo", allBut("demo"));
  }

  private static Set<String> allBut(String... names) {
    Set<String> all =
        new TreeSet<>(
            Set.of(
                "failure",
                "settings",
                "web",
                "naming",
                "state",
                "objects",
                "completion",
                "gate",
                "job",
                "lake",
                "generation",
                "landing",
                "verification",
                "publish",
                "upkeep",
                "rollback",
                "overview",
                "page",
                "check",
                "metrics",
                "traces",
                "ops",
                "route"));
    all.removeAll(Set.of(names));
    return all;
  }

  @ArchTest
  static void aPackageUsesOnlyWhatStandsBelowIt(JavaClasses classes) {
    LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String name : MAY_USE.keySet()) {
      layers = layers.layer(name).definedBy("dev.lakeferry." + name + "..");
    }
    for (var rule : MAY_USE.entrySet()) {
      var layer = layers.whereLayer(rule.getKey());
      layers =
          rule.getValue().isEmpty()
              ? layer.mayNotAccessAnyLayer()
              : layer.mayOnlyAccessLayers(rule.getValue().toArray(String[]::new));
    }
    layers.check(classes);
  }

  @ArchTest
  static final ArchRule everyPackageHasItsPlace =
      classes()
          .that()
          .doNotHaveFullyQualifiedName("dev.lakeferry.Lakeferry")
          .should()
          .resideInAnyPackage(
              MAY_USE.keySet().stream()
                  .map(name -> "dev.lakeferry." + name + "..")
                  .toArray(String[]::new));

  @ArchTest
  static final ArchRule noPackagesGoInCircles =
      slices().matching("dev.lakeferry.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule camelStaysInRoute =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.lakeferry.route..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.camel..");
}
