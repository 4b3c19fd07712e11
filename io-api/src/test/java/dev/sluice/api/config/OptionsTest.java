package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void values_are_read_with_their_units() {
    Options options =
        new Options(
            Map.of(
                "n",
                "7",
                "b",
                "16MiB",
                "d",
                "200ms",
                "f",
                "true",
                "c",
                "lz4",
                "kafka.acks",
                "all"));

    assertThat(options.get(Key.integer("n", 1, 0, 10, ""))).isEqualTo(7);
    assertThat(options.get(Key.bytes("b", 0L, 0, Long.MAX_VALUE, ""))).isEqualTo(16 << 20);
    assertThat(options.get(Key.duration("d", Duration.ZERO, Duration.ZERO, "")))
        .isEqualTo(Duration.ofMillis(200));
    assertThat(options.get(Key.flag("f", false, ""))).isTrue();
    assertThat(options.get(Key.choice("c", "none", "", "none", "lz4"))).isEqualTo("lz4");
    assertThat(options.get(Key.family("kafka.", ""))).containsOnly(Map.entry("acks", "all"));
    assertThat(options.get(Key.text("absent", "default", ""))).isEqualTo("default");
    options.finish();
  }

  @Test
  void all_mistakes_are_reported_at_once() {
    Options options =
        new Options(
            Map.of("records", "many", "bytes", "16 elephants", "delay", "200", "dellay", "1s"));
    options.get(Key.integer("records", 1, 1, 9, ""));
    options.get(Key.bytes("bytes", 1L, 1, 9, ""));
    options.get(Key.duration("delay", Duration.ofMillis(1), Duration.ZERO, ""));

    assertThatThrownBy(options::finish)
        .isInstanceOf(ConfigurationException.class)
        .extracting(e -> ((ConfigurationException) e).problems().size())
        .isEqualTo(4);
    assertThatThrownBy(options::finish)
        .hasMessageContaining("unknown option 'dellay'; did you mean 'delay'?")
        .hasMessageContaining("'records' must be a whole number from 1 to 9, was 'many'");
  }

  @Test
  void a_huge_number_is_a_mistake_and_no_overflow() {
    Options options = new Options(Map.of("b", "999999999999999999GiB", "n", "99999999999"));
    assertThat(options.get(Key.bytes("b", 5L, 0, Long.MAX_VALUE, ""))).isEqualTo(5);
    assertThat(options.get(Key.integer("n", 5, 0, Integer.MAX_VALUE, ""))).isEqualTo(5);
    assertThatThrownBy(options::finish).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void a_secret_is_never_shown() {
    Options options = new Options(Map.of("ssl.keystore.password", "hunter2"));
    options.get(Key.integer("ssl.keystore.password", 1, 1, 2, ""));
    assertThatThrownBy(options::finish)
        .hasMessageNotContaining("hunter2")
        .hasMessageContaining("****");
  }

  @Test
  void an_unknown_key_far_from_all_known_ones_gets_no_guess() {
    Options options = new Options(Map.of("zzzzzzzz", "1"));
    options.get(Key.text("delay", "", ""));
    assertThatThrownBy(options::finish).hasMessage("unknown option 'zzzzzzzz'");
  }
}
