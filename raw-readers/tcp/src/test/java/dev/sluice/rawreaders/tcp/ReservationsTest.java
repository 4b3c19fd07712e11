package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReservationsTest {
  private final Reservations memory = new Reservations(100);

  @Test
  void one_at_a_time_gets_more_than_there_is_and_the_others_wait() {
    assertThat(memory.reserve("a", 60)).isTrue();
    assertThat(memory.reserve("b", 60)).as("the favoured one").isTrue();
    assertThat(memory.reserve("c", 60)).isFalse();
    assertThat(memory.reserve("c", 1)).isFalse();
    assertThat(memory.reserve("b", 1000)).as("it needs more").isTrue();
    memory.release("b", 1060);
    assertThat(memory.reserve("c", 60)).as("the next favoured one").isTrue();
    assertThat(memory.reserve("d", 60)).isFalse();
    memory.release("a", 60);
    assertThat(memory.reserve("d", 40)).as("what is free").isTrue();
  }
}
