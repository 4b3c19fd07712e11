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
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Holds each test class to a run that has it, and {@code docs/development.md} to what runs where.
 */
@Tag("one-jdk")
class TestRunsPageTest {
  private static final String PAGE = "development.md";
  private static final String BEGIN =
      "<!-- tests of the full run -->\n\n| module | tests |\n|---|---|\n";
  private static final Pattern TEST =
      Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|ArchTest|FuzzTest)\\b");
  private static final Pattern CLASS =
      Pattern.compile("(?m)^(?:public |final )*class (\\w+)(?: extends (\\w+))?");
  private static final Pattern TAG = Pattern.compile("(?m)^( *)@Tag\\(\"([^\"]*)\"\\)");
  private static final Pattern PROFILE =
      Pattern.compile("<profile>\\s*<id>(.*?)</id>(.*?)</profile>", Pattern.DOTALL);
  private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");

  /** A class of tests, by the text of its file. */
  private record TestClass(String module, String name, String text) {
    List<String> tags(String indentation) {
      return TAG.matcher(text)
          .results()
          .filter(tag -> tag.group(1).equals(indentation))
          .map(tag -> tag.group(2))
          .toList();
    }

    boolean isFull() {
      return tags("").contains("full");
    }

    long fullMethods() {
      return tags("  ").stream().filter("full"::equals).count();
    }
  }

  private static String read(String file) throws IOException {
    return Files.readString(MarkdownPage.ROOT.resolve(file));
  }

  private static List<TestClass> classes() throws IOException {
    List<TestClass> classes = new ArrayList<>();
    for (Path file : MarkdownPage.files(".*src/test/java/.*\\.java")) {
      String path = MarkdownPage.ROOT.relativize(file).toString().replace('\\', '/');
      String text = Files.readString(file);
      Matcher type = CLASS.matcher(text);
      if (type.find() && (TEST.matcher(text).find() || isTest(type.group(2)))) {
        classes.add(new TestClass(path.split("/src/test/")[0], type.group(1), text));
      }
    }
    return classes;
  }

  private static boolean isTest(String parent) {
    return parent != null && parent.matches(".*(?:Test|IT|Contract)");
  }

  /** Adds the modules that a pom lists, and theirs, where the pom of a profile that runs does. */
  private static void addModules(String folder, String ran, Set<String> modules)
      throws IOException {
    modules.add(folder);
    String pom = Files.readString(MarkdownPage.ROOT.resolve(folder).resolve("pom.xml"));
    String always = PROFILE.matcher(pom).replaceAll("");
    List<String> parts = new ArrayList<>(List.of(always));
    PROFILE
        .matcher(pom)
        .results()
        .filter(profile -> isRun(profile, ran))
        .forEach(profile -> parts.add(profile.group(2)));
    for (String part : parts) {
      for (MatchResult module : MODULE.matcher(part).results().toList()) {
        addModules(Path.of(folder, module.group(1)).toString(), ran, modules);
      }
    }
  }

  /** Whether a profile is on in each build that tests, or is named by one. */
  private static boolean isRun(MatchResult profile, String ran) {
    String named = "-P(?:[\\w-]+,)*" + Pattern.quote(profile.group(1)) + "(?![\\w-])";
    return profile.group(2).contains("<name>!sluice.quick</name>")
        || Pattern.compile(named).matcher(ran).find();
  }

  @Test
  void each_test_class_runs_somewhere() throws IOException {
    String ran = read(".ci/run") + read(".ci/weekly") + read(".github/workflows/release.yml");
    Set<String> modules = new TreeSet<>();
    addModules("", ran, modules);
    List<TestClass> classes = classes();
    assertThat(classes).hasSizeGreaterThan(500);
    for (TestClass one : classes) {
      assertThat(modules).as("modules that are built; %s", one.name).contains(one.module);
      assertThat(one.name.matches(".*(?:Test|IT)") || isPart(one, classes))
          .as("a name that the build runs: %s", one.name)
          .isTrue();
      if (one.name.endsWith("IT")) {
        assertThat(read(one.module + "/pom.xml"))
            .as("the plug-in that runs %s", one.name)
            .contains("maven-failsafe-plugin");
      }
    }
  }

  /** Whether a test of another class takes it in, as those of ArchUnit do. */
  private static boolean isPart(TestClass one, List<TestClass> classes) {
    return classes.stream()
        .anyMatch(
            other ->
                other.name.endsWith("Test")
                    && other.text.contains("ArchTests.in(" + one.name + ".class)"));
  }

  @Test
  void what_a_build_leaves_out_is_in_the_full_run() throws IOException {
    String pom = read("pom.xml");
    String full =
        PROFILE
            .matcher(pom)
            .results()
            .filter(profile -> profile.group(1).equals("full"))
            .map(profile -> profile.group(2))
            .collect(Collectors.joining());
    assertThat(PROFILE.matcher(pom).replaceAll(""))
        .contains("<excludedGroups>full</excludedGroups>", "<skip.jdk25>true</skip.jdk25>");
    assertThat(full).contains("<excludedGroups/>", "<skip.jdk25>false</skip.jdk25>");
    assertThat(read(".ci/run")).contains("./mvnw -B -Pfull verify\n");
    assertThat(classes().stream().flatMap(one -> TAG.matcher(one.text).results()))
        .extracting(tag -> tag.group(2))
        .containsOnly("full", "one-jdk");
  }

  @Test
  void the_page_lists_the_tests_of_the_full_run() throws IOException {
    Map<String, Set<String>> tests = new TreeMap<>();
    for (TestClass one : classes()) {
      if (one.isFull() || one.fullMethods() > 0) {
        tests
            .computeIfAbsent(one.module, module -> new TreeSet<>())
            .add("`" + one.name + "`" + (one.isFull() ? "" : ": " + one.fullMethods()));
      }
    }
    String page = read("docs/" + PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    assertThat(begin).isGreaterThanOrEqualTo(BEGIN.length());
    String rows =
        tests.entrySet().stream()
            .map(
                one -> "| `%s` | %s |\n".formatted(one.getKey(), String.join(", ", one.getValue())))
            .collect(Collectors.joining());
    GeneratedPage.check(
        PAGE, page.substring(0, begin) + rows + page.substring(page.indexOf("\n\n", begin) + 1));
  }
}
