package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.sluice.testkit.Snippets;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Maven and Gradle make of the staged repository as a whole. Gradle is the code of 8.11, which
 * Maven Central has for tests of plug-ins; its distribution is not there. Part of the profile
 * {@code getting-started}.
 */
@ExtendWith(UseTimes.class)
class StagedRepositoryIT {
  private static final String GRADLE = "dev.gradleplugins:gradle-api:8.11.1";
  private static final Pattern IN_BOM =
      Pattern.compile("<groupId>dev.sluice</groupId>\\s*<artifactId>([^<]+)</artifactId>");

  /** What whoever uses the artifact has anyway, or leaves out with the class that needs it. */
  private static final List<String> BROUGHT_BY_USERS =
      List.of(
          "brave.",
          "ch.qos.logback.",
          "io.kafbat.",
          "io.micrometer.context.",
          "io.netty.", // NettyLeaks of the testkit
          "io.opentelemetry.",
          "kieker.",
          "org.apache.logging.log4j.",
          "org.apache.maven.",
          "org.junit.jupiter.", // the extension with a broker
          "org.springframework.");

  @TempDir private static Path folder;

  @TempDir private Path project;

  @BeforeAll
  static void users() throws IOException {
    UserBuild.prepare();
  }

  @Test
  void maven_finds_every_artifact_of_the_bom() throws Exception {
    List<String> dependencies = new ArrayList<>();
    for (String artifact : artifacts()) {
      dependencies.add("dev.sluice:" + artifact);
    }
    UserBuild.write(project.resolve("pom.xml"), UserBuild.pom(dependencies.toArray(new String[0])));

    UserBuild.bash("mvn -B -q dependency:copy-dependencies", project);

    Set<String> missing = new TreeSet<>(artifacts());
    try (Stream<Path> jars = Files.list(project.resolve("target/dependency"))) {
      jars.map(jar -> jar.getFileName().toString().replaceFirst("-0[.].*", ""))
          .forEach(missing::remove);
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void gradle_makes_class_paths_with_which_the_program_of_the_page_runs() throws Exception {
    Map<String, String> page = Snippets.shownIn(GettingStartedPageTest.PAGE, "file");
    for (String path : page.keySet()) {
      UserBuild.write(project.resolve(path), page.get(path));
    }
    Map<String, String> paths =
        gradle(
            UserBuild.staged(page.get("build.gradle")),
            "compileClasspath",
            "annotationProcessor",
            "runtimeClasspath");

    String told =
        UserBuild.bash(
            "javac -Werror -d classes -cp '%s' -processorpath '%s' $(find src -name '*.java')\n"
                    .formatted(paths.get("compileClasspath"), paths.get("annotationProcessor"))
                + "java -cp 'classes:%1$s' com.acme.shop.Shop file:orders\n"
                    .formatted(paths.get("runtimeClasspath"))
                + "java -cp 'classes:%1$s' com.acme.shop.Bill file:orders\n"
                    .formatted(paths.get("runtimeClasspath")),
            project);

    assertThat(told).contains("emitted=1001, acknowledged=1001,", "total=500.0 complete=true");
  }

  @Test
  void gradle_gives_compilers_all_types_of_every_api() throws Exception {
    StringBuilder script =
        new StringBuilder("plugins { id 'java-library' }\nrepositories {\n  mavenLocal()\n")
            .append("  mavenCentral()\n}\n");
    Set<String> artifacts = artifacts();
    for (String artifact : artifacts) {
      script.append(
          """
          configurations.create('%1$s') {
            attributes { attribute(Usage.USAGE_ATTRIBUTE, objects.named(Usage, 'java-api')) }
          }
          dependencies.add('%1$s', 'dev.sluice:%1$s:0.1.0')
          """
              .formatted(artifact));
    }
    Map<String, String> paths =
        gradle(UserBuild.staged(script.toString()), artifacts.toArray(new String[0]));

    Set<String> unknown = new TreeSet<>();
    for (String artifact : artifacts) {
      for (String type : unknownToCompilers(paths.get(artifact))) {
        if (BROUGHT_BY_USERS.stream().noneMatch(type::startsWith)) {
          unknown.add(artifact + ": " + type);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  /** The artifacts in the staged BOM. */
  private static Set<String> artifacts() throws IOException {
    String bom = "dev/sluice/sluice-bom/0.1.0/sluice-bom-0.1.0.pom";
    Set<String> artifacts =
        IN_BOM
            .matcher(Files.readString(UserBuild.STAGING.resolve(bom)))
            .results()
            .map(found -> found.group(1))
            .filter(artifact -> !artifact.equals("sluice-bom"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(artifacts).hasSizeGreaterThan(30);
    return artifacts;
  }

  /** Types in the exported API of the first jar that none of the jars and not the JDK has. */
  private static Set<String> unknownToCompilers(String path) throws IOException {
    String[] jars = path.split(File.pathSeparator);
    Set<String> known = new TreeSet<>();
    for (String jar : jars) {
      try (JarFile file = new JarFile(jar)) {
        file.stream()
            .map(entry -> entry.getName())
            .filter(name -> name.endsWith(".class"))
            .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
            .forEach(known::add);
      }
    }
    Path own = Path.of(jars[0]);
    ModuleDescriptor module =
        ModuleFinder.of(own).findAll().stream().map(found -> found.descriptor()).findAny().get();
    Set<String> unknown = new TreeSet<>();
    for (JavaClass type : new ClassFileImporter().importJar(new JarFile(own.toFile()))) {
      if (type.getModifiers().contains(JavaModifier.PUBLIC) && isExported(module, type)) {
        typesOf(type).stream()
            .map(JavaClass::getBaseComponentType)
            .filter(used -> !used.isPrimitive() && !known.contains(used.getName()))
            .map(JavaClass::getName)
            .filter(name -> ClassLoader.getPlatformClassLoader().resources(file(name)).count() == 0)
            .forEach(unknown::add);
      }
    }
    return unknown;
  }

  private static String file(String type) {
    return type.replace('.', '/') + ".class";
  }

  private static boolean isExported(ModuleDescriptor module, JavaClass type) {
    return module.isAutomatic()
        || module.exports().stream()
            .anyMatch(
                exported ->
                    !exported.isQualified() && exported.source().equals(type.getPackageName()));
  }

  private static Collection<JavaClass> typesOf(JavaClass type) {
    List<JavaClass> used = new ArrayList<>(type.getAllRawInterfaces());
    used.addAll(type.getAllRawSuperclasses());
    for (JavaField field : type.getFields()) {
      if (isForOthers(field.getModifiers())) {
        used.add(field.getRawType());
      }
    }
    for (JavaCodeUnit unit : type.getCodeUnits()) {
      if (isForOthers(unit.getModifiers())) {
        used.add(unit.getRawReturnType());
        used.addAll(unit.getRawParameterTypes());
        unit.getExceptionTypes().forEach(used::add);
      }
    }
    return used;
  }

  private static boolean isForOthers(Set<JavaModifier> modifiers) {
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  /** What Gradle makes of a script, by the names of configurations. */
  private Map<String, String> gradle(String script, String... configurations) throws Exception {
    UserBuild.write(project.resolve("build.gradle"), script);
    // Gradle itself is kept where all other downloads are.
    String repository = "-Dmaven.repo.local=" + System.getProperty("sluice.localRepository");
    Path runner = project.resolve("gradle");
    UserBuild.write(
        runner.resolve("pom.xml"),
        UserBuild.pom(GRADLE)
            .replaceAll("(?s)  <dependencyManagement>.*</dependencyManagement>", ""));
    UserBuild.bash(
        "mvn -B -q dependency:build-classpath -Dmdep.outputFile=path", runner, repository);
    String opens =
        "--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED";
    String told =
        UserBuild.bash(
            "java %s -cp \"$(cat gradle/path)\" %s %s %s %s"
                .formatted(
                    opens,
                    Path.of("src/test/resources/gradle/ClassPaths.java").toAbsolutePath(),
                    project,
                    folder.resolve("gradle-home"),
                    String.join(" ", configurations)),
            project,
            "");
    Map<String, String> paths = new LinkedHashMap<>();
    for (String line : told.lines().toList()) {
      int end = line.indexOf('=');
      if (end > 0) {
        paths.put(line.substring(0, end), line.substring(end + 1));
      }
    }
    assertThat(told).contains("Gradle 8.");
    assertThat(paths).containsKeys(configurations);
    return paths;
  }
}
