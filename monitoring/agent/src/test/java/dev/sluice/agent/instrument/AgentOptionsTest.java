package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentOptionsTest {
  private static AgentOptions parse(String text) {
    return parse(text, Map.of());
  }

  private static AgentOptions parse(String text, Map<String, String> properties) {
    return AgentOptions.parse(text, properties::get);
  }

  private static boolean includes(AgentOptions options, String type) {
    return options.selection().mayHave(new ClassLoader(null) {}, type);
  }

  @Test
  void sink_keeps_its_commas_ampersands_and_equals_signs() {
    String uri = "kafka://b1:9092,b2:9092/records?serializer=binary&kafka.linger.ms=5";
    assertThat(parse("sink=" + uri + ";include=com.acme.**").sink()).isEqualTo(uri);
  }

  @Test
  void patterns_are_separated_by_bars_or_repeated() {
    AgentOptions options =
        parse("sink=x;include=com.a.*|com.b.*;include=com.c.*;exclude=com.a.X;exclude=com.b.X");
    assertThat(includes(options, "com.a.Foo")).isTrue();
    assertThat(includes(options, "com.b.Foo")).isTrue();
    assertThat(includes(options, "com.c.X")).isTrue();
    assertThat(includes(options, "com.a.X")).isFalse();
    assertThat(includes(options, "com.b.X")).isFalse();
    assertThat(includes(options, "com.d.Foo")).isFalse();
  }

  @Test
  void without_include_everything_is_meant() {
    assertThat(includes(parse("sink=x"), "com.acme.Foo")).isTrue();
  }

  @Test
  void system_properties_stand_in_for_options_that_are_not_given() {
    Map<String, String> properties =
        Map.of("sluice.sink", "file:a", "sluice.include", "com.a.*", "sluice.producer", "shop");
    AgentOptions options = parse("sink=file:b", properties);
    assertThat(options.sink()).isEqualTo("file:b");
    assertThat(options.producer()).isEqualTo("shop");
    assertThat(includes(options, "com.a.Foo")).isTrue();
    assertThat(includes(options, "com.b.Foo")).isFalse();
    assertThat(parse(null, properties).sink()).isEqualTo("file:a");
  }

  @Test
  void report_is_a_path() {
    assertThat(parse("sink=x;report=/tmp/a b").report()).isEqualTo(Path.of("/tmp/a b"));
    assertThat(parse("sink=x").report()).isNull();
  }

  @Test
  void plugins_are_jars_that_exist(@TempDir Path directory) throws Exception {
    Path jar = Files.createFile(directory.resolve("a.jar"));
    assertThat(parse("sink=x").plugins()).isEmpty();
    assertThat(parse("sink=x;plugins=" + jar).plugins()).containsExactly(jar.toFile());
    assertThatThrownBy(() -> parse("sink=x;plugins=" + jar + "|" + directory.resolve("b.jar")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("there is no file " + directory.resolve("b.jar"));
  }

  @Test
  void all_mistakes_are_told_at_once_with_the_nearest_name() {
    assertThatThrownBy(() -> parse("inclde=com.acme.**;exclude=a/b"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no sink")
        .hasMessageContaining("'inclde'; did you mean 'include'?")
        .hasMessageContaining("exclude pattern 'a/b'");
  }

  @Test
  void option_without_a_value_is_refused() {
    assertThatThrownBy(() -> parse("sink=x;com.acme.**"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'com.acme.**' has no value");
  }
}
