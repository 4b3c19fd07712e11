package dev.sluice.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Execution;
import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What presets record of servers, drivers and clients of others. */
@ExtendWith(SharedBroker.class)
class PresetsIT {
  @TempDir Path directory;
  private Recording recording;
  private Program.Result result;

  private void run(String options, String main, String... arguments) throws Exception {
    Path classes =
        Path.of(PresetsIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String libraries = System.getProperty("sluice.libraries") + "/*";
    Program program = Program.on(Path.of(System.getProperty("java.home")), directory);
    program
        .arguments(
            "-XX:TieredStopAtLevel=1", "-Xlog:class+load:file=" + directory.resolve("loaded"))
        .agent(
            "sink=file:" + program.records() + "?policy=block;report=" + program.report() + options)
        .arguments("-cp", classes + File.pathSeparator + libraries, "com.acme.chain." + main)
        .arguments(arguments);
    result = program.run();
    assertThat(result.err()).doesNotContain("sluice:");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0\n");
    recording = Recording.of(program.records());
  }

  @Test
  void requests_are_executions_by_method_and_route_with_their_status() throws Exception {
    run(
        ";preset=http",
        "Requests",
        "GET /shop/orders/17",
        "POST /shop/orders?status=503",
        "GET /shop/orders/17?throw",
        "GET /shop/items/17/6f1e9f5e-98a5-4b5c-a1ec-6c6ce0d2a7f3",
        "GET /shop/items/1?status=404",
        "BREW /shop/items",
        "GET /javax/things/1",
        "GET /javax/none",
        "PUT /jdk/items",
        "PUT /jdk/items/7");

    assertThat(recording.detailed())
        .containsExactlyInAnyOrder(
            "GET /shop/orders/* [GET,/shop/orders/*,200]",
            "POST /shop/orders/* ! [POST,/shop/orders/*,503]",
            "GET /shop/orders/* ! [GET,/shop/orders/*,500]",
            "GET /shop/items/{id}/{id} [GET,/shop/items/{id}/{id},200]",
            "GET (other) [GET,(other),404]",
            "_OTHER /shop/items [_OTHER,/shop/items,200]",
            "GET /javax/things/{id} [GET,/javax/things/{id},201]",
            "GET (other) [GET,(other),404]",
            "PUT /jdk/items [PUT,/jdk/items,202]",
            "PUT /jdk/items/* [PUT,/jdk/items/*,202]");
    // Nothing but what the preset sees.
    assertThat(recording.executions()).hasSize(10).allMatch(one -> one.ess() == 0);
  }

  @Test
  void a_request_ends_when_it_is_answered_and_has_what_other_threads_do_in_its_trace()
      throws Exception {
    run(
        ";preset=http;context=true;include=**.Requests#handle",
        "Requests",
        "GET /shop/orders/1?async",
        "GET /shop/orders/1?dispatch");

    assertThat(recording.detailed())
        .containsExactlyInAnyOrder(
            "GET /shop/orders/* ! [GET,/shop/orders/*,503]",
            "GET /shop/orders/* [GET,/shop/orders/*,200]");
    List<Execution> requests =
        recording.executions().stream().filter(one -> one.signature().startsWith("GET")).toList();
    for (Execution request : requests) {
      // One on the thread that began, in the same trace; one on another, in a trace that it began.
      assertThat(
              Stream.concat(Stream.of(request.trace()), recording.startedBy(request.trace()))
                  .flatMap(trace -> recording.executions().stream().filter(e -> e.trace() == trace))
                  .filter(one -> one.signature().contains("handle"))
                  .toList())
          .hasSize(2)
          .allMatch(one -> one.tin() >= request.tin() && one.tout() <= request.tout());
    }
  }

  @Test
  void hostile_paths_make_no_more_than_so_many_operations() throws Exception {
    run(";preset=http;quiet=true", "Requests", "FLOOD /shop/p");

    assertThat(recording.executions()).hasSize(1100);
    assertThat(recording.executions().stream().map(Execution::signature).distinct()).hasSize(1001);
    assertThat(recording.executions().stream().filter(e -> e.signature().equals("GET (other)")))
        .hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pool", "driver"})
  void statements_are_executions_once_through_pool_and_driver_without_literals(String through)
      throws Exception {
    run(";preset=jdbc;include=**.Tables#handle", "Tables", through);

    assertThat(result.out()).contains("failed");
    String insert = "INSERT INTO orders (id, name) VALUES (?)";
    String select = "SELECT name FROM orders WHERE id IN (?)";
    assertThat(recording.detailed())
        .containsExactly(
            statement("CREATE TABLE orders (id INT PRIMARY KEY, name VARCHAR(?))", -1),
            statement("INSERT INTO orders VALUES (?)", 2),
            statement(insert, 3),
            statement(select, -1),
            statement(select, -1),
            statement("UPDATE orders SET name = ? WHERE id > ?", 2),
            statement("DELETE FROM orders WHERE id = ?", 2),
            "SELECT nothing FROM orders WHERE name = ? ! "
                + "[SELECT nothing FROM orders WHERE name = ?,-1,h2database]");
    assertThat(recording.traces()).hasSize(1);
    assertThat(recording.executions()).hasSize(9);
  }

  @Test
  void messages_are_executions_where_they_are_sent_come_and_are_handled(KafkaBroker broker)
      throws Exception {
    broker.createTopic("orders", 1, Map.of());
    run(
        ";preset=kafka;context=true;include=**.Topics#send|**.Topics#handle",
        "Topics",
        broker.bootstrapServers());

    List<String> detailed = recording.detailed();
    assertThat(detailed)
        .filteredOn(one -> !one.startsWith("kafka poll"))
        .containsExactly(
            "kafka send orders [orders,-1,1,send]",
            "kafka send orders [orders,-1,1,send]",
            "kafka send orders [orders,-1,1,send]",
            "kafka process orders [orders,0,1,process]",
            "kafka process orders [orders,0,1,process]",
            "kafka process orders [orders,0,1,process]");
    int polled =
        detailed.stream()
            .filter(one -> one.startsWith("kafka poll orders [orders,0,"))
            .mapToInt(one -> Integer.parseInt(one.replaceAll(".*,0,(\\d+),poll]", "$1")))
            .sum();
    assertThat(polled).isEqualTo(3);
    // Each message is handled in a trace of its own, for the message that was sent.
    assertThat(recording.remoteParents()).hasSize(3);
    assertThat(recording.remoteCalls()).containsOnlyKeys(recording.remoteParents().keySet());
    assertThat(recording.traces())
        .filteredOn(trace -> trace.contains("Topics.handle 1/1"))
        .hasSize(3)
        .allMatch(trace -> trace.get(0).equals("kafka process orders 0/0"));
  }

  @ParameterizedTest
  @CsvSource({
    "collected,''",
    "collected,;preset=kafka",
    "whole,''",
    "whole,;preset=kafka",
    "partition,''",
    "partition,;preset=kafka",
    "copy,;preset=kafka"
  })
  void messages_that_are_handled_together_are_linked_by_what_handles_them(
      String way, String preset, KafkaBroker broker) throws Exception {
    String topic = way + preset.length();
    broker.createTopic(topic, 2, Map.of());
    run(
        preset + ";context=true;include=**.Batches#send|**.Batches#together|**.Batches#idle",
        "Batches",
        broker.bootstrapServers(),
        topic,
        way);

    assertThat(recording.remoteCalls()).hasSize(6);
    assertThat(recording.remoteLinks()).containsOnlyKeys(recording.remoteCalls().keySet());
    assertThat(recording.traces())
        .filteredOn(trace -> trace.get(0).startsWith("Batches.together"))
        .isNotEmpty();
    assertThat(
            recording.executions().stream()
                .filter(one -> one.signature().contains("together"))
                .map(Execution::trace))
        .hasSameElementsAs(recording.remoteLinks().values());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ";preset=kafka"})
  void messages_of_a_partition_that_are_taken_one_by_one_are_the_parents_of_what_handles_them(
      String preset, KafkaBroker broker) throws Exception {
    broker.createTopic("each" + preset.length(), 2, Map.of());
    run(
        preset + ";context=true;include=**.Batches#send|**.Batches#one|**.Batches#idle",
        "Batches",
        broker.bootstrapServers(),
        "each" + preset.length(),
        "each");

    assertThat(recording.remoteParents()).containsOnlyKeys(recording.remoteCalls().keySet());
    assertThat(recording.remoteParents().values())
        .containsExactlyInAnyOrderElementsOf(
            recording.executions().stream()
                .filter(one -> one.signature().contains(".one("))
                .map(Execution::trace)
                .toList());
    assertThat(recording.remoteLinks()).isEmpty();
  }

  @Test
  void nothing_of_presets_is_loaded_unless_one_is_on() throws Exception {
    run(";include=**.Tables#handle", "Tables", "driver");

    assertThat(directory.resolve("loaded"))
        .content()
        .contains("java.lang.SluiceProbe", "dev.sluice.agent.instrument.RunningAgent")
        .doesNotContain(
            "LibraryCall",
            "agent.places",
            "agent.presets",
            "agent.context",
            "HttpRequestWriter",
            "OpenExecution");
  }

  private static String statement(String text, int rows) {
    return text + " [" + text + "," + rows + ",h2database]";
  }
}
