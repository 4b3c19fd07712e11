package dev.sluice.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SluiceSpanProcessorTest {
  @TempDir private Path directory;
  private Monitor monitor;
  private SdkTracerProvider provider;
  private Tracer tracer;

  @BeforeEach
  void open() {
    open(Sampler.alwaysOn());
  }

  private void open(Sampler sampler) {
    monitor =
        Monitor.builder()
            .configuration(ConfigurationSources.none())
            .logged(false)
            .open("file:" + directory + "?policy=block&producer=shop&metadata=false");
    provider =
        SdkTracerProvider.builder()
            .setSampler(sampler)
            .addSpanProcessor(SluiceSpanProcessor.of(monitor))
            .build();
    tracer = provider.get("test");
  }

  private Span start(String name, Span parent, SpanKind kind) {
    Context context = parent == null ? Context.root() : Context.root().with(parent);
    return tracer.spanBuilder(name).setParent(context).setSpanKind(kind).startSpan();
  }

  private Span start(String name, Span parent) {
    return start(name, parent, SpanKind.INTERNAL);
  }

  private List<String> sluice(String command, String... options) {
    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
    assertThat(monitor.report().balanced()).isTrue();
    String[] all = new String[options.length + 2];
    all[0] = command;
    all[1] = directory.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    return Recording.sluice(all);
  }

  @Test
  void spans_are_operations_and_traces() {
    for (int i = 0; i < 3; i++) {
      Span request = start("GET /orders/{id}", null, SpanKind.SERVER);
      for (int j = 0; j < 2; j++) {
        Span query = start("SELECT orders", request, SpanKind.CLIENT);
        query.setAttribute("db.system", "h2");
        if (i == 2) {
          query.setStatus(StatusCode.ERROR);
        }
        query.end();
      }
      request.end();
    }

    List<String> lines = sluice("top");
    assertThat(lines).anyMatch(line -> line.matches(".*SELECT orders +6 .* 2"));
    assertThat(lines).anyMatch(line -> line.matches(".*GET /orders/\\{id\\} +3 .*"));
  }

  private JsonNode traces() throws Exception {
    return new ObjectMapper()
        .readTree(String.join("\n", sluice("trace", "--slowest", "9", "--json")));
  }

  /** The trace whose first call is of that operation. */
  private static JsonNode trace(JsonNode all, String operation) {
    for (JsonNode each : all.get("traces")) {
      if (each.at("/calls/0/operation").asText().equals(operation)) {
        return each;
      }
    }
    throw new AssertionError(operation + " in " + all);
  }

  private static List<String> operations(JsonNode trace) {
    return StreamSupport.stream(trace.get("calls").spliterator(), false)
        .map(call -> call.get("depth").asInt() + " " + call.get("operation").asText())
        .toList();
  }

  private static void assertStarted(JsonNode trace, JsonNode by, int order) {
    assertThat(trace.get("state").asText()).isEqualTo("valid");
    assertThat(trace.at("/parentTrace").asText()).as("%s", trace).isEqualTo(by.get("id").asText());
    assertThat(trace.at("/parentOrder").asInt()).isEqualTo(order);
  }

  @Test
  void spans_within_each_other_are_one_trace() throws Exception {
    Span root = start("root", null);
    Span first = start("first", root);
    start("inner", first).end();
    first.end();
    start("second", root).end();
    root.end();

    assertThat(operations(trace(traces(), "root")))
        .containsExactly("0 root", "1 first", "2 inner", "1 second");
  }

  @Test
  void spans_that_overlap_or_outlive_what_is_around_are_traces_that_name_their_parent()
      throws Exception {
    Span root = start("root", null);
    Span first = start("first", root);
    Span beside = start("beside", root);
    start("inner", beside).end();
    first.end();
    beside.end();
    Span last = start("last", root);
    Span late = start("late", last);
    last.end();
    root.end();
    late.end();

    JsonNode all = traces();
    JsonNode trace = trace(all, "root");
    assertThat(operations(trace)).containsExactly("0 root", "1 first", "1 last");
    assertThat(operations(trace(all, "beside"))).containsExactly("0 beside", "1 inner");
    assertStarted(trace(all, "beside"), trace, 0);
    assertStarted(trace(all, "late"), trace, 2);
  }

  @Test
  void spans_of_a_request_that_left_and_came_back_are_one_request() throws Exception {
    Span root = start("root", null, SpanKind.SERVER);
    Span call = start("call", root, SpanKind.CLIENT);
    SpanContext here = call.getSpanContext();
    SpanContext sent =
        SpanContext.createFromRemoteParent(
            here.getTraceId(), here.getSpanId(), TraceFlags.getSampled(), TraceState.getDefault());
    start("there", Span.wrap(sent), SpanKind.SERVER).end();
    call.end();
    root.end();

    JsonNode all = traces();
    assertThat(operations(trace(all, "root"))).containsExactly("0 root", "1 call");
    assertThat(trace(all, "there").at("/remoteParent/span").asText()).isEqualTo(here.getSpanId());
    assertThat(all.at("/requests/0/complete").asBoolean()).as("%s", all).isTrue();
  }

  @Test
  void span_whose_parent_is_missing_is_a_trace_that_lacks_its_beginning() throws Exception {
    Span root = start("root", null);
    Span orphan = start("orphan", root);
    start("inner", orphan).end();
    orphan.end();

    JsonNode trace = trace(traces(), "orphan");
    assertThat(trace.get("state").asText()).isEqualTo("incomplete");
    assertThat(operations(trace)).containsExactly("1 orphan", "2 inner");
  }

  @Test
  void spans_that_are_not_sampled_are_not_recorded() {
    open(Sampler.alwaysOff());
    start("never", null).end();

    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
    assertThat(monitor.report().emitted()).isZero();
  }

  @Test
  void span_that_cannot_be_read_is_counted_as_lost() {
    Span root = start("root", null);
    root.setAttribute(AttributeKey.stringArrayKey("list"), new FaultyList());
    root.end();

    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isFalse();
    assertThat(monitor.report().dropped().byLabel()).containsEntry("encode_error", 1L);
  }

  private static final class FaultyList extends AbstractList<String> {
    @Override
    public String get(int index) {
      throw new IllegalStateException("on purpose");
    }

    @Override
    public int size() {
      return 1;
    }
  }
}
