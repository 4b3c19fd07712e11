package dev.sluice.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.opentelemetry.app.Shop;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** OpenTelemetry's agent with the extension, in a program of HTTP. */
@Tag("one-jdk")
@ExtendWith(SharedBroker.class)
class AgentIT {
  private static final Pattern REPORT =
      Pattern.compile("sluice: .*emitted=(\\d+), acknowledged=(\\d+), unconfirmed=(\\d+).*");

  @TempDir private Path directory;

  private Process shop(String sink, int requests) throws Exception {
    Path classes = Path.of(Shop.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-javaagent:" + System.getProperty("sluice.opentelemetry"));
    command.add("-Dotel.javaagent.extensions=" + System.getProperty("sluice.extension"));
    command.add("-Dotel.sluice.sink=" + sink);
    command.add("-Dotel.service.name=shop");
    for (String signal : List.of("traces", "metrics", "logs")) {
      command.add("-Dotel." + signal + ".exporter=none");
    }
    command.addAll(List.of("-cp", classes.toString(), Shop.class.getName(), "" + requests));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }

  private String errors() throws Exception {
    return Files.readString(directory.resolve("err"));
  }

  /** What the program said of its records in the end: emitted, arrived, without an answer. */
  private long[] told() throws Exception {
    Matcher line = REPORT.matcher(errors().lines().reduce((one, other) -> other).orElse(""));
    assertThat(line.matches()).as(errors()).isTrue();
    return new long[] {
      Long.parseLong(line.group(1)), Long.parseLong(line.group(2)), Long.parseLong(line.group(3))
    };
  }

  private void assertRequests(String source, int requests) throws Exception {
    JsonNode all = Recording.json("trace", source, "--slowest", "1000", "--json");
    assertThat(all.at("/counts/valid").asInt()).isEqualTo(2 * requests);
    assertThat(all.at("/counts/incomplete").asInt()).isZero();
    assertThat(all.get("requests"))
        .hasSize(requests)
        .allMatch(one -> one.get("complete").asBoolean());
    assertThat(Recording.sluice("top", source))
        .anyMatch(line -> line.matches(" *GET +" + requests + " .*"))
        .anyMatch(line -> line.matches(" *GET /orders +" + requests + " .*"));
    assertThat(Recording.sluice("verify", source)).anyMatch(line -> line.contains("complete"));
  }

  private void run(String sink, int requests) throws Exception {
    Process shop = shop(sink, requests);
    assertThat(new String(shop.getInputStream().readAllBytes()).lines()).hasSize(requests);
    assertThat(shop.waitFor()).as(errors()).isZero();
    assertThat(told()).as(errors()).containsExactly(2L * requests + 1, 2L * requests + 1, 0);
  }

  @Test
  void requests_of_a_program_are_in_files() throws Exception {
    String records = "file:" + directory.resolve("records");
    run(records, 20);
    assertRequests(records, 20);
  }

  @Test
  void requests_of_a_program_are_in_kafka(KafkaBroker broker) throws Exception {
    broker.createTopic("opentelemetry", 1, Map.of());
    String topic = "kafka://" + broker.bootstrapServers() + "/opentelemetry";
    run(topic, 20);
    assertRequests(topic, 20);
  }

  @Test
  void program_that_is_terminated_tells_exactly_what_it_lost() throws Exception {
    String records = "file:" + directory.resolve("records");
    Process shop = shop(records, 1_000_000_000);
    int asked = 0;
    try (BufferedReader out = shop.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        asked = Integer.parseInt(line);
        if (asked == 50) {
          shop.toHandle().destroy(); // leaves its output open
        }
      }
    }
    assertThat(shop.waitFor(10, TimeUnit.SECONDS)).isTrue();

    // Two spans a request, until the SDK ends, while requests go on.
    long[] told = told();
    assertThat(told[0]).as(errors()).isBetween(100L, 2L * asked + 4);
    JsonNode audit = Recording.json("verify", records, "--json");
    assertThat(audit.get("complete").asBoolean()).isTrue();
    assertThat(audit.at("/producers/0/emitted").asLong()).isEqualTo(told[0]);
    assertThat(audit.at("/producers/0/delivered").asLong()).isEqualTo(told[1]);
    assertThat(errors()).contains("dropped=" + (told[0] == told[1] ? "{}" : "{closed="));
  }
}
