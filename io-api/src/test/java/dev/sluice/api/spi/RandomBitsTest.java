package dev.sluice.api.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomBitsTest {
  /** 64 numbers: a bit that is the same in all of them by chance is one in 2 to the 57th. */
  @Test
  void numbers_differ_in_every_bit() {
    Set<Long> numbers = new HashSet<>();
    long ones = 0;
    long zeros = 0;
    for (int i = 0; i < 64; i++) {
      long number = RandomBits.nextLong();
      numbers.add(number);
      ones |= number;
      zeros |= ~number;
    }
    assertThat(numbers).hasSize(64);
    assertThat(ones & zeros).isEqualTo(-1);
  }
}
