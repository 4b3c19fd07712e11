package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Holds {@code docs/architecture.md}, and the launcher, to the modules that there are. */
@Tag("one-jdk")
class ArchitecturePageTest {
  private static final Path ROOT = Path.of("..");
  private static final String NAME = "architecture.md";
  private static final String BEGIN = "```mermaid\n";
  private static final String END = "```\n";
  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]+)`");
  private static final Pattern FOLDER = Pattern.compile("`([a-z][a-z-]*(?:/[a-z-]+)*)`");

  /** Folders without code of their own, or with code that nobody uses. */
  private static final Set<String> LEFT_OUT =
      Set.of("bom", "bundles", "examples", "integration-tests", "container-format-spec", "release");

  @Test
  void picture_is_that_of_the_poms() throws Exception {
    String page = page();
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    GeneratedPage.check(
        NAME, page.substring(0, begin) + picture() + page.substring(page.indexOf(END, begin)));
  }

  @Test
  void classes_of_the_page_exist() throws IOException {
    Set<String> sources = new TreeSet<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .forEach(name -> sources.add(name.replace(".java", "")));
    }
    assertThat(names(CLASS)).isNotEmpty().isSubsetOf(sources);
  }

  @Test
  void folders_of_the_page_exist() throws IOException {
    assertThat(names(FOLDER))
        .isNotEmpty()
        .allMatch(
            name ->
                Files.isDirectory(ROOT.resolve(name))
                    || Stream.of(
                            "monitoring/core/src/main/java/dev/sluice/monitoring",
                            "tools/src/main/java/dev/sluice/tools")
                        .anyMatch(folder -> Files.isDirectory(ROOT.resolve(folder).resolve(name))));
  }

  /**
   * The launcher builds no tests, so a module that it builds may need a jar of tests in a profile.
   */
  @Test
  void modules_with_code_of_their_own_are_built_without_jars_of_tests() throws Exception {
    Set<String> modules = new TreeSet<>();
    for (Path pom : poms()) {
      if (Files.isDirectory(pom.resolveSibling("src/main"))) {
        modules.add(pom.toString());
        assertThat(dependencies(project(pom)))
            .as(pom.toString())
            .noneMatch(dependency -> text(dependency, "type").equals("test-jar"));
      }
    }
    assertThat(modules).contains("../cli-sql/pom.xml", "../benchmarks/pom.xml");
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs").resolve(NAME));
  }

  private static Set<String> names(Pattern pattern) throws IOException {
    return pattern
        .matcher(page())
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The folders of the first level and their arrows, without those that follow from others. */
  private static String picture() throws Exception {
    Map<String, Set<String>> arrows = arrows();
    StringBuilder text = new StringBuilder("flowchart RL\n");
    arrows.forEach(
        (from, targets) -> {
          Set<String> shown = new TreeSet<>(targets);
          targets.forEach(target -> shown.removeAll(reached(target, arrows)));
          text.append("  ").append(from);
          text.append(shown.isEmpty() ? "" : " --> " + String.join(" & ", shown)).append('\n');
        });
    return text.toString();
  }

  private static Set<String> reached(String from, Map<String, Set<String>> arrows) {
    Set<String> reached = new TreeSet<>();
    List<String> open = new ArrayList<>(arrows.get(from));
    while (!open.isEmpty()) {
      String next = open.remove(open.size() - 1);
      if (reached.add(next)) {
        open.addAll(arrows.get(next));
      }
    }
    return reached;
  }

  private static Map<String, Set<String>> arrows() throws Exception {
    Map<String, String> folders = new TreeMap<>();
    Map<String, Set<String>> dependencies = new TreeMap<>();
    for (Path pom : poms()) {
      Element project = project(pom);
      String folder = ROOT.relativize(pom).getName(0).toString();
      folders.put(text(project, "artifactId"), folder);
      for (Element dependency : dependencies(project)) {
        if (Set.of("", "compile").contains(text(dependency, "scope"))
            && text(dependency, "groupId").equals("dev.sluice")) {
          dependencies
              .computeIfAbsent(folder, key -> new TreeSet<>())
              .add(text(dependency, "artifactId"));
        }
      }
    }
    Map<String, Set<String>> arrows = new TreeMap<>();
    for (String folder : new TreeSet<>(folders.values())) {
      if (!LEFT_OUT.contains(folder)) {
        Set<String> targets = new TreeSet<>();
        dependencies.getOrDefault(folder, Set.of()).forEach(id -> targets.add(folders.get(id)));
        targets.remove(folder);
        targets.removeAll(LEFT_OUT);
        arrows.put(folder, targets);
      }
    }
    return arrows;
  }

  private static Element project(Path pom) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(pom.toFile())
        .getDocumentElement();
  }

  /** Those of the project itself, not of its profiles. */
  private static List<Element> dependencies(Element project) {
    List<Element> dependencies = new ArrayList<>();
    NodeList lists = project.getElementsByTagName("dependencies");
    for (int list = 0; list < lists.getLength(); list++) {
      if (lists.item(list).getParentNode() == project) {
        NodeList all = ((Element) lists.item(list)).getElementsByTagName("dependency");
        IntStream.range(0, all.getLength()).forEach(i -> dependencies.add((Element) all.item(i)));
      }
    }
    return dependencies;
  }

  /** The poms of modules, but the root's. */
  private static List<Path> poms() throws IOException {
    Matcher build = Pattern.compile(".*/(target|src)/.*").matcher("");
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.endsWith("pom.xml") && ROOT.relativize(file).getNameCount() > 1)
          .filter(file -> !build.reset(file.toString()).matches())
          .sorted()
          .toList();
    }
  }

  private static String text(Element parent, String name) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (name.equals(node.getNodeName())) {
        return node.getTextContent().strip();
      }
    }
    return "";
  }
}
