package dev.sluice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class JfrSourceTest {
  @TempDir Path directory;

  private Path recording;
  private List<RecordedEvent> events;
  private final CommandRun command = new CommandRun();

  @Name("com.acme.HTTPRequest2")
  private static final class Asked extends Event {
    boolean flag;
    byte small;
    char letter;
    int type;
    float ratio;
    double sum;
    String text;
    Class<?> of;
    Thread by;

    @Timespan(Timespan.MILLISECONDS)
    long waited;
  }

  @BeforeEach
  void record() throws IOException {
    recording = directory.resolve("shop.jfr");
    try (Recording recorder = new Recording()) {
      recorder.enable("jdk.GarbageCollection");
      recorder.enable("jdk.GCPhasePause");
      recorder.enable("jdk.GCHeapSummary");
      recorder.start();
      Asked event = new Asked();
      event.flag = true;
      event.small = -7;
      event.letter = 'ß';
      event.type = 41;
      event.ratio = 0.5f;
      event.sum = -2.25;
      event.text = "Kiel; \"at sea\"";
      event.of = Path.class;
      event.by = Thread.currentThread();
      event.waited = 12;
      event.commit();
      System.gc();
      recorder.dump(recording);
    }
    events = RecordingFile.readAllEvents(recording);
  }

  private List<String> converted(String type) {
    Path chunks = directory.resolve("shop.slu");
    assertThat(command.run("convert", recording, "--to", chunks)).as(command::errors).isZero();
    assertThat(command.run("cat", chunks, "--type", type, "--format", "jsonl")).isZero();
    return command.lines();
  }

  @Test
  void every_field_of_an_event_is_one_of_a_record() {
    assertThat(converted("jfr.com.acme.http_request2"))
        .singleElement()
        .asString()
        .contains(
            "\"flag\":true",
            "\"small\":-7",
            "\"letter\":\"ß\"",
            "\"eventType\":41",
            "\"ratio\":0.5",
            "\"sum\":-2.25",
            "\"text\":\"Kiel; \\\"at sea\\\"\"",
            "\"of\":\"java.nio.file.Path\"",
            "\"by\":\"" + Thread.currentThread().getName() + "\"",
            "\"waited\":12000000",
            JfrSourceTest.class.getName() + ".record:");
  }

  @Test
  void each_event_is_there_with_its_time_and_numbers_within_structures() {
    RecordedEvent summary = first("jdk.GCHeapSummary");
    long size = summary.getLong("heapSpace.committedSize");

    List<String> all = converted("jfr.jdk.gc_heap_summary");
    assertThat(all).hasSize(count("jdk.GCHeapSummary"));
    assertThat(all.get(0)).contains("\"heapSpace.committedSize\":" + size);
  }

  @Test
  void pauses_are_in_the_report() {
    RecordedEvent pause = first("jdk.GCPhasePause");
    Path chunks = directory.resolve("shop.slu");
    command.run("convert", recording, "--to", chunks);
    assertThat(command.run("cat", chunks, "--type", "jfr.jdk.gc_phase_pause")).isZero();
    assertThat(command.lines()).hasSize(count("jdk.GCPhasePause"));
    assertThat(command.output()).contains("duration=" + pause.getDuration().toNanos());
  }

  private RecordedEvent first(String name) {
    return events.stream().filter(e -> e.getEventType().getName().equals(name)).findFirst().get();
  }

  private int count(String name) {
    return (int) events.stream().filter(e -> e.getEventType().getName().equals(name)).count();
  }

  @Test
  void a_damaged_recording_is_one_line_and_nothing_is_written() throws IOException {
    byte[] bytes = Files.readAllBytes(recording);
    Path chunks = directory.resolve("shop.slu");
    for (int length : new int[] {0, 3, 40, bytes.length / 2}) {
      Files.write(recording, Arrays.copyOf(bytes, length));
      assertThat(command.run("convert", recording, "--to", chunks)).isEqualTo(2);
      assertThat(command.errors().lines()).hasSize(1);
      assertThat(command.errors()).contains("shop.jfr");
      assertThat(chunks).doesNotExist();
    }
  }

  @Test
  void what_is_behind_whole_parts_is_reported_and_all_their_events_are_there() throws IOException {
    byte[] bytes = Files.readAllBytes(recording);
    Files.write(recording, Arrays.copyOf(bytes, 9), StandardOpenOption.APPEND);
    Path chunks = directory.resolve("shop.slu");

    assertThat(command.run("convert", recording, "--to", chunks)).isEqualTo(1);

    assertThat(command.errors() + command.output())
        .contains("lost  9 bytes outside all parts of the recording");
    assertThat(command.run("cat", chunks, "--format", "jsonl")).isZero();
    assertThat(command.lines()).hasSize(events.size());
  }

  @Test
  void names_of_causes_which_are_structures_of_one_field_are_there() {
    RecordedEvent collection = first("jdk.GarbageCollection");

    assertThat(converted("jfr.jdk.garbage_collection").get(0))
        .contains("\"cause\":\"" + collection.getString("cause") + "\"");
  }

  @Test
  void types_whose_names_differ_in_case_stay_apart() throws IOException {
    try (Recording recorder = new Recording()) {
      recorder.start();
      fire("acme.FooBar", int.class, "x", 1);
      fire("acme.foo_bar", String.class, "y", "kept");
      recorder.dump(recording);
    }

    assertThat(converted("jfr.acme.foo_bar_2"))
        .singleElement()
        .asString()
        .contains("\"y\":\"kept\"");
    Path chunks = directory.resolve("shop.slu");
    assertThat(command.run("cat", chunks, "--type", "jfr.acme.foo_bar", "--format", "jsonl"))
        .isZero();
    assertThat(command.lines()).singleElement().asString().contains("\"x\":1");
  }

  private static void fire(String name, Class<?> type, String field, Object value) {
    EventFactory factory =
        EventFactory.create(
            List.of(new AnnotationElement(Name.class, name)),
            List.of(new ValueDescriptor(type, field)));
    Event event = factory.newEvent();
    event.set(0, value);
    event.commit();
  }
}
