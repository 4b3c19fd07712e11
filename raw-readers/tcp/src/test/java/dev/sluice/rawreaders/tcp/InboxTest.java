package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.testkit.ChunkFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InboxTest {
  private static final long LONG = TimeUnit.MINUTES.toNanos(1);
  private final ChunkFactory factory = new ChunkFactory(1, null);
  private final Inbox inbox = new Inbox(3000);

  @Test
  void what_was_taken_counts_until_it_is_released() {
    Received first = received(2000);
    Received second = received(2000);
    inbox.put(first);
    assertThat(inbox.hasRoom()).isTrue();
    inbox.put(second);
    assertThat(inbox.hasRoom()).isFalse();
    List<Received> batch = inbox.take(0, 1);
    assertThat(batch).containsExactly(first);
    assertThat(inbox.hasRoom()).isFalse();
    assertThat(inbox.release(batch)).as("room again").isTrue();
    assertThat(inbox.hasRoom()).isTrue();
    batch = inbox.take(0, 1);
    assertThat(inbox.release(batch)).as("there was room").isFalse();
    assertThat(inbox.isEmpty()).isTrue();
  }

  @Test
  void batch_ends_with_the_arrival_that_fills_it() {
    Received first = received(500);
    Received second = received(500);
    inbox.put(first);
    inbox.put(second);
    inbox.put(received(500));
    assertThat(inbox.take(LONG, 800)).containsExactly(first, second);
  }

  @Test
  void wake_ends_one_wait_and_an_interrupt_too() {
    inbox.wake();
    assertThat(inbox.take(LONG, 1)).isEmpty();
    Thread.currentThread().interrupt();
    assertThat(inbox.take(LONG, 1)).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(inbox.take(0, 1)).isEmpty();
  }

  private Received received(int length) {
    Chunk chunk = factory.ofLength(length);
    return new Received(null, new SourcePosition("p", 0), chunk, null);
  }

  @Test
  void damage_weighs_what_it_keeps() {
    Damage damage = new Damage(new SourcePosition("p", 0), 1L << 40, "noise", new byte[100]);
    assertThat(new Received(null, damage.position(), null, damage).weight()).isBetween(100, 1000);
  }
}
