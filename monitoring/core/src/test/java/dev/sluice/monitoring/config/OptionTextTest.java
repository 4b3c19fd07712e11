package dev.sluice.monitoring.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTextTest {
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=";

  private static void assertRead(String text, String... expected) {
    Map<String, String> options = OptionText.parse(text);
    assertThat(options).hasSize(expected.length / 2);
    for (int i = 0; i < expected.length; i += 2) {
      assertThat(options).containsEntry(expected[i], expected[i + 1]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sink=file:x,include=Hello",
        "sink=file:x;include=Hello",
        "sink=file:x , include = Hello",
        ";sink=file:x;;include=Hello;",
        ",sink=file:x,;,include=Hello, ",
        "sink=\"file:x\",include=\"Hello\""
      })
  void commas_and_semicolons_separate(String text) {
    assertRead(text, "sink", "file:x", "include", "Hello");
  }

  @Test
  void comma_before_anything_but_a_name_belongs_to_the_value() {
    assertRead(
        "sink=kafka://b1:9092,b2:9092/t?compression=lz4&kafka.linger.ms=5,samplers=cpu,memory,jmx=true",
        "sink",
        "kafka://b1:9092,b2:9092/t?compression=lz4&kafka.linger.ms=5",
        "samplers",
        "cpu,memory",
        "jmx",
        "true");
    assertRead(
        "include=a.B#c(int,String),probe=duration,events",
        "include",
        "a.B#c(int,String)",
        "probe",
        "duration,events");
    assertRead("sink=kafka://b1,b2/t", "sink", "kafka://b1,b2/t");
  }

  @Test
  void name_that_nobody_knows_is_an_option_all_the_same_and_so_is_told() {
    assertRead("sink=file:x,inclde=Hello", "sink", "file:x", "inclde", "Hello");
    assertRead("sink=x,rule.slow-2.include=A", "sink", "x", "rule.slow-2.include", "A");
    assertRead("tls.name=\"CN=a,OU=b;c=d\",jmx=true", "tls.name", "CN=a,OU=b;c=d", "jmx", "true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"p;w,include=x\"", "\"a\\\";b=c\"", "\"\"", "\";\""})
  void login_configuration_keeps_its_semicolon_and_what_stands_in_quotes(String password) {
    String login = LOGIN + password + ";";
    assertRead("kafka.sasl.jaas.config=" + login, "kafka.sasl.jaas.config", login);
    for (String separator : new String[] {"", ";", ",", " ; "}) {
      assertRead(
          "kafka.sasl.jaas.config=" + login + separator + "include=A",
          "kafka.sasl.jaas.config",
          login,
          "include",
          "A");
      String sink = "kafka://h/t?delay=1s&kafka.sasl.jaas.config=" + login;
      assertRead("sink=" + sink + separator + "include=A", "sink", sink, "include", "A");
      String more = sink + "&compression=lz4";
      assertRead("sink=" + more + ";include=A", "sink", more, "include", "A");
    }
  }

  @Test
  void quote_without_an_end_is_a_character() {
    assertRead("sink=file:a\"b,include=A", "sink", "file:a\"b", "include", "A");
  }

  @Test
  void patterns_jars_and_probes_add_up_and_nothing_else_does() {
    assertRead(
        "include=a,include=b,probe=events,probe=duration,rule.x.exclude=a,rule.x.exclude=b",
        "include",
        "a|b",
        "probe",
        "events,duration",
        "rule.x.exclude",
        "a|b");
    assertThatThrownBy(() -> OptionText.parse("report=a,report=b"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("option 'report' is given twice");
  }

  @Test
  void text_without_a_name_is_refused() {
    assertThatThrownBy(() -> OptionText.parse("sink=x;com.acme.**"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("agent option 'com.acme.**' has no value; write it as name=value");
    assertThat(OptionText.parse(" ")).isEmpty();
  }
}
