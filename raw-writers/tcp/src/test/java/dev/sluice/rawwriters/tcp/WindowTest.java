package dev.sluice.rawwriters.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.testkit.ChunkFactory;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class WindowTest {
  private final ChunkFactory factory = new ChunkFactory(3, null);
  private final Window window = new Window(3, 1000);

  @Test
  void window_is_full_by_number_or_by_bytes_but_one_chunk_always_fits() {
    assertThat(window.hasRoom(1 << 20)).isTrue();
    window.add(taken(600));
    assertThat(window.hasRoom(400)).isTrue();
    assertThat(window.hasRoom(401)).isFalse();
    window.add(taken(100));
    window.add(taken(100));
    assertThat(window.hasRoom(1)).as("three chunks").isFalse();
    window.remove(window.oldest());
    assertThat(window.hasRoom(800)).isTrue();
    assertThat(window.hasRoom(801)).isFalse();
    assertThat(window.poll().chunk.length()).isEqualTo(100);
    assertThat(window.size()).isEqualTo(1);
  }

  @Test
  void unsent_are_those_behind_the_last_that_was_sent_on_that_connection() {
    Taken first = taken(50);
    Taken second = taken(50);
    window.add(first);
    window.add(second);
    Channel channel = new EmbeddedChannel();
    assertThat(window.unsent(channel)).containsExactly(first, second);
    first.sending(channel.newPromise());
    assertThat(window.unsent(channel)).containsExactly(second);
    assertThat(window.unsent(new EmbeddedChannel())).containsExactly(first, second);
  }

  @Test
  void acknowledged_chunk_is_found_by_producer_and_sequence() {
    Taken first = taken(50);
    Taken second = taken(50);
    window.add(first);
    window.add(second);
    assertThat(window.find(Answer.acknowledged(3, 1))).isSameAs(second);
    assertThat(window.find(Answer.acknowledged(3, 2))).isNull();
    assertThat(window.find(Answer.acknowledged(4, 1))).isNull();
  }

  @Test
  void only_what_left_whole_at_least_once_may_have_arrived() {
    Channel channel = new EmbeddedChannel();
    Taken taken = taken(50);
    assertThat(taken.unanswered()).isEqualTo(Outcome.FAILED);
    ChannelPromise first = channel.newPromise();
    taken.sending(first);
    assertThat(taken.unanswered()).as("on its way").isEqualTo(Outcome.UNCONFIRMED);
    first.setFailure(new IllegalStateException("cut"));
    assertThat(taken.unanswered()).isEqualTo(Outcome.FAILED);
    ChannelPromise second = channel.newPromise();
    taken.sending(second);
    second.setSuccess();
    assertThat(taken.isSent()).isTrue();
    ChannelPromise third = channel.newPromise();
    taken.sending(third);
    third.setFailure(new IllegalStateException("cut"));
    assertThat(taken.unanswered()).isEqualTo(Outcome.UNCONFIRMED);
  }

  private Taken taken(int length) {
    return new Taken(factory.ofLength(length), (chunk, outcome, cause) -> {});
  }
}
