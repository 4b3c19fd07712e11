package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteContextTest {
  private static final String TRACE = "000000000000000a000000000000000b";

  private final RecordingRawWriter writer = new RecordingRawWriter();
  private final Monitor monitor =
      Monitor.builder()
          .over(
              ChunkingCollector.builder(
                      writer,
                      Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
                  .build());
  private final Probes probes = monitor.probes();
  private final Operation foo =
      probes.operation("void A.foo()", "A", EnumSet.of(ProbeKind.EXECUTION), null);
  private final Symbol http = monitor.sink().symbol("http");
  private final ProbeThread thread = probes.thread();

  @AfterEach
  void close() {
    assertThat(monitor.close(Duration.ofSeconds(5)).balanced()).isTrue();
  }

  private static TraceContext came(int span) {
    return TraceContext.parse(
        List.of("00-" + TRACE + "-000000000000000" + span + "-00"), List.of("a=1"));
  }

  private void execute(ProbeThread by, Runnable body) {
    long frame = by.enter(foo);
    body.run();
    by.exit(foo, frame, System.nanoTime());
  }

  /** Records of both kinds without their times and ids: place, and what belongs to it. */
  private List<String> remote() throws Exception {
    assertThat(monitor.flush(Duration.ofSeconds(10))).isTrue();
    ChunkDecoder decoder =
        Plugins.find(Deserializer.class, Deserializer::name, "binary", "deserializer")
            .newDecoder(DecodeLimits.FORMAT);
    List<String> found = new ArrayList<>();
    for (Chunk chunk : writer.chunks()) {
      for (RecordCursor cursor = decoder.decode(chunk); cursor.next(); ) {
        List<Field> fields = cursor.type().fields();
        if (cursor.type().name().startsWith("sluice.remote_")) {
          found.add(
              cursor.type().name().substring(14)
                  + IntStream.range(2, fields.size())
                      .mapToObj(
                          i ->
                              fields.get(i).name().equals("medium")
                                  ? cursor.text(i)
                                  : "" + cursor.longValue(i))
                      .collect(Collectors.joining(" ", " ", "")));
        }
      }
    }
    return found;
  }

  @Test
  void a_trace_that_works_for_a_call_names_it_and_the_next_does_not() throws Exception {
    Object before = thread.arrive(came(7));
    execute(thread, () -> {});
    thread.release(before);
    execute(thread, () -> {});
    assertThat(remote()).containsExactly("parent -1 0 0 10 11 7");
  }

  private TraceContext sent(ProbeThread from) {
    TraceContext sent = from.depart();
    from.departed(sent, http);
    return sent;
  }

  @Test
  void a_call_that_is_not_sent_along_is_not_noted() throws Exception {
    execute(thread, () -> assertThat(thread.depart()).isNotNull());
    assertThat(remote()).isEmpty();
  }

  @Test
  void a_call_that_leaves_has_an_id_of_its_own_in_the_trace_that_came() throws Exception {
    Object before = thread.arrive(came(7));
    List<TraceContext> sent = new ArrayList<>();
    execute(thread, () -> execute(thread, () -> sent.add(sent(thread))));
    thread.release(before);
    TraceContext call = sent.get(0);
    assertThat(call.parent()).startsWith("00-" + TRACE + "-").endsWith("-01");
    assertThat(call.state()).isEqualTo("a=1");
    assertThat(call.span).isNotIn(0L, 7L);
    assertThat(remote()).last().isEqualTo("call 1 2 10 11 " + call.span + " http");
  }

  @Test
  void a_request_that_begins_here_has_one_id_on_all_threads() throws Exception {
    List<TraceContext> sent = new ArrayList<>();
    TraceLink[] place = {null};
    execute(
        thread,
        () -> {
          place[0] = thread.capture();
          sent.add(sent(thread));
        });
    Thread other =
        new Thread(
            () -> {
              ProbeThread mine = probes.thread();
              mine.adopt(place[0]);
              sent.add(sent(mine)); // between traces: at the place that the thread works for
              execute(mine, () -> sent.add(sent(mine)));
            });
    other.start();
    other.join();
    execute(thread, () -> sent.add(sent(thread)));
    assertThat(sent.subList(0, 3)).extracting(c -> c.high).containsOnly(sent.get(0).high);
    assertThat(sent.subList(0, 3)).extracting(c -> c.low).containsOnly(sent.get(0).low);
    assertThat(sent.get(3).low).isNotEqualTo(sent.get(0).low);
    assertThat(sent).extracting(c -> c.span).doesNotHaveDuplicates();
    assertThat(sent).allSatisfy(c -> assertThat(c.parent()).endsWith("-03"));
    assertThat(remote()).hasSize(4).allMatch(call -> call.startsWith("call 0 1 "));
  }

  @Test
  void what_is_not_recorded_passes_on_what_came_unchanged() throws Exception {
    assertThat(sent(thread)).isNull();
    TraceContext came = came(7);
    Object before = thread.arrive(came);
    assertThat(sent(thread)).isSameAs(came);
    probes.sampler(TraceSampler.rate(0));
    execute(thread, () -> assertThat(sent(thread)).isSameAs(came));
    thread.release(before);
    execute(thread, () -> assertThat(sent(thread)).isNull());
    assertThat(remote()).isEmpty();
  }

  @Test
  void a_message_that_comes_within_a_trace_is_linked_at_its_place_once() throws Exception {
    Object before = thread.arrive(came(7));
    execute(
        thread,
        () -> {
          assertThat(thread.arrive(came(8))).isNull();
          thread.arrive(came(7));
          thread.arrive(null);
        });
    thread.release(before);
    assertThat(remote()).containsExactly("parent -1 0 0 10 11 7", "parent 0 1 1 10 11 8");
  }

  @Test
  void a_trace_for_several_messages_has_links_to_all_and_no_parent() throws Exception {
    Object before = thread.adopt(TraceLink.remote(probes, null, List.of(came(7), came(8))));
    TraceContext[] sent = {null};
    execute(
        thread,
        () -> {
          sent[0] = sent(thread);
          thread.arrive(came(8)); // as it is taken, of those that came together
        });
    execute(thread, () -> {}); // not for them any more
    thread.release(before);
    assertThat(remote()).startsWith("parent 0 0 1 10 11 7", "parent 0 0 1 10 11 8").hasSize(3);
    assertThat(sent[0].low).isNotEqualTo(11);
  }

  @Test
  void work_handed_over_before_a_trace_began_belongs_to_the_call() throws Exception {
    Object before = thread.arrive(came(7));
    TraceLink link = thread.capture();
    thread.release(before);
    Thread other =
        new Thread(
            () -> {
              ProbeThread mine = probes.thread();
              mine.adopt(link);
              execute(mine, () -> {});
            });
    other.start();
    other.join();
    assertThat(remote()).containsExactly("parent -1 0 0 10 11 7");
  }
}
