package dev.sluice.serializers.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class DescriptionTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void text_is_cut_and_what_a_terminal_would_obey_is_shown_by_its_number() {
    assertThat(Description.printable("a\"\\\u0000\ud800\u202e\u00e9"))
        .isEqualTo("a\\\"\\\\\\u0000\\ud800\\u202e\u00e9");
    assertThat(Description.printable("x".repeat(99))).hasSize(60);
  }

  @Test
  void name_of_control_characters_in_a_refusal_took_more_memory_than_stated() {
    String name = "\u0000".repeat(255);
    Description.printable(name);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Description.printable(name);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(8192);
  }
}
