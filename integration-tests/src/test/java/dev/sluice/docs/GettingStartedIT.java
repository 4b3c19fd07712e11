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
 * Does what {@code docs/getting-started.md} says, outside of our build: writes the files that the
 * page shows and runs its commands, with the staged artifacts. Part of the profile {@code
 * getting-started}.
 */
@ExtendWith({SharedBroker.class, UseTimes.class})
class GettingStartedIT {
  private static final Path SPRING_BOOT = Path.of("../docs/spring-boot.md");
  private static final Set<String> NOT_COPIED = Set.of("target", ".git");

  @TempDir private static Path folder;
  private static Map<String, String> commands;

  @TempDir private Path project;
  private String topic;

  @BeforeAll
  static void users() throws IOException {
    commands = Snippets.shownIn(GettingStartedPageTest.PAGE, "run");
    UserBuild.prepare();
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
  }

  @Test
  void completion_and_manual_are_where_the_page_says() throws Exception {
    String page = Snippets.shownIn(Path.of("../docs/install.md"), "run").get("completion");
    String show = "complete -p sluice\nls \"${MANPATH%:}/man1/sluice-trace.1\"\n";
    assertThat(UserBuild.bash("SLUICE=$PWD/cli/target/sluice\n" + page + show, UserBuild.ROOT))
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
  void whole_agent_records_to_kafka() throws Exception {
    run("maven");

    UserBuild.bash(
        """
        mvn -q dependency:copy -Dartifact=dev.sluice:sluice-agent:0.1.0:jar:all -DoutputDirectory=.
        java '-javaagent:sluice-agent-0.1.0-all.jar=sink=kafka://%s,include=com.acme.shop.**' \\
          -cp 'target/classes:target/dependency/*' com.acme.shop.Shop file:orders
        """
            .formatted(topic),
        project);

    assertThat(UserBuild.bash("sluice cat 'kafka://" + topic + "?until=end'", project))
        .contains("com.acme.shop.Shop.main(");
  }

  @Test
  void broker_of_the_page_has_the_topic_and_ends() throws Exception {
    String broker = command("broker").strip() + " --port 0 --data data";

    assertThat(
            UserBuild.bash(
                "exec 3< <(" + broker + ")\nread -r uri <&3\nsluice topic $uri\nkill $!", project))
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
    assertThat(UserBuild.bash("ls target/dependency", project)).contains("kafka-clients-3.");
    assertThat(run("bill")).contains("total=500.0 complete=true");
  }

  @Test
  void plug_in_puts_probes_into_the_sources() throws Exception {
    String plugin = Snippets.shownIn(Path.of("../docs/environments.md")).get("plugin");
    String pom = Files.readString(project.resolve("pom.xml"));
    write("pom.xml", pom.replace("    <plugins>\n", "    <plugins>\n" + plugin));

    UserBuild.bash(
        command("maven").replace("java -cp", "java -Dsluice.sink=file:calls -cp"), project);

    assertThat(UserBuild.bash("sluice cat calls", project)).contains("com.acme.shop.Shop.main(");
  }

  @Test
  void gradle_builds_what_emits_to_kafka() throws Exception {
    assumeTrue(
        UserBuild.bash("gradle --version || true", project)
            .matches("(?s).*Gradle ([89]|\\d\\d+)\\..*"),
        "no Gradle 8 or later is installed");
    write("settings.gradle", "rootProject.name = 'shop'\n");
    write("build.gradle", UserBuild.staged(Files.readString(project.resolve("build.gradle"))));

    String gradle = "gradle --no-daemon -q -g " + folder.resolve("gradle-home") + " ";
    String told = UserBuild.bash(command("gradle").replace("gradle ", gradle), project);

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
    UserBuild.bash(command("agent").lines().findFirst().orElseThrow(), project);
    Path agent = project.resolve("sluice-agent.jar");
    String log =
        serve(
            System.getProperty("sluice.springBoot4"),
            "-javaagent:" + agent + "=sink=file:calls,include=com.acme.orders.** ");

    assertThat(log).contains("the agent of Sluice is in this program, too");
    assertThat(UserBuild.bash("sluice cat calls", project.resolve("orders")))
        .contains("com.acme.orders.Orders.order(int)")
        .doesNotContain("sluice.observation");
  }

  /** Does what {@code docs/spring-boot.md} says; returns the service's log. */
  private String serve(String version, String arguments) throws Exception {
    Path orders = project.resolve("orders");
    UserBuild.copy(Path.of("../examples/spring-boot/src"), orders.resolve("src"));
    String pom =
        Files.readString(Path.of("../examples/spring-boot/pom.xml"))
            .replace("<version>4.0.7<", "<version>" + version + "<");
    write("orders/pom.xml", version.startsWith("3") ? pom.replace("2.2.1", "1.3.1") : pom);
    long begin = System.nanoTime();
    Map<String, String> shown = Snippets.shownIn(SPRING_BOOT, "run");
    String service =
        shown.get("service").strip().replace("java ", "java " + arguments) + " > log 2>&1 &\n";
    String ask =
        shown
            .get("ask")
            .replace("curl -s", "curl -s --retry 100 --retry-all-errors --retry-delay 1");
    String port = String.valueOf(TcpPeers.freePort());

    String answers =
        UserBuild.bash((service + ask + "kill $!\nwait $! || true").replace("8080", port), orders);

    assertThat(answers)
        .startsWith("order of Ada")
        .contains("\"producer\":\"orders\"", "\"state\":\"running\"");
    String trace = UserBuild.bash(shown.get("trace"), orders);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    String top = UserBuild.bash(shown.get("top"), orders);
    System.out.println(
        "Spring Boot " + version + ", first trace: " + seconds + " s\n" + trace + top);
    String query = "select customer from orders where id = ?";
    assertThat(trace)
        .contains(" http get /orders/{id} ", "─ connection ", "─ " + query)
        .doesNotContain("id = 7");
    assertThat(top).contains("  " + query, "  http get /orders/{id} ");
    assertThat(UserBuild.bash("sluice cat records", orders))
        .contains("orders.order_read", "order=7");
    assertThat(UserBuild.bash("sluice verify records", orders)).contains("complete");
    return Files.readString(orders.resolve("log"));
  }

  @Test
  void sources_install_for_builds_on_this_machine_and_test_nothing_if_told_so() throws Exception {
    Path sources = folder.resolve("sluice");
    copySources(sources);
    String arguments =
        "-Dmaven.repo.local=%s -Dmaven.repo.local.tail=%s"
            .formatted(folder.resolve("repository"), System.getProperty("sluice.localRepository"));

    assertThat(UserBuild.bash(commands.get("install"), sources, arguments)).isEmpty();
    assertThat(UserBuild.bash(command("maven"), project, arguments))
        .contains("emitted=1001, acknowledged=1001,");
    assertThat(
            UserBuild.bash(
                "./mvnw -DskipTests -pl monitoring/maven-plugin verify", sources, arguments))
        .contains("failsafe", "Tests are skipped.")
        .doesNotContain("Tests run:");
  }

  private String run(String name) throws Exception {
    return UserBuild.bash(command(name), project);
  }

  private String command(String name) {
    assertThat(commands).containsKey(name);
    return commands.get(name).replace("localhost:9092/orders", topic);
  }

  private void write(String path, String text) throws IOException {
    UserBuild.write(project.resolve(path), text);
  }

  private static void copySources(Path copy) throws IOException {
    Files.walkFileTree(
        UserBuild.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_COPIED.contains(directory.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(copy.resolve(UserBuild.ROOT.relativize(directory)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, copy.resolve(UserBuild.ROOT.relativize(file)));
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
