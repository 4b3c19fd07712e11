package dev.sluice.brave;

import static org.assertj.core.api.Assertions.assertThat;

import brave.Span;
import brave.Tracing;
import brave.propagation.B3SingleFormat;
import brave.propagation.TraceContextOrSamplingFlags;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.Monitor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command says of two programs of which one calls the other. */
@Tag("one-jdk")
class RequestsTest {
  @TempDir private Path directory;

  private Monitor monitor(String name) {
    return Monitor.builder()
        .name(name)
        .open("file:" + directory.resolve(name + ".slu") + "?metadata=false");
  }

  private static Tracing tracing(Monitor monitor, boolean joins) {
    return Tracing.newBuilder()
        .addSpanHandler(new SluiceSpanHandler(monitor))
        .supportsJoin(joins)
        .build();
  }

  /**
   * A request that leaves a program with {@code call} and comes to the other.
   *
   * @param begins whether it begins with that call
   */
  private void request(boolean joins, boolean begins) {
    try (Monitor shop = monitor("shop");
        Monitor stock = monitor("stock");
        Tracing here = tracing(shop, joins);
        Tracing there = tracing(stock, joins)) {
      Span root = here.tracer().newTrace().name("get /orders").kind(Span.Kind.SERVER).start();
      Span call = begins ? here.tracer().newTrace() : here.tracer().newChild(root.context());
      call.name("call").kind(Span.Kind.CLIENT).start();
      TraceContextOrSamplingFlags sent =
          B3SingleFormat.parseB3SingleFormat(B3SingleFormat.writeB3SingleFormat(call.context()));
      Span taken = joins ? there.tracer().joinSpan(sent.context()) : there.tracer().nextSpan(sent);
      taken.name("get /stock").kind(Span.Kind.SERVER).start();
      there.tracer().newChild(taken.context()).name("select").start().finish();
      taken.finish();
      call.finish();
      root.finish();
    }
  }

  private List<String> sluice(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(out, errors, false), args);
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(code).as("%s of %s", lines, List.of(args)).isZero();
    return lines;
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void request_is_one_whether_or_not_both_sides_share_a_span(boolean joins, boolean begins)
      throws Exception {
    request(joins, begins);
    String records = directory.resolve("*.slu").toString();
    List<String> top = sluice("top", records);
    for (String operation : List.of("get /orders", "call", "get /stock", "select")) {
      assertThat(top).anyMatch(line -> line.matches(".*" + operation + " +1 .*"));
    }
    JsonNode all =
        new ObjectMapper()
            .readTree(String.join("\n", sluice("trace", records, "--slowest", "9", "--json")));
    assertThat(all.get("traces")).hasSize(begins ? 3 : 2);
    JsonNode called = null;
    for (JsonNode request : all.get("requests")) {
      assertThat(request.get("complete").asBoolean()).as("%s", all).isTrue();
      for (JsonNode trace : request.get("traces")) {
        called = trace.at("/calls/0/operation").asText().equals("get /stock") ? trace : called;
      }
    }
    assertThat(called).as("%s", all).isNotNull();
    assertThat(called.at("/above/producerId").isTextual()).as("%s", called).isTrue();
    assertThat(called.get("caller").asInt()).as("the execution of call").isEqualTo(begins ? 0 : 1);
  }
}
