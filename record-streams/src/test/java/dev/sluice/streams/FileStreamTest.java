package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.rawwriters.file.FileRawWriter;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Record streams over real files. */
class FileStreamTest {
  @TempDir Path temporary;
  private final TestProducer producer = new TestProducer(1);

  @Test
  void what_a_writer_and_its_successor_wrote_is_complete() throws Exception {
    TestProducer restarted = new TestProducer(2);
    for (TestProducer p : List.of(producer, restarted)) {
      RawWriter writer = FileRawWriter.create(temporary);
      for (int i = 0; i < 1000; i++) {
        write(writer, p.events(3));
      }
      write(writer, p.end());
      writer.close(Duration.ofSeconds(1));
    }
    try (RecordStream stream = RecordStream.builder("file:" + temporary).open()) {
      assertThat(stream.drain((cursor, chunk) -> {})).isEqualTo(6000);
      assertThat(stream.audit().complete()).isTrue();
      assertThat(stream.audit().producers()).hasSize(2).allMatch(ProducerAudit::balanced);
    }
  }

  @Test
  void a_stream_is_followed_while_it_is_written() throws Exception {
    RawWriter writer = FileRawWriter.create(temporary);
    List<Long> numbers = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + temporary + "?follow=true").open()) {
      for (int i = 0; i < 5; i++) {
        write(writer, producer.events(2));
        int expected = 2 * i + 2;
        await()
            .until(
                () -> {
                  stream.poll(
                      (cursor, chunk) -> numbers.add(cursor.longValue(0)), Duration.ofMillis(20));
                  return numbers.size() == expected;
                });
      }
      write(writer, producer.end());
      await()
          .until(
              () ->
                  stream.poll((c, chunk) -> {}, Duration.ofMillis(20)) == 0
                      && stream.audit().complete());
    }
    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void no_damage_of_a_file_ends_in_an_exception_or_in_a_wrong_record() throws Exception {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (int i = 0; i < 20; i++) {
      whole.writeBytes(producer.events(5).toByteArray());
    }
    whole.writeBytes(producer.end().toByteArray());
    Random random = new Random(7);
    for (int round = 0; round < 150; round++) {
      byte[] bytes = damage(whole.toByteArray(), random);
      Path file = Files.write(temporary.resolve("damaged.slu"), bytes);
      List<Long> numbers = new ArrayList<>();
      long[] good = {0};
      try (RecordStream stream =
          RecordStream.builder(file.toString())
              .quarantine(temporary.resolve("quarantine" + round))
              .chunkListener(chunk -> good[0] += chunk.length())
              .open()) {
        stream.drain((cursor, chunk) -> numbers.add(cursor.longValue(0)));

        Audit audit = stream.audit();
        assertThat(numbers).as("round %d", round).isSorted().doesNotHaveDuplicates();
        assertThat(audit.complete()).isFalse();
        assertThat(audit.skippedBytes() + good[0])
            .as("every byte is accounted for")
            .isEqualTo(bytes.length);
        assertThat(audit.damaged()).isPositive();
      }
    }
  }

  private static byte[] damage(byte[] bytes, Random random) {
    switch (random.nextInt(3)) {
      case 0 -> {
        return Arrays.copyOf(bytes, bytes.length - 1 - random.nextInt(30));
      }
      case 1 -> {
        int at = random.nextInt(bytes.length - 100);
        random.ints(100).forEach(i -> bytes[at + (i & 63)] ^= (byte) (1 + (i >>> 8) % 255));
        bytes[at + 64] ^= 1;
      }
      default -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  private static void write(RawWriter writer, Chunk chunk) throws Exception {
    writer.write(chunk, (c, outcome, cause) -> {});
  }
}
