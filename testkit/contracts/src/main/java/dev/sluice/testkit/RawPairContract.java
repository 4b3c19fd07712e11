package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Contract for a medium: a raw writer and its raw reader, tested as a pair. A medium has one small
 * subclass that names the place of its chunks; each test method has a place of its own.
 */
public abstract class RawPairContract {
  private static final Duration CLOSE = Duration.ofSeconds(10);
  private static final long A = 0xa1a1_0000_0000_0001L;
  private static final long B = 0x0000_0000_0000_0b0bL;

  /** Called by subclasses. */
  protected RawPairContract() {}

  /** Function with which a test writes. */
  @FunctionalInterface
  protected interface Writing {
    /** Writes the test's chunks. */
    void run() throws Exception;
  }

  /**
   * Runs the writing of a test, in the order of these calls: immediately, or in parallel with the
   * reader if the medium stores nothing.
   */
  protected void write(Writing writing) throws Exception {
    writing.run();
  }

  /** Returns whether all writing has ended; throws the exception of a failed one. */
  protected boolean isWritten() throws Exception {
    return true;
  }

  /** Returns the URI to write to; always the same for a test method. */
  protected abstract String sink();

  /**
   * Returns the URI to read from; the source ends at the medium's end when the reader is created.
   */
  protected abstract String source();

  /**
   * Returns a source whose second reader continues about where the first one stopped, if the medium
   * can do that.
   */
  protected String resumableSource() {
    return source();
  }

  /** Puts bytes that are no chunk after the written ones, as a broken writer would. */
  protected abstract void poison(byte[] garbage) throws Exception;

  @Test
  public void the_same_bytes_come_out_in_the_order_of_the_producer() throws Exception {
    ChunkFactory factory = new ChunkFactory(A, "größer 🚰");
    List<Chunk> sent = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      sent.add(factory.next(i % 7, i * 37 % 5000));
    }
    sent.add(factory.end());
    send(sent);
    ChunkLog log = readAll(source());
    assertThat(bytes(log.chunks())).containsExactlyElementsOf(bytes(sent));
    assertThat(log.damages()).isEmpty();
    assertThat(log.chunks().get(200).accounting().producerName()).isEqualTo("größer 🚰");
    assertThat(log.positions()).doesNotHaveDuplicates();
    assertThat(log.positions().stream().map(SourcePosition::offset)).isSorted();
  }

  @Test
  public void a_hundred_thousand_chunks_arrive_once_and_in_order() throws Exception {
    int count = 100_000;
    ChunkFactory factory = new ChunkFactory(A, null);
    CompletionLog completions = new CompletionLog();
    write(
        () -> {
          RawWriter writer = RawPair.writer(sink());
          for (int i = 0; i < count; i++) {
            RawPair.write(writer, factory.next(), completions);
          }
          writer.close(CLOSE);
          completions.await(count);
          assertThat(completions.count(Outcome.ACKNOWLEDGED)).isEqualTo(count);
        });
    assertThat(readAll(source()).sequences(A)).isEqualTo(upTo(count));
  }

  @Test
  public void a_writer_that_is_faster_than_its_medium_waits_and_loses_nothing() throws Exception {
    ChunkFactory factory = new ChunkFactory(A, null);
    send(IntStream.range(0, 300).mapToObj(i -> factory.next(1024, 100_000)).toList());
    assertThat(readAll(source()).sequences(A)).isEqualTo(upTo(300));
  }

  @Test
  public void a_chunk_of_the_largest_size_arrives() throws Exception {
    List<Chunk> largest = new ArrayList<>();
    write(
        () -> {
          RawWriter writer = RawPair.writer(sink());
          CompletionLog completions = new CompletionLog();
          ChunkFactory factory = new ChunkFactory(A, null);
          RawPair.write(writer, factory.next(), completions);
          completions.await(1);
          largest.add(factory.ofLength(writer.maxChunkBytes()));
          assertThat(largest.get(0).length()).isEqualTo(writer.maxChunkBytes());
          RawPair.write(writer, largest.get(0), completions);
          writer.close(CLOSE);
          assertThat(completions.await(2).count(Outcome.ACKNOWLEDGED))
              .as("%s", completions.causes())
              .isEqualTo(2);
        });
    assertThat(readAll(source()).chunks().get(1).toByteArray())
        .isEqualTo(largest.get(0).toByteArray());
  }

  @Test
  public void interleaved_producers_keep_their_own_order() throws Exception {
    ChunkFactory a = new ChunkFactory(A, "a");
    ChunkFactory b = new ChunkFactory(B, "b");
    List<Chunk> both = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      both.add(i % 2 == 0 ? a.next() : b.next());
    }
    send(both);
    ChunkLog log = readAll(source());
    assertThat(log.sequences(A)).isEqualTo(upTo(250));
    assertThat(log.sequences(B)).isEqualTo(upTo(250));
  }

  @Test
  public void a_second_writer_continues_where_the_first_was_closed() throws Exception {
    ChunkFactory first = new ChunkFactory(A, null);
    ChunkFactory second = new ChunkFactory(B, null);
    send(List.of(first.next(), first.next(), first.end()));
    send(List.of(second.next(), second.end()));
    ChunkLog log = readAll(source());
    assertThat(log.sequences(A)).isEqualTo(upTo(3));
    assertThat(log.sequences(B)).isEqualTo(upTo(2));
    assertThat(log.chunks().stream().filter(c -> c.accounting().end())).hasSize(2);
  }

  @Test
  public void a_reader_that_starts_again_misses_nothing() throws Exception {
    ChunkFactory factory = new ChunkFactory(A, null);
    send(IntStream.range(0, 2000).mapToObj(i -> factory.next(1, 400)).toList());
    ChunkLog log = new ChunkLog();
    try (RawReader reader = RawPair.reader(resumableSource())) {
      for (int i = 0; i < 100 && log.chunks().isEmpty(); i++) {
        reader.poll(log, Duration.ofMillis(200));
      }
    }
    int before = log.chunks().size();
    assertThat(before).isPositive();
    log.chunks().addAll(readAll(resumableSource()).chunks());
    assertThat(log.sequences(A)).containsAll(upTo(2000)).startsWith(0L);
    assertThat(log.chunks().size() - before).isLessThanOrEqualTo(2000);
  }

  @Test
  public void chunks_whose_handler_threw_come_again() throws Exception {
    ChunkFactory factory = new ChunkFactory(A, null);
    send(List.of(factory.next(), factory.next(), factory.next()));
    ChunkLog log = new ChunkLog();
    try (RawReader reader = RawPair.reader(resumableSource())) {
      assertThatThrownBy(() -> pollUntilThrown(reader)).hasMessage("the second chunk is too much");
      for (int i = 0; i < 100 && !reader.exhausted(); i++) {
        reader.poll(log, Duration.ofMillis(200));
      }
    }
    // The first one was acknowledged if it came in a poll of its own.
    assertThat(log.sequences(A)).isIn(List.of(0L, 1L, 2L), List.of(1L, 2L));
  }

  private static void pollUntilThrown(RawReader reader) throws IOException {
    ThrowingHandler handler = new ThrowingHandler();
    for (int i = 0; i < 100; i++) {
      reader.poll(handler, Duration.ofMillis(200));
    }
  }

  @Test
  public void bytes_that_are_no_chunk_are_reported_and_stepped_over() throws Exception {
    ChunkFactory factory = new ChunkFactory(A, null);
    send(List.of(factory.next(), factory.next()));
    write(() -> poison("this was never a chunk".getBytes(StandardCharsets.UTF_8)));
    Chunk broken = new ChunkFactory(B, null).next(1, 300);
    byte[] flipped = broken.toByteArray();
    flipped[200] ^= 1;
    write(() -> poison(flipped));
    send(List.of(factory.next(), factory.end()));
    ChunkLog log = readAll(source());
    assertThat(log.sequences(A)).isEqualTo(upTo(4));
    assertThat(log.sequences(B)).isEmpty();
    assertThat(log.damages()).isNotEmpty().allSatisfy(RawPairContract::saysWhatAndWhere);
    assertThat(log.damages().stream().mapToLong(Damage::length).sum())
        .isEqualTo(22 + flipped.length);
  }

  private static void saysWhatAndWhere(Damage damage) {
    assertThat(damage.reason()).isNotBlank().doesNotContain("\n");
    assertThat(damage.position().partition()).isNotBlank();
    assertThat(damage.bytes()).isNotEmpty();
  }

  @Test
  public void every_chunk_is_completed_once_when_a_writer_is_closed_under_load() throws Exception {
    CompletionLog completions = new CompletionLog();
    write(() -> closeUnderLoad(completions));
    int arrived = readAll(source()).chunks().size();
    assertThat(arrived)
        .isBetween(
            completions.count(Outcome.ACKNOWLEDGED),
            completions.count() - completions.count(Outcome.FAILED));
  }

  private void closeUnderLoad(CompletionLog completions) throws Exception {
    RawWriter writer = RawPair.writer(sink());
    CountDownLatch underway = new CountDownLatch(500);
    ExecutorService sender = Executors.newSingleThreadExecutor();
    try {
      Future<Integer> taken = sender.submit(() -> writeUntilRefused(writer, completions, underway));
      assertThat(underway.await(30, TimeUnit.SECONDS)).isTrue();
      writer.close(CLOSE);
      writer.close(CLOSE);
      completions.await(taken.get(30, TimeUnit.SECONDS));
    } finally {
      sender.shutdownNow();
    }
  }

  private static int writeUntilRefused(
      RawWriter writer, CompletionLog completions, CountDownLatch underway)
      throws IOException, InterruptedException {
    ChunkFactory factory = new ChunkFactory(A, null);
    // The medium may not be there yet.
    RawPair.write(writer, factory.next(1, 200), completions);
    for (int taken = 1; ; taken++) {
      try {
        writer.write(factory.next(1, 200), completions);
      } catch (IOException e) {
        return taken;
      }
      underway.countDown();
    }
  }

  @Test
  public void a_closed_writer_refuses_chunks() {
    RawWriter writer = RawPair.writer(sink());
    writer.close(CLOSE);
    CompletionLog completions = new CompletionLog();
    assertThatThrownBy(() -> writer.write(new ChunkFactory(A, null).next(), completions))
        .isInstanceOf(IOException.class);
    assertThat(completions.count()).isZero();
  }

  private void send(List<Chunk> chunks) throws Exception {
    write(() -> sendAll(chunks));
  }

  private void sendAll(List<Chunk> chunks) throws Exception {
    CompletionLog completions = new CompletionLog();
    RawWriter writer = RawPair.writer(sink());
    for (Chunk chunk : chunks) {
      RawPair.write(writer, chunk, completions);
    }
    writer.close(CLOSE);
    assertThat(completions.await(chunks.size()).count(Outcome.ACKNOWLEDGED))
        .as("%s", completions.causes())
        .isEqualTo(chunks.size());
  }

  private ChunkLog readAll(String uri) throws Exception {
    return RawPair.readAll(uri, this::isWritten);
  }

  private static List<byte[]> bytes(List<Chunk> chunks) {
    return chunks.stream().map(Chunk::toByteArray).toList();
  }

  private static List<Long> upTo(long count) {
    return LongStream.range(0, count).boxed().toList();
  }

  /** Handler that throws at the second chunk of the producer. */
  private static final class ThrowingHandler implements ChunkHandler {
    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      if (chunk.accounting().sequence() == 1) {
        throw new IllegalStateException("the second chunk is too much");
      }
    }

    @Override
    public void damaged(Damage damage) {}
  }
}
