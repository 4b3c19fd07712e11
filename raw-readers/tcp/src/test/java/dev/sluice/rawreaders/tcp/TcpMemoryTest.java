package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ScriptedWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the TCP reader keeps its memory bounded, whoever sends what. */
@Tag("one-jdk")
class TcpMemoryTest extends TcpReaderFixture {
  @Test
  void header_of_a_large_chunk_without_its_body_costs_little_memory() throws Exception {
    int port = listen("?connections=200");
    byte[] header = Arrays.copyOf(factory.ofLength(ChunkLayout.MAX_CHUNK_BYTES).toByteArray(), 99);
    List<ScriptedWriter> writers = new ArrayList<>();
    System.gc();
    long before = usedMemory();
    for (int i = 0; i < 150; i++) {
      ScriptedWriter writer = new ScriptedWriter(port);
      writers.add(writer);
      writer.send(header);
    }
    try (ScriptedWriter honest = new ScriptedWriter(port)) {
      honest.send(factory.next());
      pollUntil(1, 0);
      assertThat(honest.answer().kind()).isEqualTo(Kind.ACKNOWLEDGED);
    }
    System.gc();
    // 150 times 16 MiB were announced.
    assertThat(usedMemory() - before).isLessThan(100L << 20);
    for (ScriptedWriter writer : writers) {
      writer.close();
    }
  }

  private static long usedMemory() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void claims_of_others_do_not_take_the_memory_for_a_chunk() throws Exception {
    int port = listen("?memory=1MiB");
    byte[] claim = new ChunkFactory(66, null).ofLength(ChunkLayout.MAX_CHUNK_BYTES).toByteArray();
    List<ScriptedWriter> strangers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ScriptedWriter stranger = new ScriptedWriter(port);
      strangers.add(stranger);
      stranger.send(claim, 0, 100_000);
    }
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      for (int i = 0; i < 3; i++) {
        writer.send(factory.ofLength(400_000));
        pollUntil(i + 1, 0);
        assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, i));
      }
    }
    for (ScriptedWriter stranger : strangers) {
      stranger.close();
    }
  }

  @Test
  void connection_that_breaks_while_it_waits_for_memory_gives_its_buffers_back() throws Exception {
    int port = listen("?memory=1MiB&keep.alive=10ms");
    byte[] large = factory.ofLength(3 << 20).toByteArray();
    try (ScriptedWriter favoured = new ScriptedWriter(port);
        ScriptedWriter waits = new ScriptedWriter(port)) {
      favoured.send(large, 0, 2 << 20);
      Future<?> sending =
          others.submit(
              () -> {
                // More than the buffers of both sockets grow to.
                byte[] chunk = new ChunkFactory(12, null).ofLength(8 << 20).toByteArray();
                for (int i = 0; i < 8; i++) {
                  waits.send(chunk);
                }
                return null;
              });
      // The reader has looked after its connections 30 times, and there was no memory.
      for (int i = 0; i < 30; i++) {
        assertThat(favoured.anyAnswer()).isEqualTo(Answer.of(Kind.ALIVE));
      }
      assertThat(sending).isNotDone();
      waits.abort();
      favoured.send(large, 2 << 20, large.length - (2 << 20));
      pollUntil(1, 0);
      assertThat(favoured.answer()).isEqualTo(Answer.acknowledged(P, 0));
    }
  }

  @Test
  void nobody_is_read_from_while_nobody_polls_and_then_nothing_is_missing() throws Exception {
    int port = listen("?memory=1MiB&keep.alive=10ms&stall.timeout=250ms");
    int chunks = 600;
    Future<?> sending =
        others.submit(
            () -> {
              try (ScriptedWriter writer = new ScriptedWriter(port)) {
                for (int i = 0; i < chunks; i++) {
                  writer.send(factory.ofLength(100_000));
                }
                for (int i = 0; i < chunks; i++) {
                  assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, i));
                }
              }
              return null;
            });
    // 60 MB do not fit into 1 MiB and the system's buffers; the reader looks after its connections
    // for longer than the stall timeout, and the writer waits for it.
    try (ScriptedWriter other = new ScriptedWriter(port)) {
      for (int i = 0; i < 50; i++) {
        assertThat(other.anyAnswer()).isEqualTo(Answer.of(Kind.ALIVE));
      }
    }
    assertThat(sending).isNotDone();
    pollUntil(chunks, 0);
    sending.get(10, TimeUnit.SECONDS);
    assertThat(log.sequences(P)).isEqualTo(LongStream.range(0, chunks).boxed().toList());
  }

  @Test
  void large_chunks_of_many_writers_become_whole_one_after_the_other_in_little_memory()
      throws Exception {
    int port = listen("?memory=1MiB");
    List<Future<?>> sending = new ArrayList<>();
    for (int w = 0; w < 8; w++) {
      ChunkFactory own = new ChunkFactory(100 + w, null);
      sending.add(
          others.submit(
              () -> {
                try (ScriptedWriter writer = new ScriptedWriter(port)) {
                  for (int i = 0; i < 3; i++) {
                    writer.send(own.ofLength(3 << 20));
                    assertThat(writer.answer().sequence()).isEqualTo(i);
                  }
                }
                return null;
              }));
    }
    pollUntil(24, 0);
    for (Future<?> task : sending) {
      task.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void writer_that_never_reads_its_answers_is_not_read_from_without_end() throws Exception {
    int port = listen("?keep.alive=1ms");
    Future<?> flood =
        others.submit(
            () -> {
              byte[] chunk = factory.next(0, 0).toByteArray();
              byte[] many = new byte[chunk.length * 1000];
              for (int i = 0; i < 1000; i++) {
                System.arraycopy(chunk, 0, many, i * chunk.length, chunk.length);
              }
              try (ScriptedWriter writer = new ScriptedWriter(port, 4096)) {
                while (true) {
                  writer.send(many);
                }
              }
            });
    AtomicInteger handed = new AtomicInteger();
    ChunkHandler counting =
        new ChunkHandler() {
          @Override
          public void chunk(Chunk chunk, SourcePosition position) {
            handed.incrementAndGet();
          }

          @Override
          public void damaged(Damage damage) {}
        };
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ZERO)
        .until(() -> reader.poll(counting, Duration.ofMillis(500)) == 0 && handed.get() > 0);
    assertThat(flood.isDone()).as("the writer still wants to send").isFalse();
  }
}
