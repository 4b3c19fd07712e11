package dev.sluice.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.agent.it.Program;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests through three services and a topic, of which one is killed and started again: the
 * command shows each as one tree, or says that it is not complete and why. What happened is known
 * from what clients and services write down themselves.
 */
@Tag("full")
@ExtendWith(SharedBroker.class)
class KilledServiceIT {
  private static final int REQUESTS = Integer.getInteger("sluice.requests", 240);
  private static final List<String> NAMES = List.of("front", "middle", "back");

  @TempDir Path directory;
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, Process> processes = new HashMap<>();
  private KafkaBroker broker;

  private void start(String name) throws Exception {
    Path classes =
        Path.of(KilledServiceIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String libraries = System.getProperty("sluice.libraries") + "/*";
    Path home = Files.createDirectories(directory.resolve(name));
    int next = NAMES.indexOf(name) + 1;
    Process process =
        Program.on(Path.of(System.getProperty("java.home")), home)
            .arguments("-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
            .agent(
                "sink=file:%s?policy=block;producer=%s;context=true;include=**.Service#handle|**.Service#call|**.Service#send|**.Service#consumed"
                    .formatted(directory.resolve("records"), name))
            .arguments("-cp", classes + File.pathSeparator + libraries, "com.acme.chain.Service")
            .arguments(name, "" + ports.get(name))
            .arguments("" + (next < NAMES.size() ? ports.get(NAMES.get(next)) : 0))
            .arguments(broker.bootstrapServers(), truth().toString())
            .start();
    processes.put(name, process);
  }

  private void awaitUp(String name) throws Exception {
    Process process = processes.get(name);
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(out.readLine()).as(() -> error(name)).isEqualTo("up");
  }

  private String error(String name) {
    try {
      return Files.readString(directory.resolve(name).resolve("err"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Path truth() {
    return directory.resolve("truth");
  }

  @Test
  void each_request_is_one_tree_or_told_incomplete_although_a_service_is_killed(KafkaBroker given)
      throws Exception {
    broker = given;
    broker.createTopic("numbers", 2, Map.of());
    for (String name : NAMES) {
      ports.put(name, TcpPeers.freePort());
    }
    for (String name : NAMES) {
      start(name);
    }
    for (String name : NAMES) {
      awaitUp(name);
    }
    String killed = System.getProperty("sluice.killed", "middle");
    String records = directory.resolve("records").toString();
    Map<Integer, Load.Sent> sent;
    try (Load load = new Load(ports.get("front"), records, REQUESTS)) {
      load.start();
      load.awaitThird();
      processes.get(killed).destroyForcibly().waitFor();
      start(killed);
      awaitUp(killed);
      load.goOn();
      load.join();
      sent = load.sent();
    }
    for (String name : NAMES) {
      if (name.equals("back")) {
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> Truth.read(truth()).isHandled());
      }
      Process process = processes.get(name);
      process.getOutputStream().close();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(() -> error(name)).isZero();
    }
    Comparison comparison = new Comparison(Truth.read(truth()));
    for (String operation : List.of("Client.request", "Service.handle", "Service.consumed")) {
      comparison.add(trace(records, operation));
    }
    sent.forEach(comparison::compare);
    System.out.print(comparison);
    assertThat(sent).hasSize(REQUESTS);
    assertThat(comparison.wrong()).isEmpty();
    assertThat(comparison.counts().get("complete")).isPositive();
  }

  private JsonNode trace(String records, String operation) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(out, err, false);
    int code =
        Main.run(
            terminal, "trace", records, "--containing", operation, "--slowest", "10000", "--json");
    assertThat(code).as(() -> out.toString(StandardCharsets.UTF_8)).isZero();
    return new ObjectMapper().readTree(out.toByteArray());
  }
}
