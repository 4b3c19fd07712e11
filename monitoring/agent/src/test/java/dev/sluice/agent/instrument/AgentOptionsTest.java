package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.MonitorKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentOptionsTest {
  /** Reads the agent's options; the sink is read by the monitor. */
  private static AgentOptions parse(String text) {
    Options options = AgentOptions.sources(text).options();
    options.get(MonitorKeys.SINK);
    AgentOptions result = AgentOptions.read(options);
    options.finish();
    return result;
  }

  private static boolean includes(AgentOptions options, String type) {
    return options.rules().mayHave(type);
  }

  @Test
  void sink_keeps_its_commas_ampersands_and_equals_signs() {
    String uri = "kafka://b1:9092,b2:9092/records?serializer=binary&kafka.linger.ms=5";
    Options options = AgentOptions.sources("sink=" + uri + ";include=com.acme.**").options();
    assertThat(options.get(MonitorKeys.SINK)).isEqualTo(uri);
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
    assertThat(includes(parse(null), "com.acme.Foo")).isTrue();
  }

  @Test
  void presets_are_named_and_take_the_place_of_a_rule_for_everything() {
    AgentOptions options = parse("preset=http, kafka");
    assertThat(options.presets()).containsExactly("http", "kafka");
    assertThat(includes(options, "com.acme.Foo")).isFalse();
    assertThat(includes(parse("preset=http;include=com.acme.*"), "com.acme.Foo")).isTrue();
    assertThat(parse("preset=spring").rules().all())
        .singleElement()
        .satisfies(rule -> assertThat(rule.name()).isEqualTo("spring"));
    assertThat(parse("preset=http, jaxrs").rules().all())
        .extracting(rule -> rule.name())
        .containsExactly("jaxrs");
    assertThat(parse("sink=x").presets()).isEmpty();
    assertThatThrownBy(() -> parse("preset=jbdc"))
        .hasMessageContaining("there is no preset 'jbdc'")
        .hasMessageContaining("did you mean 'jdbc'?");
  }

  @Test
  void rules_have_names_and_their_probes_may_be_repeated() {
    AgentOptions options =
        parse("rule.slow.include=com.a.*;rule.slow.probe=duration;rule.slow.probe=aggregate");
    assertThat(options.rules().all())
        .singleElement()
        .satisfies(rule -> assertThat(rule.name()).isEqualTo("slow"))
        .satisfies(rule -> assertThat(rule.kinds()).hasSize(2));
  }

  @Test
  void file_that_config_names_lies_below_the_text(@TempDir Path directory) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("shop.properties"),
            "sluice.include=com.a.*\nsluice.exclude=com.a.X\n");
    AgentOptions options = parse("config=" + file + ";include=com.b.*");
    assertThat(includes(options, "com.b.Foo")).isTrue();
    assertThat(includes(options, "com.a.Foo")).isFalse();
    assertThat(includes(parse("config=" + file), "com.a.Foo")).isTrue();
    assertThat(includes(parse("config=" + file), "com.a.X")).isFalse();
    assertThatThrownBy(() -> parse("config=" + directory.resolve("none")))
        .hasMessageContaining("cannot read the configuration file");
  }

  @Test
  void typing_error_behind_a_comma_is_told_and_not_taken_for_a_part_of_the_sink() {
    assertThatThrownBy(() -> parse("sink=file:x,inclde=com.acme.**"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'inclde' (agent option); did you mean 'include'?");
  }

  @Test
  void file_of_options_is_a_part_of_the_text_that_nobody_else_sees(@TempDir Path directory)
      throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("handed"), "report=a;b,jmx\\=c\ninclude=com.a.*\nreport.copy=d\n");
    AgentOptions options = parse("options=" + file + ",include=com.b.*");
    assertThat(options.report()).isEqualTo(Path.of("a;b,jmx=c"));
    assertThat(options.copy()).isEqualTo(Path.of("d"));
    assertThat(includes(options, "com.b.Foo")).isTrue();
    assertThat(includes(options, "com.a.Foo")).isFalse();
    assertThatThrownBy(() -> parse("options=" + directory.resolve("none")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("cannot read the options in ");
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
    assertThatThrownBy(() -> parse("inclde=com.acme.**;exclude=a/b;probe=duraton"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'inclde' (agent option); did you mean 'include'?")
        .hasMessageContaining("exclude: pattern 'a/b', column 2: '/'")
        .hasMessageContaining("did you mean 'duration'?");
  }

  @Test
  void option_without_a_value_is_refused() {
    assertThatThrownBy(() -> parse("sink=x;com.acme.**"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'com.acme.**' has no value");
  }
}
