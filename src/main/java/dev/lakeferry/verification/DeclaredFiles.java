package dev.lakeferry.verification;

import dev.lakeferry.verification.VerificationFile.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The declared checks of a directory. Files are read again when they change; of one that cannot be
 * used the last good state holds, and the problem is told until it is mended.
 */
public final class DeclaredFiles {
  private static final Logger LOG = LoggerFactory.getLogger(DeclaredFiles.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

  private final Path directory;
  private final Map<String, String> texts = new TreeMap<>();
  private final Map<String, VerificationFile> good = new TreeMap<>();
  private final Map<String, String> problems = new TreeMap<>();
  private long lookedAt;
  private boolean looked;

  /** Takes the directory; reads it when first asked. One that is not there declares nothing. */
  public DeclaredFiles(Path directory) {
    this.directory = directory;
  }

  /** What cannot be used at the moment, each with file and line. */
  public synchronized List<String> problems() {
    look(false);
    return List.copyOf(problems.values());
  }

  /** Looks at once, whenever the last look was. */
  synchronized void refresh() {
    look(true);
  }

  /** What is declared of a table: for all, then for its model, then for itself. */
  public synchronized Declared of(CheckedTable table) {
    look(false);
    List<VerificationFile> files =
        good.values().stream().filter(file -> file.isFor(table.workflow())).toList();
    List<Section> own = new ArrayList<>();
    for (VerificationFile file : files) {
      Stream.of(table.modelLabel(), table.normalizedName())
          .filter(name -> name != null && file.models().containsKey(name))
          .findFirst()
          .map(file.models()::get)
          .ifPresent(own::add);
    }
    for (VerificationFile file : files) {
      file.tables()
          .forEach(
              (name, section) -> {
                if (name.equalsIgnoreCase(table.name().toString())) {
                  own.add(section);
                }
              });
    }
    boolean inherits = own.stream().allMatch(Section::inheritDefaults);
    List<Section> defaults = files.stream().map(VerificationFile::defaults).toList();

    Map<String, DeclaredQuery> queries = new LinkedHashMap<>();
    if (inherits) {
      defaults.forEach(section -> add(queries, section));
    }
    own.forEach(section -> add(queries, section));
    List<Section> all = Stream.concat(defaults.stream(), own.stream()).toList();
    return new Declared(
        List.copyOf(queries.values()),
        all.stream()
            .map(Section::keys)
            .filter(keys -> !keys.isEmpty())
            .reduce((one, later) -> later)
            .orElse(List.of()),
        all.stream()
            .map(Section::freshness)
            .flatMap(Optional::stream)
            .reduce((one, later) -> later));
  }

  private static void add(Map<String, DeclaredQuery> queries, Section section) {
    section.queries().forEach(query -> queries.put(query.name(), query));
  }

  private void look(boolean now) {
    if (looked && !now && System.nanoTime() - lookedAt < BETWEEN_LOOKS.toNanos()) {
      return;
    }
    Map<String, String> found = new TreeMap<>();
    try {
      found.putAll(read());
    } catch (IOException e) {
      problems.put("", "%s cannot be read: %s".formatted(directory, e.getMessage()));
      LOG.error("The declared checks stay as they are: {}", problems.get(""));
      return;
    } finally {
      looked = true;
      lookedAt = System.nanoTime();
    }
    problems.remove("");
    texts.keySet().stream().filter(name -> !found.containsKey(name)).toList().forEach(this::gone);
    found.forEach(
        (name, text) -> {
          if (!text.equals(texts.put(name, text))) {
            changed(name, text);
          }
        });
  }

  private void gone(String name) {
    texts.remove(name);
    problems.remove(name);
    if (good.remove(name) != null) {
      LOG.warn("The declared checks of {} are gone with the file.", name);
    }
  }

  private void changed(String name, String text) {
    try {
      boolean known = good.put(name, VerificationFileReader.read(name, text)) != null;
      problems.remove(name);
      LOG.info("{} the declared checks of {}", known ? "Read again" : "Read", name);
    } catch (FileProblem e) {
      problems.put(name, e.getMessage());
      LOG.error(
          "{}. {}",
          e.getMessage(),
          good.containsKey(name)
              ? "The file's last good state holds."
              : "No check of the file is made.");
    }
  }

  private Map<String, String> read() throws IOException {
    Map<String, String> found = new TreeMap<>();
    if (!Files.isDirectory(directory)) {
      return found;
    }
    try (Stream<Path> paths = Files.list(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        String name = path.getFileName().toString();
        String lower = name.toLowerCase(Locale.ROOT);
        boolean yaml = lower.endsWith(".yaml") || lower.endsWith(".yml");
        if (yaml && !name.startsWith(".")) {
          found.put(name, new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
        }
      }
    }
    return found;
  }
}
