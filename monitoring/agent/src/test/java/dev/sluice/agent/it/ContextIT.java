package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests go on in other processes: here a server that calls itself plays all of them. */
class ContextIT {
  private static final String TRACE = "12345678901234567890123456789012";
  private static final String OTHER = "traceparent:00-" + TRACE + "-6543210987654321-00";
  private static final String CAME = "traceparent:00-" + TRACE + "-1234567890123456-00";

  @TempDir Path directory;
  private Recording recording;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  /** A line for each request that came, as the program has seen it. */
  private List<String> run(Path jdk, String include, String... what) throws Exception {
    Program program =
        Program.brief(jdk, directory)
            .monitored(include + ";context=true")
            .classPath()
            .arguments("com.acme.shop.Relay")
            .arguments(what);
    Program.Result result = program.run();
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).as(result.err()).isZero();
    recording = Recording.of(program.records());
    return result.out().lines().toList();
  }

  private List<String> requests(Path jdk, String... what) throws Exception {
    return run(jdk, "**.Relay#handle", what);
  }

  private static List<String> spans(List<String> requests) {
    return requests.stream()
        .map(line -> line.replaceAll(".* 00-\\w{32}-(\\w{16})-.*", "$1"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void a_request_has_one_trace_id_through_all_clients_and_each_call_its_own_span(Path jdk)
      throws Exception {
    List<String> requests =
        requests(jdk, "/send/async/pool/post/connect," + CAME + ",tracestate:a=1,b@c=2");

    assertThat(requests).hasSize(6);
    assertThat(requests.subList(1, 6))
        .allMatch(line -> line.matches("\\S+ 00-" + TRACE + "-\\w{16}-01 a=1,b@c=2"));
    List<String> spans = spans(requests);
    assertThat(spans).doesNotHaveDuplicates().startsWith("1234567890123456");
    // The last request is answered by nothing that is monitored.
    assertThat(recording.remoteParents()).containsOnlyKeys(spans.subList(0, 5));
    assertThat(recording.remoteCalls()).containsOnlyKeys(spans.subList(1, 6));
    for (int i = 0; i < 5; i++) {
      assertThat(recording.remoteCalls().get(spans.get(i + 1)))
          .isEqualTo(recording.remoteParents().get(spans.get(i)));
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void a_request_without_a_valid_context_begins_one_that_is_random(Path jdk) throws Exception {
    List<String> requests =
        requests(
            jdk,
            "/send/send",
            "/send,traceparent:00-" + TRACE + "-0000000000000000-01,tracestate:a=1",
            "/send," + CAME + "," + CAME);

    assertThat(requests).hasSize(7);
    assertThat(requests.get(0)).isEqualTo("/send/send");
    List<String> sent = List.of(requests.get(1), requests.get(2), requests.get(4), requests.get(6));
    assertThat(sent).allMatch(line -> line.matches("\\S+ 00-\\w{32}-\\w{16}-03"));
    List<String> traces =
        sent.stream().map(line -> line.replaceAll(".* 00-(\\w{32}).*", "$1")).toList();
    assertThat(traces.get(1)).isEqualTo(traces.get(0));
    assertThat(traces).doesNotContain(TRACE);
    assertThat(List.of(traces.get(0), traces.get(2), traces.get(3))).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void who_records_nothing_passes_both_fields_on_unchanged(Path jdk) throws Exception {
    String state = ",tracestate:a=1,tracestate: b@c=2 ";
    List<String> requests =
        run(jdk, "**.Relay#nothing;quiet=true", "/send/async/post," + CAME + state, "/send");

    assertThat(requests.subList(1, 4))
        .allMatch(line -> line.endsWith(" 00-" + TRACE + "-1234567890123456-00 a=1,b@c=2"));
    assertThat(requests.subList(4, 6)).containsExactly("/send", "/");
    assertThat(recording.remoteParents()).isEmpty();
    assertThat(recording.remoteCalls()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void a_context_of_another_tracer_stays(Path jdk) throws Exception {
    List<String> requests = requests(jdk, "/own," + CAME);

    assertThat(requests)
        .last()
        .asString()
        .endsWith("00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01");
    assertThat(recording.remoteCalls()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void a_request_that_fails_leaves_nothing_behind_for_the_next(Path jdk) throws Exception {
    List<String> requests = requests(jdk, "/fail," + CAME, "/send", "/fail," + OTHER, "/send");

    assertThat(requests)
        .filteredOn(line -> line.startsWith("/ "))
        .hasSize(2)
        .noneMatch(line -> line.contains(TRACE));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void nothing_is_read_or_written_unless_asked_for(Path jdk) throws Exception {
    Program program =
        Program.brief(jdk, directory)
            .monitored("**.Relay#handle")
            .classPath()
            .arguments("com.acme.shop.Relay", "/send/post," + CAME);
    assertThat(program.run().out().lines().skip(1)).containsExactly("/post", "/");
  }
}
