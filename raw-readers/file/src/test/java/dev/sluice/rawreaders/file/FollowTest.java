package dev.sluice.rawreaders.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.Damage;
import dev.sluice.api.spi.RawReader;
import dev.sluice.support.segment.SegmentName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FollowTest {
  private static final Duration SOON = Duration.ofMillis(50);

  @TempDir Path directory;
  private final Chunks chunks = new Chunks();
  private RawReader reader;

  @AfterEach
  void close() {
    if (reader != null) {
      reader.close();
    }
  }

  @Test
  void appended_chunks_and_new_segments_are_seen() throws Exception {
    follow(directory);
    append(segment(1, 0), Chunks.range(1, 0, 2, 100));
    awaitChunks(2);
    append(segment(1, 0), Chunks.range(1, 2, 2, 100));
    awaitChunks(4);
    append(segment(1, 1), Chunks.range(1, 4, 2, 100));
    awaitChunks(6);

    assertThat(chunks.found).isEqualTo(Chunks.names(1, 0, 6));
    assertThat(chunks.damages).isEmpty();
    assertThat(reader.exhausted()).isFalse();
  }

  @Test
  void a_chunk_that_comes_in_pieces_is_no_damage() throws Exception {
    byte[] bytes = Chunks.range(1, 0, 2, 100);
    Path file = segment(1, 0);
    Files.createFile(file);
    follow(file);
    for (int i = 0; i < bytes.length; i += 37) {
      append(file, Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + 37)));
      reader.poll(chunks, Duration.ZERO);
    }
    awaitChunks(2);

    assertThat(chunks.damages).isEmpty();
  }

  @Test
  void a_torn_tail_is_reported_once_the_producer_has_gone_on_elsewhere() throws Exception {
    byte[] bytes = Chunks.range(1, 0, 2, 100);
    append(segment(1, 0), Arrays.copyOf(bytes, bytes.length - 20));
    follow(directory);
    awaitChunks(1);
    reader.poll(chunks, SOON);
    assertThat(chunks.damages).isEmpty();
    append(segment(1, 1), Chunks.range(1, 2, 1, 100));
    awaitChunks(2);

    assertThat(chunks.found).containsExactly("1/0", "1/2");
    assertThat(chunks.damages).extracting(Damage::reason).containsExactly("torn tail");
  }

  @Test
  void a_writer_that_died_in_a_chunk_does_not_hide_what_its_successor_appends() throws Exception {
    Path file = directory.resolve("one.slu");
    append(file, Arrays.copyOf(Chunks.of(1, 0, 1_000_000), 5000));
    follow(file);
    reader.poll(chunks, SOON);
    append(file, Chunks.range(2, 0, 1, 100));
    awaitChunks(1);
    append(file, Chunks.range(2, 1, 2, 100));
    awaitChunks(3);

    assertThat(chunks.found).isEqualTo(Chunks.names(2, 0, 3));
    assertThat(chunks.damages).extracting(Damage::length).containsExactly(5000L);
  }

  @Test
  void garbage_is_reported_without_waiting_for_the_next_chunk() throws Exception {
    append(segment(1, 0), new byte[1000]);
    follow(directory);
    await().untilAsserted(() -> assertThat(pollAndGet().damages).hasSize(1));
    append(segment(1, 0), Chunks.range(1, 0, 1, 100));
    awaitChunks(1);

    assertThat(chunks.damages).hasSize(1);
    assertThat(chunks.positions.get(0).offset()).isEqualTo(1000);
  }

  @Test
  void two_producers_that_write_at_the_same_time_are_both_followed_in_order() throws Exception {
    follow(directory);
    for (int i = 0; i < 20; i++) {
      append(segment(1, i / 7), Chunks.of(1, i, 100));
      append(segment(2, i / 4), Chunks.of(2, i, 100));
      reader.poll(chunks, Duration.ZERO);
    }
    awaitChunks(40);

    assertThat(chunks.of(1)).isEqualTo(Chunks.names(1, 0, 20));
    assertThat(chunks.of(2)).isEqualTo(Chunks.names(2, 0, 20));
  }

  @Test
  void a_producer_that_writes_much_does_not_keep_another_waiting() throws Exception {
    append(segment(1, 0), Chunks.range(1, 0, 50, 100_000));
    append(segment(2, 0), Chunks.range(2, 0, 1, 100));
    follow(directory);
    reader.poll(chunks, SOON);
    reader.poll(chunks, SOON);

    assertThat(chunks.of(2)).hasSize(1);
    awaitChunks(51);
    assertThat(chunks.of(1)).isEqualTo(Chunks.names(1, 0, 50));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void a_segment_deleted_while_it_is_read_is_read_to_its_end_and_its_successor_after_it()
      throws Exception {
    append(segment(1, 0), Chunks.range(1, 0, 10, 100_000));
    follow(directory);
    reader.poll(chunks, SOON);
    append(segment(1, 1), Chunks.range(1, 10, 2, 100));
    Files.delete(segment(1, 0));
    awaitChunks(12);

    assertThat(chunks.found).isEqualTo(Chunks.names(1, 0, 12));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void a_directory_that_is_removed_and_comes_again_is_survived() throws Exception {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Path first = inner.resolve(new SegmentName(1, 0).fileName());
    append(first, Chunks.range(1, 0, 1, 100));
    follow(inner);
    awaitChunks(1);
    Files.delete(first);
    Files.delete(inner);
    reader.poll(chunks, SOON);
    Files.createDirectory(inner);
    append(inner.resolve(new SegmentName(1, 1).fileName()), Chunks.range(1, 1, 1, 100));
    awaitChunks(2);

    assertThat(chunks.found).isEqualTo(Chunks.names(1, 0, 2));
  }

  @Test
  void a_replaced_file_is_read_from_its_start() throws Exception {
    Path file = directory.resolve("one.slu");
    append(file, Chunks.range(1, 0, 3, 100));
    follow(file);
    awaitChunks(3);
    Files.write(file, Chunks.range(2, 0, 1, 100));
    awaitChunks(4);

    assertThat(chunks.of(2)).isEqualTo(Chunks.names(2, 0, 1));
  }

  @Test
  void wakeup_ends_a_waiting_poll() throws Exception {
    follow(directory);
    CompletableFuture<Integer> poll =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return reader.poll(chunks, Duration.ofHours(1));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    reader.wakeup();

    assertThat(poll.get(10, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void waiting_poll_sleeps() throws Exception {
    append(segment(1, 0), Chunks.range(1, 0, 1, 100));
    follow(directory);
    awaitChunks(1);
    Thread polling =
        new Thread(
            () -> {
              try {
                reader.poll(chunks, Duration.ofHours(1));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    polling.start();
    await().until(() -> polling.getState() == Thread.State.TIMED_WAITING);
    reader.wakeup();
    polling.join();
    assertThat(chunks.found).hasSize(1);
  }

  private void follow(Path path) throws IOException {
    reader = FileRawReader.open(path.toString(), true);
  }

  private void awaitChunks(int count) {
    await().untilAsserted(() -> assertThat(pollAndGet().found).hasSize(count));
  }

  private Chunks pollAndGet() throws IOException {
    reader.poll(chunks, SOON);
    return chunks;
  }

  private Path segment(long producer, long number) {
    return directory.resolve(new SegmentName(producer, number).fileName());
  }

  private static void append(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
