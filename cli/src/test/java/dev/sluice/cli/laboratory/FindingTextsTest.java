package dev.sluice.cli.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.records.JvmCpuReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sentence of a finding says of a recording, and what it does not. */
class FindingTextsTest {
  @TempDir private Path directory;

  /** Findings of a rule. */
  private List<JsonNode> findings(String rule, Service service) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    String file = service.write(directory.resolve("records")).toString();
    assertThat(Main.run(new Terminal(out, err, false), "findings", file, "--json")).isZero();
    List<JsonNode> found = new ArrayList<>();
    new ObjectMapper().readTree(out.toByteArray()).get("findings").forEach(found::add);
    found.removeIf(one -> !one.get("rule").asText().equals(rule));
    return found;
  }

  private static void fail() {
    throw new Service.Failure();
  }

  @Test
  void failures_say_that_none_was_before_only_of_a_kind_that_had_requests() throws IOException {
    for (String before : List.of("Home.show", "Order.pay")) {
      Service service =
          new Service(4)
              .serve(
                  4,
                  200,
                  1_000,
                  lane -> {
                    if (lane.seconds() < 0.2) {
                      lane.call(before, 1_000);
                    } else {
                      lane.call("Order.pay", FindingTextsTest::fail);
                    }
                  });
      List<JsonNode> found = findings("failing", service);
      assertThat(found).hasSize(1);
      boolean isSaid = found.get(0).get("text").asText().contains(", none before 20");
      assertThat(isSaid).as(before).isEqualTo(before.equals("Order.pay"));
    }
  }

  @Test
  void slow_requests_say_who_calls_what_is_slow_and_show_one_of_them() throws IOException {
    int[] count = {0};
    Service service =
        new Service(4)
            .serve(
                4,
                400,
                1_000,
                lane -> {
                  int slow = ++count[0] % 20;
                  int rare = count[0] % 200;
                  lane.call(
                      "Order.pay",
                      () -> {
                        lane.call(
                            "Orders.save", () -> lane.call("Db.row", rare == 5 ? 90_000 : 2_000));
                        if (slow == 0) {
                          lane.call("Fraud.ask", () -> lane.call("Db.row", 60_000));
                        }
                      });
                });
    JsonNode found = findings("slow-tail", service).get(0);
    assertThat(found.get("text").asText()).endsWith(" in Db.row itself, called by Fraud.ask.");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String file = directory.resolve("records").toString();
    String id = found.get("trace").asText();
    Main.run(new Terminal(out, System.err, false), "trace", file, "--id", id);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Fraud.ask()");
  }

  /** Requests of which one in fifty takes 2 s, or the whole program stands still as often. */
  private static Service slow(int workers) {
    int[] count = {0};
    return new Service(5)
        .serve(
            workers,
            400 / workers,
            10_000,
            lane -> lane.call("Order.pay", ++count[0] % 50 == 25 ? 2_000_000 : 20_000));
  }

  @Test
  void slow_requests_of_one_worker_may_be_pauses_of_the_program() throws IOException {
    for (int workers : List.of(1, 5)) {
      List<JsonNode> found = findings("slow-tail", slow(workers));
      assertThat(found).hasSize(1);
      JsonNode finding = found.get(0);
      assertThat(finding.get("confidence").asText())
          .isEqualTo(workers == 1 ? "possible" : "likely");
      assertThat(finding.get("text").asText().contains("may have been paused ("))
          .isEqualTo(workers == 1);
    }
  }

  @Test
  void slow_requests_of_a_full_machine_are_only_possibly_slow_by_themselves() throws IOException {
    for (float busy : new float[] {0.5f, 0.99f}) {
      Service service = slow(5);
      for (int i = 0; i < 20; i++) {
        long time = Service.START + (long) (i * 0.5e9);
        service.record(JvmCpuReader.TYPE, time, time, "host", 0.1f, 0.1f, busy);
      }
      assertThat(findings("slow-tail", service))
          .singleElement()
          .extracting(finding -> finding.get("confidence").asText())
          .isEqualTo(busy > 0.9f ? "possible" : "likely");
    }
  }
}
