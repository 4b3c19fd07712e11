package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyTest {
  enum Policy {
    DROP_NEWEST,
    BLOCK
  }

  private static final Key<Integer> RECORDS =
      Key.integer("chunk.records", 1024, 1, 9999, "Records of a chunk.");
  private static final Key<Long> MEMORY =
      Key.bytes("memory", 16L << 20, 1 << 20, Long.MAX_VALUE, "Memory for everything.");
  private static final Key<Duration> DELAY =
      Key.duration("delay", Duration.ofMillis(200), Duration.ofMillis(1), "Longest delay.");
  private static final Key<Policy> POLICY = Key.choice("policy", Policy.DROP_NEWEST, "What then.");
  private static final Key<String> UNTIL = Key.choice("until", null, "When it ends.", "end");
  private static final Key<Path> TRUST = Key.path("tls.trust", "Whom to trust.");
  private static final Key<Map<String, String>> CLIENT = Key.family("kafka.", "The client's.");

  @Test
  void key_reads_its_value_or_its_default() {
    Options given = new Options(Map.of("chunk.records", "7", "policy", "block", "until", "end"));
    assertThat(given.get(RECORDS)).isEqualTo(7);
    assertThat(given.get(POLICY)).isEqualTo(Policy.BLOCK);
    assertThat(given.get(UNTIL)).isEqualTo("end");
    given.finish();
    Options none = new Options(Map.of());
    assertThat(none.get(RECORDS)).isEqualTo(1024);
    assertThat(none.get(MEMORY)).isEqualTo(16 << 20);
    assertThat(none.get(DELAY)).isEqualTo(Duration.ofMillis(200));
    assertThat(none.get(POLICY)).isEqualTo(Policy.DROP_NEWEST);
    assertThat(none.get(UNTIL)).isNull();
    assertThat(none.get(TRUST)).isNull();
    none.finish();
  }

  @Test
  void key_tells_a_person_what_it_takes() {
    assertThat(RECORDS.type()).isEqualTo("1 to 9999");
    assertThat(MEMORY.type()).isEqualTo("bytes, at least 1MiB");
    assertThat(MEMORY.defaultText()).isEqualTo("16MiB");
    assertThat(DELAY.type()).isEqualTo("time, at least 1ms");
    assertThat(DELAY.defaultText()).isEqualTo("200ms");
    assertThat(POLICY.type()).isEqualTo("drop-newest, block");
    assertThat(POLICY.defaultText()).isEqualTo("drop-newest");
    assertThat(MEMORY.withDefault("it depends").defaultText()).isEqualTo("it depends");
  }

  @Test
  void key_whose_values_can_name_anything_is_powerful_unless_it_is_declared_harmless() {
    assertThat(List.of(TRUST, CLIENT, Key.text("sink", null, ""))).allMatch(Key::isPowerful);
    assertThat(Key.of("own", "a name", null, text -> text, "")).matches(Key::isPowerful);
    assertThat(List.of(RECORDS, MEMORY, DELAY, POLICY, UNTIL, Key.flag("on", true, "")))
        .noneMatch(Key::isPowerful);
    assertThat(Key.text("host", null, "").harmless().withDefault("x").named("y").isPowerful())
        .isFalse();
    assertThat(RECORDS.powerful().withDefault("x").named("retain").isPowerful()).isTrue();
  }

  @Test
  void name_has_one_form_in_an_environment() {
    assertThatThrownBy(() -> Key.flag("chunk-records", true, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("chunk-records");
    assertThat(new Options(Map.of("CHUNK.Records", "7")).get(RECORDS)).isEqualTo(7);
  }

  @Test
  void settings_say_where_each_value_comes_from() {
    Options options = new Options(Map.of("delay", "1s"));
    options.set("chunk.records", "16", "system property sluice.chunk.records");
    options.set("kafka.ssl.key.password", "hunter2", "environment variable X");
    options.get(RECORDS);
    options.get(DELAY);
    options.get(POLICY);
    options.get(CLIENT);
    options.finish();
    assertThat(options.settings())
        .extracting(Setting::toString)
        .containsExactly(
            "chunk.records = 16 (system property sluice.chunk.records)",
            "delay = 1s (URI)",
            "kafka.ssl.key.password = **** (environment variable X)",
            "policy = drop-newest (default)");
  }

  @Test
  void mistake_names_the_place_where_it_was_made() {
    Options options = new Options(Map.of());
    options.set("chunk.records", "0", "environment variable SLUICE_CHUNK_RECORDS");
    options.set("dellay", "1s", "sluice.dellay in sluice.properties");
    options.get(RECORDS);
    options.get(DELAY);
    options.problem(RECORDS, "I do not like it");
    assertThatThrownBy(options::finish)
        .hasMessage(
            "option 'chunk.records' must be a whole number from 1 to 9999, was '0'"
                + " (environment variable SLUICE_CHUNK_RECORDS)\n"
                + "option 'chunk.records': I do not like it"
                + " (environment variable SLUICE_CHUNK_RECORDS)\n"
                + "unknown option 'dellay' (sluice.dellay in sluice.properties);"
                + " did you mean 'delay'?");
  }

  @Test
  void value_that_is_only_offered_need_not_be_read() {
    Options options = new Options(Map.of());
    options.offer("rotate.bytes", "1MiB", "system property sluice.rotate.bytes");
    options.offer("delay", "soon", "system property sluice.delay");
    options.get(DELAY);
    assertThatThrownBy(options::finish)
        .hasMessageStartingWith("option 'delay' must be a time")
        .hasMessageNotContaining("rotate");
  }
}
