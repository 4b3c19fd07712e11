package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.Completion.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FakesTest {
  private final ChunkFactory factory = new ChunkFactory(9, "fake");
  private final CompletionLog completions = new CompletionLog();
  private final RecordingRawWriter recording = new RecordingRawWriter();

  @Test
  void factory_makes_sound_chunks_in_sequence_with_a_given_length() throws Exception {
    Chunk first = factory.next(3, 10);
    Chunk second = factory.ofLength(1000);
    Chunk end = factory.end();
    for (Chunk chunk : new Chunk[] {first, second, end}) {
      byte[] bytes = chunk.toByteArray();
      assertThat(ChunkLayout.parse(bytes, 0, bytes.length).accounting())
          .isEqualTo(chunk.accounting());
    }
    assertThat(second.length()).isEqualTo(1000);
    assertThat(end.accounting().sequence()).isEqualTo(2);
    assertThat(end.accounting().emitted()).isEqualTo(4);
    assertThat(end.accounting().end()).isTrue();
  }

  @Test
  void faulty_writer_follows_its_script_and_then_delivers() throws Exception {
    FaultyRawWriter faulty =
        new FaultyRawWriter(
            recording,
            FaultyRawWriter.Step.REFUSE,
            FaultyRawWriter.Step.THROW,
            FaultyRawWriter.Step.FAIL,
            FaultyRawWriter.Step.IGNORE);
    assertThatThrownBy(() -> faulty.write(factory.next(), completions))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> faulty.write(factory.next(), completions))
        .isInstanceOf(IllegalStateException.class);
    faulty.write(factory.next(), completions);
    faulty.write(factory.next(), completions);
    faulty.write(factory.next(), completions);
    assertThat(completions.await(2).count(Outcome.FAILED)).isEqualTo(1);
    faulty.close(Duration.ZERO);
    assertThat(completions.await(3).count(Outcome.UNCONFIRMED)).isEqualTo(1);
    assertThat(faulty.attempts()).isEqualTo(5);
    assertThat(recording.chunks()).extracting(c -> c.accounting().sequence()).containsExactly(4L);
    assertThat(recording.isClosed()).isTrue();
  }

  @Test
  void blocked_write_goes_on_when_it_is_released() throws Exception {
    FaultyRawWriter faulty = new FaultyRawWriter(recording, FaultyRawWriter.Step.BLOCK);
    ExecutorService sender = Executors.newSingleThreadExecutor();
    try {
      Future<?> write =
          sender.submit(
              () -> {
                faulty.write(factory.next(), completions);
                return null;
              });
      Awaitility.await().until(() -> faulty.attempts() == 1);
      assertThat(write.isDone()).isFalse();
      faulty.release();
      write.get(10, TimeUnit.SECONDS);
      assertThat(recording.chunks()).hasSize(1);
    } finally {
      sender.shutdownNow();
    }
  }

  @Test
  void log_notices_a_chunk_that_is_completed_twice() {
    Chunk chunk = factory.next();
    completions.completed(chunk, Outcome.ACKNOWLEDGED, null);
    completions.completed(chunk, Outcome.FAILED, new IOException());
    assertThatThrownBy(() -> completions.await(2)).isInstanceOf(AssertionError.class);
  }
}
