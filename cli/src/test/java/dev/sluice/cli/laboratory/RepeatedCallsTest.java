package dev.sluice.cli.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.laboratory.Service.Lane;
import dev.sluice.cli.laboratory.Service.Work;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found of repeated calls must not depend on which classes around them are recorded. */
@Tag("one-jdk")
class RepeatedCallsTest {
  private static final int ITEMS = 26;

  @TempDir private Path directory;

  /** All findings of repeated calls, without the sentence and what they cost. */
  private List<String> findings(Service service) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    String file = service.write(directory.resolve("records")).toString();
    String[] args = {"findings", file, "--json", "--fail-on", "n+1>20"};
    int code = Main.run(new Terminal(out, err, false), args);
    List<String> found = new ArrayList<>();
    for (JsonNode one : new ObjectMapper().readTree(out.toByteArray()).get("findings")) {
      if (one.get("rule").asText().equals("n+1")) {
        String text = one.get("text").asText();
        found.add(
            "%s, %s, %s requests, %s, severity %s, exit code %d, about%s"
                .formatted(
                    one.get("request").asText(),
                    one.get("operation").asText(),
                    one.get("count"),
                    one.get("confidence").asText(),
                    one.get("severity"),
                    code,
                    text.replaceAll(".* about( \\d+ times) in a row.*", "$1")));
      }
    }
    return found;
  }

  /** Asks about each set of recorded classes that has those that are needed. */
  private void assertSame(List<String> optional, Set<String> needed, Work work, String finding)
      throws IOException {
    for (int set = 0; set < 1 << optional.size(); set++) {
      Set<String> recorded = new HashSet<>(needed);
      for (int i = 0; i < optional.size(); i++) {
        if ((set >> i & 1) == 1) {
          recorded.add(optional.get(i));
        }
      }
      Service service =
          new Service(5)
              .recording(operation -> recorded.contains(operation.split("[. ]")[0]))
              .serve(2, 15, 3_000, work);
      assertThat(findings(service)).as("recorded: %s", recorded).containsExactly(finding);
    }
  }

  private static void items(Runnable round) {
    for (int i = 0; i < ITEMS; i++) {
      round.run();
    }
  }

  @Test
  void a_query_for_each_item_is_the_same_finding_whatever_is_recorded_around_it()
      throws IOException {
    assertSame(
        List.of("Facade", "Shelf", "Repo", "Mapper", "Pool", "Log"),
        Set.of("Controller", "Db"),
        lane ->
            lane.call(
                "Controller.list",
                () ->
                    lane.call(
                        "Facade.list",
                        () -> {
                          lane.call("Log.debug", 20);
                          lane.call("Shelf.books", () -> items(() -> find(lane)));
                        })),
        "public void app.Controller.list(), public void app.Db.query(), 30 requests, likely,"
            + " severity 2, exit code 3, about 26 times");
  }

  private static void find(Lane lane) {
    lane.call(
        "Repo.find",
        () -> {
          lane.call("Pool.take", 100);
          lane.call("Mapper.map", () -> lane.call("Db.query", 2_000));
          lane.call("Log.debug", 10);
        });
  }

  @Test
  void sql_of_each_item_is_named_with_a_connection_of_its_own_or_one_for_all() throws IOException {
    String finding =
        "GET /shelf, select title from book where id = ?, 30 requests, likely, severity 2,"
            + " exit code 3, about 26 times";
    List<String> optional = List.of("connection", "result-set", "ShelfRepository");
    Set<String> needed = Set.of("GET", "select");
    assertSame(
        optional,
        needed,
        lane ->
            lane.call(
                "GET /shelf",
                () ->
                    items(
                        () ->
                            lane.call(
                                "ShelfRepository.find",
                                () -> lane.call("connection", () -> statement(lane))))),
        finding);
    assertSame(
        optional,
        needed,
        lane ->
            lane.call(
                "GET /shelf",
                () ->
                    lane.call(
                        "ShelfRepository.all",
                        () -> lane.call("connection", () -> items(() -> statement(lane))))),
        finding);
  }

  private static void statement(Lane lane) {
    lane.call("select title from book where id = ?", 900);
    lane.call("result-set", 300);
  }

  @Test
  void a_rare_request_without_a_route_may_be_a_batch_and_one_with_a_route_may_not()
      throws IOException {
    for (String name : List.of("Stock.recount", "POST /recount")) {
      Service service = new Service(6).serve(2, 200, 2_000, lane -> lane.call("Ping.answer", 900));
      service.serve(
          1, 2, 1_000, lane -> lane.call(name, () -> items(() -> lane.call("Db.query", 2_000))));
      boolean isRoute = name.contains("/");
      assertThat(findings(service))
          .hasSize(1)
          .allMatch(one -> one.contains(isRoute ? "likely" : "possible"))
          .allMatch(one -> one.contains(isRoute ? "exit code 3" : "exit code 0"));
    }
  }
}
