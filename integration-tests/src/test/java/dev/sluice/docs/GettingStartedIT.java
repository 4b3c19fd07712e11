package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what {@code docs/getting-started.md} says, outside of our build: installs a copy of the
 * sources into a local repository of its own, writes the files that the page shows and runs its
 * commands. Part of the profile {@code getting-started}.
 */
@ExtendWith(SharedBroker.class)
class GettingStartedIT {
  private static final Path ROOT = Path.of(System.getProperty("sluice.root"));
  private static final Path OLD_GRADLE =
      Path.of("src/test/resources/gradle-4.gradle").toAbsolutePath();
  private static final Set<String> NOT_COPIED = Set.of("target", ".git");
  private static final long TIMEOUT_SECONDS = 500;

  private static final Path SPRING_BOOT = Path.of("../docs/spring-boot.md");

  @TempDir private static Path folder;
  private static Map<String, String> commands;

  @TempDir private Path project;
  private String topic;

  @BeforeAll
  static void install() throws Exception {
    commands = Snippets.shownIn(GettingStartedPageTest.PAGE, "run");
    copySources(folder.resolve("sluice"));
    assertThat(bash(commands.get("install"), folder.resolve("sluice"))).isEmpty();
  }

  @BeforeEach
  void project(KafkaBroker broker, TestInfo test) throws IOException {
    String name = test.getTestMethod().orElseThrow().getName();
    broker.createTopic(name, 1, Map.of());
    topic = broker.bootstrapServers() + "/" + name;
    Map<String, String> files = Snippets.shownIn(GettingStartedPageTest.PAGE, "file");
    for (String path : files.keySet()) {
      write(path, files.get(path));
    }
    write("settings.gradle", "rootProject.name = 'shop'\n");
  }

  @Test
  void completion_and_manual_are_where_the_page_says() throws Exception {
    String show = "complete -p sluice\nls \"${MANPATH%:}/man1/sluice-trace.1\"\n";
    assertThat(bash("SLUICE=$PWD\n" + commands.get("completion") + show, folder.resolve("sluice")))
        .contains("_complete_sluice", "man1/sluice-trace.1");
  }

  @Test
  void maven_builds_what_emits_to_kafka_and_reads_back() throws Exception {
    assertThat(run("maven")).contains("emitted=1001, acknowledged=1001,");
    assertThat(run("read"))
        .contains("shop.order_placed.1", "shop=Kiel customer=\"customer 1\" total=0.5")
        .contains(": complete");
    assertThat(run("bill")).contains("total=500.0 complete=true");
    assertThat(run("agent")).contains("com.acme.shop.Shop.main(", "emitted=1001");
  }

  @Test
  void broker_of_the_page_has_the_topic_and_ends() throws Exception {
    String broker = command("broker").strip() + " --port 0 --data data";

    assertThat(
            bash("exec 3< <(" + broker + ")\nread -r uri <&3\nsluice topic $uri\nkill $!", project))
        .contains("/orders\n  partitions              1            ok\n");
  }

  @Test
  void versions_that_spring_boot_manages_do_as_well() throws Exception {
    String bom =
        """
              <dependency>
                <groupId>org.springframework.boot</groupId>
                <artifactId>spring-boot-dependencies</artifactId>
                <version>%s</version>
                <type>pom</type>
                <scope>import</scope>
              </dependency>
        """
            .formatted(System.getProperty("sluice.springBoot"));
    String pom = Files.readString(project.resolve("pom.xml"));
    write("pom.xml", pom.replaceFirst("    <dependencies>\n", "    <dependencies>\n" + bom));

    assertThat(run("maven")).contains("emitted=1001, acknowledged=1001,");
    assertThat(bash("ls target/dependency", project)).contains("kafka-clients-3.");
    assertThat(run("bill")).contains("total=500.0 complete=true");
  }

  @Test
  void plug_in_puts_probes_into_the_sources() throws Exception {
    String plugin = Snippets.shownIn(Path.of("../docs/environments.md")).get("plugin");
    String pom = Files.readString(project.resolve("pom.xml"));
    write("pom.xml", pom.replace("    <plugins>\n", "    <plugins>\n" + plugin));

    bash(command("maven").replace("java -cp", "java -Dsluice.sink=file:calls -cp"), project);

    assertThat(bash("sluice cat calls", project)).contains("com.acme.shop.Shop.main(");
  }

  @Test
  void gradle_builds_what_emits_to_kafka() throws Exception {
    assumeTrue(
        bash("command -v gradle || true", project).contains("gradle"), "Gradle is not installed");
    String options =
        " --no-daemon -q -g "
            + folder.resolve("gradle-home")
            + " -Dmaven.repo.local="
            + folder.resolve("repository");
    if (bash("gradle --version", project).contains("Gradle 4.")) {
      options += " -I " + OLD_GRADLE;
    }

    String told = bash(command("gradle").replace("gradle ", "gradle" + options + " "), project);

    assertThat(told).contains("emitted=1001, acknowledged=1001,");
  }

  @Test
  void service_of_spring_boot_3_shows_its_first_trace_with_route_and_statement() throws Exception {
    serve(System.getProperty("sluice.springBoot"), "");
  }

  @Test
  void service_of_spring_boot_4_shows_its_first_trace_with_route_and_statement() throws Exception {
    serve(System.getProperty("sluice.springBoot4"), "");
  }

  @Test
  void service_with_agent_and_starter_records_with_both_and_says_so() throws Exception {
    Path agent = folder.resolve("sluice/monitoring/agent/target/sluice-agent.jar");
    String log =
        serve(
            System.getProperty("sluice.springBoot4"),
            "-javaagent:" + agent + "=sink=file:calls,include=com.acme.orders.** ");

    assertThat(log).contains("the agent of Sluice is in this program, too");
    assertThat(bash("sluice cat calls", project.resolve("orders")))
        .contains("com.acme.orders.Orders.order(int)")
        .doesNotContain("sluice.observation");
  }

  /** Does what {@code docs/spring-boot.md} says; returns the service's log. */
  private String serve(String version, String arguments) throws Exception {
    Map<String, String> files = Snippets.shownIn(SPRING_BOOT, "file");
    for (String path : files.keySet()) {
      String text = files.get(path).replace("<version>4.0.7<", "<version>" + version + "<");
      write("orders/" + path, version.startsWith("3") ? text.replace("2.2.1", "1.3.1") : text);
    }
    long begin = System.nanoTime();
    Map<String, String> shown = Snippets.shownIn(SPRING_BOOT, "run");
    String service =
        shown.get("service").strip().replace("java ", "java " + arguments) + " > log 2>&1 &\n";
    String ask =
        shown
            .get("ask")
            .replace("curl -s", "curl -s --retry 100 --retry-all-errors --retry-delay 1");
    Path orders = project.resolve("orders");
    String port = String.valueOf(TcpPeers.freePort());

    String answers =
        bash((service + ask + "kill $!\nwait $! || true").replace("8080", port), orders);

    assertThat(answers)
        .startsWith("order of Ada")
        .contains("\"producer\":\"orders\"", "\"state\":\"running\"");
    String trace = bash(shown.get("trace"), orders);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    String top = bash(shown.get("top"), orders);
    System.out.println(
        "Spring Boot " + version + ", first trace: " + seconds + " s\n" + trace + top);
    String query = "select customer from orders where id = ?";
    assertThat(trace)
        .contains("  http get /orders/{id} ", "─ connection ", "─ " + query)
        .doesNotContain("id = 7");
    assertThat(top).contains("  " + query, "  http get /orders/{id} ");
    assertThat(bash("sluice cat records", orders)).contains("orders.order_read", "order=7");
    assertThat(bash("sluice verify records", orders)).contains("complete");
    return Files.readString(orders.resolve("log"));
  }

  @Test
  void build_without_tests_runs_no_integration_tests_either() throws Exception {
    String told =
        bash("./mvnw -DskipTests -pl monitoring/maven-plugin verify", folder.resolve("sluice"));

    assertThat(told).contains("failsafe", "Tests are skipped.").doesNotContain("Tests run:");
  }

  private String run(String name) throws Exception {
    return bash(command(name), project);
  }

  private String command(String name) {
    assertThat(commands).containsKey(name);
    return commands.get(name).replace("localhost:9092/orders", topic);
  }

  private void write(String path, String text) throws IOException {
    Path file = project.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Runs commands; fails if one of them does. The result is what they printed. */
  private static String bash(String commands, Path directory) throws Exception {
    Path output = Files.createTempFile(folder, "bash-", ".log");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put(
        "MAVEN_ARGS",
        "-Dmaven.repo.local="
            + folder.resolve("repository")
            + " -Dmaven.repo.local.tail="
            + System.getProperty("sluice.localRepository"));
    environment.merge(
        "PATH",
        Path.of(System.getProperty("sluice.maven"), "bin") + ":" + folder.resolve("sluice"),
        (path, first) -> first + ":" + path);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).as(commands).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String told = Files.readString(output);
    assertThat(process.exitValue()).as("%s\n%s", commands, told).isZero();
    return told;
  }

  private static void copySources(Path copy) throws IOException {
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_COPIED.contains(directory.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(copy.resolve(ROOT.relativize(directory)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, copy.resolve(ROOT.relativize(file)));
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
