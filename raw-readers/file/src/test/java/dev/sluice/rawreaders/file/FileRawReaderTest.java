package dev.sluice.rawreaders.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.support.Plugins;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.segment.SegmentName;
import dev.sluice.testkit.ChunkFactory;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileRawReaderTest {
  private static final Duration NOW = Duration.ZERO;

  @TempDir Path temporary;
  private final Chunks chunks = new Chunks();

  @Test
  void a_file_is_read_to_its_end_with_positions() throws Exception {
    Path file = Files.write(temporary.resolve("any.name"), Chunks.range(1, 0, 3, 100));
    readAll(file.toString());

    long size = Files.size(file) / 3;
    assertThat(chunks.found).isEqualTo(Chunks.names(1, 0, 3));
    assertThat(chunks.positions)
        .containsExactly(
            new SourcePosition("any.name", 0),
            new SourcePosition("any.name", size),
            new SourcePosition("any.name", 2 * size));
  }

  @Test
  void a_directory_is_read_segment_by_segment_in_the_order_of_each_producer() throws Exception {
    write(segment(2, 0), Chunks.range(2, 0, 5, 10));
    write(segment(1, 1_000_000), Chunks.range(1, 5, 5, 10));
    write(segment(1, 999_999), Chunks.range(1, 0, 5, 10));
    Files.writeString(temporary.resolve("README"), "no chunks");
    readAll(temporary.toString());

    assertThat(chunks.of(1)).isEqualTo(Chunks.names(1, 0, 10));
    assertThat(chunks.of(2)).isEqualTo(Chunks.names(2, 0, 5));
    assertThat(chunks.damages).isEmpty();
  }

  @Test
  void from_a_time_leaves_out_chunks_that_end_before_it_and_keeps_those_that_tell_none()
      throws Exception {
    ChunkFactory factory = new ChunkFactory(1, null);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int hour = 0; hour < 24; hour++) {
      bytes.writeBytes(
          factory
              .at(Instant.parse("2026-01-31T00:59:59Z").plusSeconds(hour * 3600L))
              .toByteArray());
    }
    bytes.writeBytes(factory.end().toByteArray());
    write(segment(1, 0), bytes.toByteArray());

    readAll("file:" + temporary + "?from=2026-01-31T21:59:59Z");
    assertThat(chunks.found).isEqualTo(Chunks.names(1, 21, 4));
  }

  @Test
  void a_glob_takes_what_it_matches_and_names_partitions_from_its_fixed_part() throws Exception {
    for (String name : List.of("a/1.slu", "b/1.slu", "b/2.txt", "b/c/1.slu")) {
      Path file = temporary.resolve(name);
      Files.createDirectories(file.getParent());
      Files.write(file, Chunks.range(1, name.hashCode() & 0xffff, 1, 10));
    }
    readAll(temporary + "/*/*.slu");
    assertThat(chunks.positions)
        .extracting(SourcePosition::partition)
        .containsExactly("a/1.slu", "b/1.slu");

    Chunks all = new Chunks();
    readAll(temporary + "/**.slu", all);
    assertThat(all.positions)
        .extracting(SourcePosition::partition)
        .containsExactly("a/1.slu", "b/1.slu", "b/c/1.slu");
  }

  @Test
  void a_relative_glob_starts_at_the_working_directory() throws Exception {
    Path directory = Files.createTempDirectory(Path.of("target"), "glob");
    Files.write(directory.resolve("x.slu"), Chunks.range(1, 0, 1, 10));
    readAll(directory + "/?.slu");

    assertThat(chunks.found).hasSize(1);
  }

  @Test
  void what_is_in_front_of_a_glob_is_a_path_whatever_it_would_mean_in_a_pattern() throws Exception {
    String folder = File.separatorChar == '/' ? "a\\b" : "a";
    Path file = Files.createDirectory(temporary.resolve(folder)).resolve("1.slu");
    Files.write(file, Chunks.range(1, 0, 1, 10));
    readAll(temporary + File.separator + folder + File.separator + "[0-9].slu");

    assertThat(chunks.positions).extracting(SourcePosition::partition).containsExactly("1.slu");
  }

  @Test
  void damage_is_handed_over_and_the_next_segment_read() throws Exception {
    byte[] bytes = Chunks.range(1, 0, 3, 100);
    bytes[200] ^= 1;
    write(segment(1, 0), Arrays.copyOf(bytes, bytes.length - 10));
    write(segment(1, 1), Chunks.range(1, 3, 2, 100));
    readAll(temporary.toString());

    assertThat(chunks.found).containsExactly("1/0", "1/3", "1/4");
    assertThat(chunks.damages).hasSize(1);
    assertThat(chunks.damages.get(0).length()).isEqualTo(bytes.length / 3 * 2 - 10);
  }

  @Test
  void every_truncation_of_a_file_keeps_its_whole_chunks() throws Exception {
    byte[] bytes = Chunks.range(1, 0, 3, 50);
    for (int length = 1; length < bytes.length; length++) {
      Path file = Files.write(temporary.resolve("cut.slu"), Arrays.copyOf(bytes, length));
      Chunks cut = new Chunks();
      readAll(file.toString(), cut);

      int whole = length / (bytes.length / 3);
      assertThat(cut.found).isEqualTo(Chunks.names(1, 0, whole));
      assertThat(cut.damages)
          .extracting(Damage::reason)
          .hasSize(length % (bytes.length / 3) == 0 ? 0 : 1)
          .allMatch("torn tail"::equals);
    }
  }

  @Test
  void an_empty_file_is_exhausted_at_once() throws Exception {
    readAll(Files.createFile(temporary.resolve("empty.slu")).toString());

    assertThat(chunks.found).isEmpty();
    assertThat(chunks.damages).isEmpty();
  }

  @Test
  void chunks_that_a_handler_did_not_take_come_again() throws Exception {
    write(segment(1, 0), Chunks.range(1, 0, 3, 100));
    write(segment(1, 1), Chunks.range(1, 3, 3, 100));
    RawReader reader = FileRawReader.open(temporary.toString(), false);
    ChunkHandler failing =
        new ChunkHandler() {
          @Override
          public void chunk(Chunk chunk, SourcePosition position) {
            if (chunk.accounting().sequence() == 4) {
              throw new IllegalStateException("not now");
            }
          }

          @Override
          public void damaged(Damage damage) {}
        };
    assertThatThrownBy(() -> reader.poll(failing, NOW))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not now");
    assertThat(reader.exhausted()).isFalse();
    drain(reader, chunks);

    assertThat(chunks.found).isEqualTo(Chunks.names(1, 0, 6));
  }

  @Test
  void a_failure_before_the_acknowledgement_brings_everything_of_the_poll_again() throws Exception {
    write(segment(1, 0), Chunks.range(1, 0, 3, 100));
    RawReader reader = FileRawReader.open(temporary.toString(), false);
    Chunks failing = new Chunks();
    ChunkHandler handler =
        new ChunkHandler() {
          @Override
          public void chunk(Chunk chunk, SourcePosition position) {
            failing.chunk(chunk, position);
          }

          @Override
          public void damaged(Damage damage) {}

          @Override
          public void beforeAcknowledge() {
            throw new IllegalStateException("position not saved");
          }
        };
    assertThatThrownBy(() -> reader.poll(handler, NOW)).hasMessage("position not saved");
    drain(reader, chunks);

    assertThat(failing.found).isEqualTo(chunks.found).isEqualTo(Chunks.names(1, 0, 3));
  }

  @Test
  void a_poll_is_bounded_and_acknowledged() throws Exception {
    write(segment(1, 0), Chunks.range(1, 0, 100, 100_000));
    RawReader reader = FileRawReader.open(temporary.toString(), false);
    int count = reader.poll(chunks, NOW);

    assertThat(count).isEqualTo(3);
    assertThat(chunks.acknowledged).isEqualTo(3);
    drain(reader, chunks);
    assertThat(chunks.found).isEqualTo(Chunks.names(1, 0, 100));
    assertThat(chunks.acknowledged).isEqualTo(100);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void a_segment_that_retention_deletes_is_read_on_if_begun_and_left_out_if_not() throws Exception {
    write(segment(1, 0), Chunks.range(1, 0, 10, 100_000));
    write(segment(1, 1), Chunks.range(1, 10, 1, 100));
    write(segment(1, 2), Chunks.range(1, 11, 1, 100));
    RawReader reader = FileRawReader.open(temporary.toString(), false);
    reader.poll(chunks, NOW);
    Files.delete(segment(1, 0));
    Files.delete(segment(1, 1));
    drain(reader, chunks);

    assertThat(chunks.found).hasSize(11).startsWith("1/0").endsWith("1/9", "1/11");
  }

  @Test
  void an_interrupt_does_not_end_the_reading() throws Exception {
    write(segment(1, 0), Chunks.range(1, 0, 10, 100_000));
    Thread.currentThread().interrupt();
    readAll(temporary.toString());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(chunks.found).hasSize(10);
  }

  @Test
  void what_cannot_be_read_is_told_in_one_line() throws Exception {
    Path empty = Files.createDirectory(temporary.resolve("empty"));

    assertThatThrownBy(() -> open("file:" + temporary + "/nowhere"))
        .isInstanceOf(IOException.class)
        .hasMessage("there is no file or directory '" + temporary + "/nowhere'");
    assertThatThrownBy(() -> open(empty.toString()))
        .hasMessage("there are no segments (*.slu) in directory '" + empty + "'");
    Files.createFile(empty.resolve("kieker.map"));
    assertThatThrownBy(() -> open(empty.toString()))
        .hasMessageEndingWith(
            "it is a log of Kieker: 'sluice convert "
                + empty
                + " --to FILE.slu' makes chunks of it");
    Files.delete(empty.resolve("kieker.map"));
    assertThatThrownBy(() -> open(empty + "/*.slu"))
        .hasMessage("no file matches '" + empty + "/*.slu'");
    assertThatThrownBy(() -> open(temporary + "/nowhere/*.slu"))
        .hasMessageStartingWith("no file matches");
    assertThatThrownBy(() -> open("file://host/x"))
        .hasMessage("'file://host/x' names no file; expected file:PATH");
    assertThatThrownBy(() -> open("file:["))
        .isInstanceOf(IOException.class)
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> open("file:a\0b"))
        .isInstanceOf(IOException.class)
        .hasMessageNotContaining("\n");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  @Timeout(60)
  void a_pipe_is_read_once_to_its_end() throws Exception {
    Path pipe = temporary.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(() -> writeUnchecked(pipe, Chunks.range(1, 0, 100, 10_000)));
    try (RawReader reader = open(pipe.toString())) {
      drain(reader, chunks);
    }
    writing.join();

    assertThat(chunks.found).isEqualTo(Chunks.names(1, 0, 100));
    assertThat(chunks.damages).isEmpty();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  @Timeout(60)
  void what_a_handler_refused_of_a_pipe_is_told_to_be_lost() throws Exception {
    Path pipe = temporary.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(() -> writeUnchecked(pipe, Chunks.range(1, 0, 50, 10_000)));
    try (RawReader reader = open(pipe.toString())) {
      reader.poll(chunks, NOW);
      assertThat(chunks.found).isNotEmpty();
      assertThatThrownBy(() -> reader.poll(new RefusingHandler(), NOW)).hasMessage("not now");
      assertThatThrownBy(() -> reader.poll(chunks, NOW))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is no regular file: what was read of it cannot be read again");
    }
    assertThat(writing).failsWithin(Duration.ofSeconds(30));
  }

  private static final class RefusingHandler implements ChunkHandler {
    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      throw new IllegalStateException("not now");
    }

    @Override
    public void damaged(Damage damage) {}
  }

  private static void writeUnchecked(Path file, byte[] bytes) {
    try {
      write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Timeout(60)
  void a_device_without_chunks_and_without_end_is_given_up() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/zero")), "this platform has no /dev/zero");

    assertThatThrownBy(() -> readAll("/dev/zero"))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            "/dev/zero is no regular file, and the 6\\d MiB from byte 0 on hold no chunk");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void an_unreadable_file_is_told_in_one_line() throws Exception {
    Path file = Files.write(temporary.resolve("a.slu"), Chunks.range(1, 0, 1, 1));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(file), "this user reads everything");

    assertThatThrownBy(() -> open(file.toString()))
        .hasMessage("'" + file + "' must not be read by this user");
  }

  private RawReader open(String uri) throws IOException {
    RawReaderFactory factory =
        Plugins.find(RawReaderFactory.class, RawReaderFactory::scheme, "file", "source");
    return factory.newReader(Endpoint.parse(uri), SystemPlatform.get());
  }

  private void readAll(String uri) throws IOException {
    readAll(uri, chunks);
  }

  private void readAll(String uri, Chunks into) throws IOException {
    try (RawReader reader = open(uri)) {
      drain(reader, into);
    }
  }

  private static void drain(RawReader reader, Chunks into) throws IOException {
    while (!reader.exhausted()) {
      reader.poll(into, NOW);
    }
  }

  private Path segment(long producer, long number) {
    return temporary.resolve(new SegmentName(producer, number).fileName());
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
  }
}
