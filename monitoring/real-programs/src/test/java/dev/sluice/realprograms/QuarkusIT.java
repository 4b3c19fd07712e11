package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuarkusIT {
  private static final List<String> PATHS =
      List.of(
          "/orders/1",
          "/orders/quick/2",
          "/orders/later/3",
          "/orders/failing/4",
          "/vertx/5",
          "/slow/6",
          "/none/7");

  @TempDir private Path directory;

  @Test
  void requests_have_routes_status_and_context_and_what_other_threads_do_for_them()
      throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Program program =
        Program.on(Path.of(System.getProperty("java.home")), directory)
            .arguments("-Dquarkus.http.port=" + port);
    Program.Result result =
        program
            .agent(
                "sink=file:"
                    + program.records()
                    + "?policy=block;report="
                    + program.report()
                    + ";preset=http,jdbc,jaxrs;context=true")
            .arguments("-jar", System.getProperty("sluice.quarkus"))
            .arguments(PATHS.toArray(String[]::new))
            .run();

    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .containsExactly("200", "200", "200", "500", "202", "200", "404");
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0\n");
    Recording recording = Recording.of(program.records());
    assertThat(recording.detailed())
        .filteredOn(one -> one.contains("GET"))
        .containsExactlyInAnyOrder(
            "GET /orders/{id} [GET,/orders/{id},200]",
            "GET /orders/quick/{id} [GET,/orders/quick/{id},200]",
            "GET /orders/later/{id} [GET,/orders/later/{id},200]",
            "GET /orders/failing/{id} ! [GET,/orders/failing/{id},500]",
            "GET /vertx/:id [GET,/vertx/:id,202]",
            "GET /slow/:id [GET,/slow/:id,200]",
            "GET (other) [GET,(other),404]");
    assertThat(recording.remoteParents().keySet())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, PATHS.size()).mapToObj("%016x"::formatted).toList());
    assertThat(recording.traces())
        .contains(
            List.of("Shop$Orders.order 0/0", "SELECT customer FROM orders WHERE id = ? 1/1"),
            List.of("GET /orders/quick/{id} 0/0", "Shop$Orders.quick 1/1"),
            List.of("Shop$Orders.failing 0/0"));
    // What the executor's thread does belongs to the request that the event loop's began.
    Long asked = recording.remoteParents().get("%016x".formatted(1));
    assertThat(recording.startedBy(asked)).hasSize(1);
  }
}
