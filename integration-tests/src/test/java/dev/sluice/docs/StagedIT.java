package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TcpPeers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README and the pages say of other uses than those of {@link GettingStartedIT}, each in a
 * project of its own, with the staged artifacts. Part of the profile {@code getting-started}.
 */
@ExtendWith(UseTimes.class)
class StagedIT {
  private static final Path DOCS = Path.of("../docs");
  private static final String BUILD =
      "mvn -B -q -Dkotlin.compiler.daemon=false package dependency:copy-dependencies\n";
  private static final String RUN = "java -cp 'target/classes:target/dependency/*' ";
  private static final String TESTED = "dev.sluice:sluice-%s:${sluice.version}:test";

  @TempDir private Path project;
  private Map<String, String> page;

  @BeforeAll
  static void users() throws IOException {
    UserBuild.prepare();
  }

  @BeforeEach
  void page() throws IOException {
    page = Snippets.shownIn(GettingStartedPageTest.PAGE, "file");
  }

  @Test
  void readme_emits_to_files_and_decodes_without_a_library_of_others() throws Exception {
    Map<String, String> readme = Snippets.shownIn(Path.of("../README.md"));
    pom("dev.sluice:sluice-files");
    java("OrderPlaced", "import dev.sluice.api.record.*;\n\n" + readme.get("record"));
    java(
        "Readme",
        """
        import dev.sluice.api.record.Symbol;
        import dev.sluice.api.spi.CollectorReport;
        import dev.sluice.monitoring.Monitor;
        import dev.sluice.streams.RecordStream;
        import java.time.Duration;
        import java.util.function.Consumer;

        public class Readme {
          public static void main(String[] args) throws Exception {
            String uri = args[0];
            %s
            Consumer<Object> print = System.out::println;
            Consumer<OrderPlaced> bill = order -> print.accept(order.customer() + order.total());
            %s
          }
        }
        """
            .formatted(readme.get("emit"), readme.get("consume")));

    assertThat(run(BUILD + RUN + "com.acme.shop.Readme file:orders"))
        .contains("Ada19.9", "dropped={}, gaps=0, unknown=0", "ended=true");
    assertThat(run("ls target/dependency").lines()).allMatch(jar -> jar.startsWith("sluice-"));
  }

  @Test
  void producer_needs_nothing_that_reads() throws Exception {
    pom("dev.sluice:sluice-producer");
    java("OrderPlaced", null);
    java("Shop", null);

    assertThat(run(BUILD + RUN + "com.acme.shop.Shop file:orders\nls target/dependency"))
        .contains("emitted=1001, acknowledged=1001,")
        .doesNotContain("reader", "streams");
  }

  @Test
  void program_emits_over_tcp_to_another() throws Exception {
    shop("dev.sluice:sluice-tcp");
    String port = String.valueOf(TcpPeers.freePort());

    assertThat(
            run(
                BUILD
                    + RUN
                    + "com.acme.shop.Bill 'tcp://:%s?until=end' &\n".formatted(port)
                    + RUN
                    + "com.acme.shop.Shop tcp://127.0.0.1:%s\nwait".formatted(port)))
        .contains("emitted=1001, acknowledged=1001,", "total=500.0 complete=true");
  }

  @Test
  void appender_of_log4j_records_what_is_logged() throws Exception {
    pom(
        "dev.sluice:sluice-log4j",
        "dev.sluice:sluice-files",
        "org.apache.logging.log4j:log4j-core:" + System.getProperty("sluice.log4j"));
    String appender = Snippets.shownIn(DOCS.resolve("logging.md"), "run").get("log4j");
    resource("log4j2.xml", "<Configuration>\n" + files(appender) + "</Configuration>\n");
    java(
        "Logs",
        """
        public class Logs {
          public static void main(String[] args) {
            org.apache.logging.log4j.LogManager.getLogger("shop").info("order of {}", "Ada");
          }
        }
        """);

    logs();
  }

  @Test
  void appender_of_logback_records_what_is_logged() throws Exception {
    pom(
        "dev.sluice:sluice-logback",
        "dev.sluice:sluice-files",
        "ch.qos.logback:logback-classic:" + System.getProperty("sluice.logback"));
    String appender = Snippets.shownIn(DOCS.resolve("logging.md"), "run").get("logback");
    resource("logback.xml", "<configuration>\n" + files(appender) + "</configuration>\n");
    java(
        "Logs",
        """
        public class Logs {
          public static void main(String[] args) {
            org.slf4j.LoggerFactory.getLogger("shop").info("order of {}", "Ada");
          }
        }
        """);

    logs();
  }

  private void logs() throws Exception {
    assertThat(run(BUILD + RUN + "com.acme.shop.Logs\nsluice cat records"))
        .contains("sluice.log_event", "order of {}", "Ada");
    assertThat(run("sluice verify records")).contains("complete");
  }

  @Test
  void span_handler_of_brave_records_spans() throws Exception {
    pom(
        "dev.sluice:sluice-brave",
        "dev.sluice:sluice-files",
        "io.zipkin.brave:brave:" + System.getProperty("sluice.brave"));
    java(
        "Spans",
        """
        import brave.Tracing;
        import dev.sluice.brave.SluiceSpanHandler;
        import dev.sluice.monitoring.Monitor;

        public class Spans {
          public static void main(String[] args) {
            String uri = args[0];
            %s
            tracing.tracer().newTrace().name("order").start().finish();
          }
        }
        """
            .formatted(Snippets.shownIn(DOCS.resolve("zipkin.md")).get("handler")));

    assertThat(run(BUILD + RUN + "com.acme.shop.Spans file:records\nsluice top records"))
        .contains("order");
  }

  @Test
  void writer_of_kieker_records_its_executions() throws Exception {
    pom(
        "dev.sluice:sluice-kieker",
        "dev.sluice:sluice-files",
        "net.kieker-monitoring:kieker:" + System.getProperty("sluice.kieker"));
    java(
        "Executions",
        """
        import kieker.common.record.controlflow.OperationExecutionRecord;
        import kieker.monitoring.core.controller.MonitoringController;

        public class Executions {
          public static void main(String[] args) {
            MonitoringController.getInstance()
                .newMonitoringRecord(
                    new OperationExecutionRecord(
                        "public void com.acme.Shop.order(int)", "s", 1, 10, 20, "kiel", 0, 0));
          }
        }
        """);
    String options =
        files(Snippets.shownIn(DOCS.resolve("kieker.md"), "run").get("properties"))
            .replace('\n', ' ');

    assertThat(
            run(
                BUILD
                    + RUN.replace("java ", "java " + options)
                    + "com.acme.shop.Executions\nsluice cat records"))
        .contains("com.acme.Shop.order(int)");
  }

  @Test
  void span_processor_of_opentelemetry_needs_its_sdk_alone() throws Exception {
    opentelemetry();
    java(
        "Sdk",
        """
        import dev.sluice.monitoring.Monitor;
        import dev.sluice.opentelemetry.SluiceSpanProcessor;
        import io.opentelemetry.sdk.trace.SdkTracerProvider;

        public class Sdk {
          public static void main(String[] args) {
            String uri = args[0];
            %s
            tracers.get("shop").spanBuilder("order").startSpan().end();
            tracers.close();
          }
        }
        """
            .formatted(Snippets.shownIn(DOCS.resolve("opentelemetry.md")).get("processor")));

    assertThat(run(BUILD + RUN + "com.acme.shop.Sdk file:records\nsluice top records"))
        .contains("order");
  }

  @Test
  void agent_of_opentelemetry_records_with_the_extension() throws Exception {
    opentelemetry();
    java(
        "Traced",
        """
        import io.opentelemetry.api.GlobalOpenTelemetry;

        public class Traced {
          public static void main(String[] args) {
            GlobalOpenTelemetry.getTracer("shop").spanBuilder("order").startSpan().end();
          }
        }
        """);
    String options =
        files(Snippets.shownIn(DOCS.resolve("opentelemetry.md"), "run").get("agent"))
            .replace("kafka://broker:9092/spans", "file:records")
            .replace('\n', ' ');

    assertThat(
            run(
                BUILD
                    + fetch("dev.sluice:sluice-opentelemetry:0.1.0:jar:extension")
                    + fetch(
                        "io.opentelemetry.javaagent:opentelemetry-javaagent:"
                            + System.getProperty("sluice.opentelemetryAgent"))
                    + "java -javaagent:$(ls opentelemetry-javaagent-*.jar) "
                    + options
                    + "-cp 'target/classes:target/dependency/*' com.acme.shop.Traced\n"
                    + "sluice top records"))
        .contains("order");
  }

  private void opentelemetry() throws IOException {
    pom(
        "dev.sluice:sluice-opentelemetry",
        "io.opentelemetry:opentelemetry-sdk:" + System.getProperty("sluice.opentelemetry"));
  }

  private static String fetch(String artifact) {
    return "mvn -B -q dependency:copy -DoutputDirectory=. -Dartifact=" + artifact + "\n";
  }

  @Test
  void raw_writer_of_ones_own_is_tested_with_the_testkit() throws Exception {
    example("http-raw-writer", "dev.sluice:sluice-io-api");
  }

  @Test
  void serializer_of_ones_own_keeps_to_the_contract_of_the_testkit() throws Exception {
    example(
        "json-lines-serializer",
        "dev.sluice:sluice-serializer-support",
        "dev.sluice:sluice-cli:${sluice.version}:test",
        "com.fasterxml.jackson.core:jackson-core:" + System.getProperty("sluice.jackson"));
  }

  /** Builds an example, whose sources its page shows, as somebody who has copied them. */
  private void example(String name, String... dependencies) throws Exception {
    String[] all = new String[dependencies.length + 6];
    String[] forTests = {
      "testkit",
      "monitoring",
      "serializer-binary",
      "raw-writer-file",
      "raw-reader-file",
      "record-streams"
    };
    System.arraycopy(dependencies, 0, all, 0, dependencies.length);
    for (int i = 0; i < forTests.length; i++) {
      all[dependencies.length + i] = TESTED.formatted(forTests[i]);
    }
    pom(all);
    UserBuild.copy(Path.of("../examples", name, "src"), project.resolve("src"));
    // Of the page, which is not in the copy.
    String tests = " -Dtest='*Test,!DocumentationTest,!HttpRawWriterTest#page_*'";

    assertThat(run("mvn -B test" + tests))
        .contains("BUILD SUCCESS")
        .containsPattern("Tests run: [1-9]");
  }

  @Test
  void code_of_the_pages_compiles_with_tools_streams_and_micrometer() throws Exception {
    pom(
        "dev.sluice:sluice-tools",
        "dev.sluice:sluice-kafka",
        "dev.sluice:sluice-tcp",
        "dev.sluice:sluice-micrometer",
        "dev.sluice:sluice-analysis-kafka-streams",
        "org.apache.kafka:kafka-streams:" + System.getProperty("sluice.kafka"));
    Path sources = Path.of("src/test/java");
    java("OrderPlaced", null);
    for (String name : new String[] {"Consuming", "Monitoring", "Processes", "Tools"}) {
      Path source = Path.of("dev/sluice/docs/" + name + "Snippets.java");
      UserBuild.write(
          project.resolve("src/main/java").resolve(source),
          Files.readString(sources.resolve(source)));
    }

    run(BUILD);
  }

  @Test
  void kotlin_emits_and_reads_records_of_java() throws Exception {
    Map<String, String> kotlin = Snippets.shownIn(DOCS.resolve("environments.md"));
    String pom =
        UserBuild.pom(
            "dev.sluice:sluice-files",
            "org.jetbrains.kotlin:kotlin-stdlib:" + System.getProperty("sluice.kotlin"));
    UserBuild.write(
        project.resolve("pom.xml"),
        pom.replace("    <plugins>\n", "    <plugins>\n" + kotlin.get("kotlin-plugin")));
    java("OrderPlaced", null);
    UserBuild.copy(Path.of("../examples/kotlin"), project.resolve("src/main/kotlin"));

    assertThat(run(BUILD + RUN + "com.acme.shop.ShopKt file:orders"))
        .contains("total=500.0 unnamed=500 complete=true");
  }

  @Test
  void modules_run_on_the_module_path_and_in_an_image_of_jlink() throws Exception {
    shop("dev.sluice:sluice-files");
    Map<String, String> shown = Snippets.shownIn(DOCS.resolve("environments.md"), "run");
    UserBuild.write(
        project.resolve("src/main/java/module-info.java"),
        Snippets.shownIn(DOCS.resolve("environments.md"), "file").get("module-info.java"));

    assertThat(run(BUILD + shown.get("modules"))).contains("emitted=1001, acknowledged=1001,");
    assertThat(run(shown.get("jlink"))).contains("emitted=1001, acknowledged=1001,");
    assertThat(run("image/bin/java -m com.acme.shop/com.acme.shop.Bill file:orders"))
        .contains("total=1000.0 complete=true");
  }

  private void shop(String bundle) throws IOException {
    pom(bundle);
    for (String name : new String[] {"OrderPlaced", "Shop", "Bill"}) {
      java(name, null);
    }
  }

  private void pom(String... dependencies) throws IOException {
    UserBuild.write(project.resolve("pom.xml"), UserBuild.pom(dependencies));
  }

  /** Writes a class of the program; null is what the page shows. */
  private void java(String name, String text) throws IOException {
    String path = "src/main/java/com/acme/shop/" + name + ".java";
    UserBuild.write(
        project.resolve(path), text == null ? page.get(path) : "package com.acme.shop;\n\n" + text);
  }

  private void resource(String name, String text) throws IOException {
    UserBuild.write(project.resolve("src/main/resources").resolve(name), text);
  }

  /** The same with files for a topic. */
  private static String files(String shown) {
    assertThat(shown).contains("kafka://broker:9092/");
    return shown.replaceAll("kafka://broker:9092/\\w+", "file:records");
  }

  private String run(String commands) throws Exception {
    return UserBuild.bash(commands, project);
  }
}
