package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTest {
  @TempDir Path temporary;
  private final TestProducer producer = new TestProducer(0xab);
  private final List<Long> numbers = new ArrayList<>();

  @Test
  void a_crash_between_handling_and_acknowledgement_repeats_nothing() throws Exception {
    Chunk first = producer.events(2);
    Chunk second = producer.events(2);
    ScriptedReader crashing = new ScriptedReader().poll(first, second);
    crashing.crashBeforeAcknowledge = true;
    RecordStream before = open(crashing);
    assertThatThrownBy(() -> before.poll(this::collect, Duration.ZERO)).hasMessage("crash");
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L);

    RecordStream after =
        open(new ScriptedReader().poll(first, second).poll(producer.events(1), producer.end()));
    after.drain(this::collect);

    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(after.audit().complete()).isTrue();
    assertThat(after.audit().producers().get(0).delivered()).isEqualTo(5);
    assertThat(after.audit().producers().get(0).duplicates()).isZero();
    assertThat(after.audit().producers().get(0).balanced()).isTrue();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  void a_pipe_in_place_of_positions_is_told_and_not_waited_for() throws Exception {
    Path pipe = temporary.resolve("positions");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> FilePositionStore.create(pipe).load())
        .isInstanceOf(IOException.class)
        .hasMessage("cannot read positions from " + pipe + ": it is a pipe or a device");
  }

  @Test
  void a_crash_before_the_position_is_saved_repeats_the_poll() throws Exception {
    Chunk first = producer.events(1);
    ScriptedReader reader = new ScriptedReader().poll(first);
    Files.createDirectory(temporary.resolve("positions.new")); // in the way
    RecordStream before = open(reader);
    assertThatThrownBy(() -> before.poll(this::collect, Duration.ZERO))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot save positions to " + temporary.resolve("positions"));
    assertThat(reader.acknowledged).isZero();
    Files.delete(temporary.resolve("positions.new"));

    open(new ScriptedReader().poll(first)).drain(this::collect);
    assertThat(numbers).containsExactly(0L, 0L);
  }

  @Test
  void a_position_that_could_not_be_saved_is_saved_later_and_nothing_repeated() throws Exception {
    ScriptedReader reader = new ScriptedReader().poll(producer.events(1));
    Files.createDirectory(temporary.resolve("positions.new"));
    RecordStream stream = open(reader);
    assertThatThrownBy(() -> stream.poll(this::collect, Duration.ZERO))
        .isInstanceOf(IOException.class);
    Files.delete(temporary.resolve("positions.new"));
    stream.drain(this::collect);

    assertThat(numbers).containsExactly(0L);
    assertThat(saved().audit()).isEqualTo(stream.audit());
    assertThat(saved().offsets()).isEqualTo(Map.of("topic-0", 0L));
  }

  @Test
  void a_chunk_that_was_missing_is_delivered_after_a_restart() throws Exception {
    Chunk first = producer.events(1);
    Chunk late = producer.events(1);
    Chunk third = producer.events(1);
    open(new ScriptedReader().poll(first, third)).drain(this::collect);
    RecordStream after = open(new ScriptedReader().pollOf("topic-1", late, third, producer.end()));
    after.drain(this::collect);

    assertThat(numbers).containsExactly(0L, 2L, 1L);
    assertThat(after.audit().complete()).isTrue();
    assertThat(saved().audit().producers().get(0).sequences()).isEqualTo("0-3");
    assertThat(saved().offsets()).isEqualTo(Map.of("topic-0", 1L, "topic-1", 2L));
  }

  @Test
  void chunks_of_a_source_made_anew_after_a_failed_poll_are_delivered() throws Exception {
    ScriptedReader reader =
        new ScriptedReader().poll(producer.events(1), producer.chunk("nonsense\n", 1));
    reader.crashBeforeAcknowledge = true;
    RecordStream stream = open(reader);
    assertThatThrownBy(() -> stream.poll(this::collect, Duration.ZERO)).hasMessage("crash");
    reader.restart().poll(producer.events(1), producer.events(1));
    stream.drain(this::collect);

    assertThat(numbers).containsExactly(0L, 1L, 2L);
    assertThat(stream.audit().damaged()).isEqualTo(1);
  }

  @Test
  void a_chunk_whose_consumer_threw_is_not_in_the_position() throws Exception {
    Chunk first = producer.events(1);
    Chunk second = producer.events(1);
    RecordStream stream = open(new ScriptedReader().poll(first).poll(second));
    assertThatThrownBy(
            () ->
                stream.drain(
                    (cursor, chunk) -> {
                      if (cursor.longValue(0) == 1) {
                        throw new IllegalStateException("no");
                      }
                    }))
        .hasMessage("no");
    open(new ScriptedReader().poll(first).poll(second)).drain(this::collect);

    assertThat(numbers).containsExactly(1L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void chunks_of_a_poll_that_failed_are_in_the_position_unless_other_threads_have_them(int threads)
      throws Exception {
    ScriptedReader reader = new ScriptedReader().poll(producer.events(1), producer.events(1));
    reader.crashBehindChunks = true;
    RecordStream stream =
        RecordStream.builder(reader)
            .parallelism(threads)
            .positions(FilePositionStore.create(temporary.resolve("positions")))
            .open();
    assertThatThrownBy(() -> stream.poll(this::collect, Duration.ZERO)).hasMessage("crash");
    assertThat(stream.positions().offsets())
        .isEqualTo(threads == 1 ? Map.of("topic-0", 1L) : Map.of());
    reader.crashBehindChunks = false;
    stream.drain(this::collect);
    assertThat(numbers).containsExactly(0L, 1L);
    assertThat(stream.positions().offsets()).isEqualTo(Map.of("topic-0", 1L));
  }

  @Test
  void positions_can_be_read_again_whatever_the_digits_of_the_locale() throws Exception {
    RecordStream stream = open(new ScriptedReader().poll(producer.events(2), producer.events(1)));
    stream.drain(this::collect);
    Positions positions = stream.positions();
    Path file = temporary.resolve("positions");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      FilePositionStore.create(file).save(positions);
      assertThat(FilePositionStore.create(file).load()).isEqualTo(positions);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "something else\n",
        "sluice positions 1\n00000000000000ab 1 0\n",
        "sluice positions 2\nall 1 1 0 0 0\nend\n",
        "sluice positions 3\nall 1 1 0 0 0\n",
        "sluice positions 3\nall 1 1 0 0\nend\n",
        "sluice positions 3\nall 1 1 0 0 -1\nend\n",
        "sluice positions 3\nall 1 1 0 0 0 0\nend\n",
        "sluice positions 3\nsomething 1\nend\n",
        "sluice positions 3\noffset =topic-0 x\nend\n",
        "sluice positions 3\noffset =%zz 1\nend\n",
        "sluice positions 3\npart 171 1 00000000000000000000000000000000 0 0\nend\n",
        "sluice positions 3\npart 171 1 00 1 0\nend\n",
        "sluice positions 3\nkey 00\nend\n",
        "sluice positions 3\nchunks 171 1:00\nend\n",
        "sluice positions 3\nchunks 171 -1:" + "00000000000000000000000000000000\nend\n",
        "sluice positions 3\nproducer 00000000000000ab - 1 1 0 -a:x 0 0 0 0 true 0\nend\n",
        "sluice positions 3\nproducer 00000000000000ab - 1 1 0 - 0 0 0 0 true 5-3\nend\n"
      })
  void a_damaged_position_file_is_told_and_not_overwritten(String content) throws Exception {
    Path file = Files.writeString(temporary.resolve("positions"), content);

    assertThatThrownBy(() -> open(new ScriptedReader()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot go on from " + file + ": ")
        .hasMessageEndingWith("; remove it to start from the beginning");
    assertThat(file).hasContent(content);
  }

  @Test
  void a_damaged_line_is_told_by_its_number() {
    assertThatThrownBy(() -> Positions.parse("sluice positions 3\nall 1 1 0 0 0\nnothing\nend\n"))
        .hasMessage("line 3 is damaged");
  }

  @Test
  void positions_in_a_file_are_on_the_disk_of_the_platform() throws Exception {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    Path file = Path.of("/simulated/positions");
    RecordStream.builder(new ScriptedReader().poll(producer.events(1)))
        .positions(file)
        .platform(new VirtualPlatform(0, 1, disk))
        .open()
        .drain(this::collect);

    assertThat(FilePositionStore.create(file, disk).load().audit().records()).isEqualTo(1);
  }

  /** It holds the secret key of the fingerprints. */
  @Test
  void positions_in_a_file_are_for_its_owner_alone() throws Exception {
    Path file = temporary.resolve("positions");
    FilePositionStore.create(file).save(Positions.NONE);

    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void a_file_of_positions_goes_on_with_its_key_and_another_start_draws_another() throws Exception {
    String key = open(new ScriptedReader().poll(producer.events(1))).positions().hashKey();
    RecordStream first = open(new ScriptedReader().poll(producer.at(0).events(1)));
    first.drain(this::collect);
    RecordStream second = open(new ScriptedReader());

    assertThat(second.positions().hashKey()).isEqualTo(first.positions().hashKey()).hasSize(32);
    assertThat(first.positions().hashKey()).isNotEqualTo(key);
  }

  @Test
  void whatever_a_stream_remembers_can_be_saved() throws Exception {
    ProducerAudit audit =
        new ProducerAudit(
            "00000000000000ab",
            "a producer, 100 % \u20ac",
            7,
            6,
            5,
            DropCounts.ofLabels(Map.of("ring_full", 4L, "cause_40", 3L)),
            2,
            1,
            9,
            8,
            true,
            "?9,20-30,40");
    Positions positions =
        new Positions(
            new Audit(1, 2, 3, 4, 5, List.of(audit)),
            Map.of("a directory/a file 1 %.slu", Long.MAX_VALUE),
            Map.of(-1L, new Positions.Begun(3, "ab".repeat(16), 2, 1)),
            Map.of(7L, "1:" + "-".repeat(15) + "cd".repeat(16)),
            "ef".repeat(16));
    Path file = temporary.resolve("positions");
    FilePositionStore.create(file).save(positions);

    assertThat(FilePositionStore.create(file).load()).isEqualTo(positions);
  }

  @Test
  void the_audit_after_a_restart_is_that_of_one_run() throws Exception {
    TestProducer other = new TestProducer(0xcd);
    producer.drop(DropCause.RING_FULL, 3);
    Chunk bad = producer.chunk("nonsense\n", 1);
    Chunk first = producer.events(2);
    Chunk otherEnd = other.end();
    ScriptedReader all = new ScriptedReader().poll(first, bad, otherEnd, first);
    all.damage("topic-0", "no chunk").poll(producer.end());
    RecordStream whole = RecordStream.builder(all).open();
    whole.drain(this::collect);

    Chunk end = producer.at(2).end();
    ScriptedReader reader = new ScriptedReader().poll(first, bad, otherEnd, first);
    open(reader.damage("topic-0", "no chunk")).drain(this::collect);
    reader.restart().poll(first, bad, otherEnd, first).damage("topic-0", "no chunk").poll(end);
    RecordStream second = open(reader);
    second.drain(this::collect);
    assertThat(second.audit()).isEqualTo(whole.audit());
    assertThat(second.audit().damaged()).isEqualTo(2);

    assertThat(open(new ScriptedReader()).audit()).as("nothing new").isEqualTo(whole.audit());
  }

  private Positions saved() throws IOException {
    return FilePositionStore.create(temporary.resolve("positions")).load();
  }

  private RecordStream open(ScriptedReader reader) throws IOException {
    return RecordStream.builder(reader)
        .positions(FilePositionStore.create(temporary.resolve("positions")))
        .open();
  }

  private void collect(dev.sluice.api.record.RecordCursor cursor, Chunk chunk) {
    numbers.add(cursor.longValue(0));
  }
}
