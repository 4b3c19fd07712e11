package dev.sluice.rawwriters.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.testkit.ChunkFactory;
import org.junit.jupiter.api.Test;

class WindowTest {
  private final ChunkFactory factory = new ChunkFactory(3, null);
  private final Window window = new Window(3, 1000);

  @Test
  void window_is_full_by_number_or_by_bytes_but_one_chunk_always_fits() {
    assertThat(window.hasRoom(1 << 20)).isTrue();
    window.add(pending(600));
    assertThat(window.hasRoom(400)).isTrue();
    assertThat(window.hasRoom(401)).isFalse();
    window.add(pending(100));
    window.add(pending(100));
    assertThat(window.hasRoom(1)).as("three chunks").isFalse();
    window.remove(window.oldest());
    assertThat(window.hasRoom(800)).isTrue();
    assertThat(window.hasRoom(801)).isFalse();
    assertThat(window.poll().chunk.length()).isEqualTo(100);
    assertThat(window).hasToString("1 chunks with 1 records");
  }

  @Test
  void unsent_are_those_that_were_not_sent_on_the_present_connection() {
    PendingChunk first = pending(50);
    PendingChunk second = pending(50);
    window.add(first);
    window.add(second);
    assertThat(window.nextUnsent()).isSameAs(first);
    assertThat(window.nextUnsent()).isSameAs(second);
    assertThat(window.nextUnsent()).isNull();
    window.sendAgain();
    assertThat(window.nextUnsent()).isSameAs(first);
    window.remove(second);
    assertThat(window.nextUnsent()).isNull();
  }

  @Test
  void acknowledged_chunk_is_found_by_producer_and_sequence() {
    PendingChunk first = pending(50);
    PendingChunk second = pending(50);
    window.add(first);
    window.add(second);
    assertThat(window.find(Answer.acknowledged(3, 1))).isSameAs(second);
    assertThat(window.find(Answer.acknowledged(3, 2))).isNull();
    assertThat(window.find(Answer.acknowledged(4, 1))).isNull();
  }

  @Test
  void only_what_left_whole_at_least_once_may_have_arrived() {
    PendingChunk pending = pending(50);
    assertThat(pending.unanswered()).isEqualTo(Outcome.FAILED);
    pending.leaves();
    assertThat(pending.unanswered()).as("on its way").isEqualTo(Outcome.UNCONFIRMED);
    pending.sent(false);
    assertThat(pending.unanswered()).isEqualTo(Outcome.FAILED);
    pending.leaves();
    pending.sent(true);
    assertThat(pending.isSent()).isTrue();
    pending.leaves();
    pending.sent(false);
    assertThat(pending.unanswered()).isEqualTo(Outcome.UNCONFIRMED);
  }

  @Test
  void what_was_sent_on_another_connection_is_not_sent_on_this_one() {
    PendingChunk pending = pending(50);
    window.add(pending);
    pending.sent(true);
    window.sendAgain();
    assertThat(pending.isSent()).isFalse();
    assertThat(pending.unanswered()).as("may have arrived").isEqualTo(Outcome.UNCONFIRMED);
  }

  private PendingChunk pending(int length) {
    return new PendingChunk(factory.ofLength(length), (chunk, outcome, cause) -> {});
  }
}
