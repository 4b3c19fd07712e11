package dev.sluice.monitoring.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.Generated;
import dev.sluice.monitoring.probe.ProbeKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
  private static Rules read(Map<String, String> values) {
    Options options = new Options(values);
    Rules rules = Rules.read(options);
    options.finish();
    return rules;
  }

  private static Set<ProbeKind> kinds(Rules rules, String type, String method) {
    return Rules.kinds(rules.matching(new Candidate(type, method, 0, "void", List.of(), Set.of())));
  }

  @Test
  void without_options_every_execution_is_recorded() {
    Rules rules = read(Map.of());
    assertThat(kinds(rules, "com.acme.Foo", "bar")).containsExactly(ProbeKind.EXECUTION);
    assertThat(rules.all()).extracting(Rule::name).containsExactly("default");
  }

  @Test
  void generated_row_writers_are_left_alone_even_if_a_rule_names_them() {
    Rules rules = read(Map.of("include", "com.acme.OrderPlacedWriter#emit"));
    Set<String> marks = Set.of(Generated.class.getName());
    String type = "com.acme.OrderPlacedWriter";
    assertThat(rules.matching(new Candidate(type, "emit", 0, "void", List.of(), marks))).isEmpty();
    assertThat(kinds(rules, type, "emit")).isNotEmpty();
  }

  @Test
  void rules_that_choose_the_same_method_add_up() {
    Rules rules =
        read(
            Map.of(
                "include", "com.acme.**",
                "rule.slow.include", "com.acme.Foo#bar",
                "rule.slow.probe", "duration, aggregate",
                "rule.other.include", "org.**"));
    assertThat(kinds(rules, "com.acme.Foo", "bar"))
        .containsExactlyInAnyOrder(ProbeKind.EXECUTION, ProbeKind.DURATION, ProbeKind.AGGREGATE);
    assertThat(kinds(rules, "com.acme.Foo", "baz")).containsExactly(ProbeKind.EXECUTION);
    assertThat(kinds(rules, "org.Foo", "bar")).containsExactly(ProbeKind.EXECUTION);
    assertThat(kinds(rules, "net.Foo", "bar")).isEmpty();
    assertThat(rules.mayHave("org.Foo")).isTrue();
    assertThat(rules.mayHave("net.Foo")).isFalse();
  }

  @Test
  void plain_probe_and_exclude_are_for_all_rules() {
    Rules rules =
        read(
            Map.of(
                "probe", "events",
                "exclude", "**#get*",
                "rule.a.include", "com.acme.**",
                "rule.a.exclude", "com.acme.Foo#set*",
                "rule.b.include", "com.acme.**",
                "rule.b.probe", "aggregate-histogram",
                "rule.b.enabled", "false"));
    assertThat(kinds(rules, "com.acme.Foo", "getX")).isEmpty();
    assertThat(kinds(rules, "com.acme.Foo", "setX")).containsExactly(ProbeKind.HISTOGRAM);
    assertThat(kinds(rules, "com.acme.Foo", "run"))
        .containsExactlyInAnyOrder(ProbeKind.EVENTS, ProbeKind.HISTOGRAM);
    assertThat(rules.all()).extracting(Rule::enabled).containsExactly(true, false);
  }

  @Test
  void names_kinds_and_what_is_off_are_read_back_from_a_text() {
    Rules rules =
        read(
            Map.of(
                "include", "com.acme.**",
                "rule.d\u00fcr-1.include", "com.acme.Foo#bar",
                "rule.d\u00fcr-1.probe", "duration,events",
                "rule.d\u00fcr-1.enabled", "false"));
    assertThat(rules.text()).isEqualTo("default=execution;d\u00fcr-1=events,duration off");
    Rules read = Rules.ofText(rules.text());
    assertThat(read.text()).isEqualTo(rules.text());
    assertThat(read.all()).extracting(Rule::enabled).containsExactly(true, false);
    assertThat(kinds(read, "com.acme.Foo", "bar")).as("chosen already").isEmpty();
    for (String wrong : List.of("", "default", "=execution", "default=exec")) {
      assertThatThrownBy(() -> Rules.ofText(wrong)).as(wrong).isNotNull();
    }
  }

  @Test
  void which_rules_are_on_is_read_without_their_patterns() {
    Options options = new Options(Map.of("rule.a.enabled", "false", "rule.b.probe", "events"));
    assertThat(Rules.readEnabled(options)).containsExactly(Map.entry("a", false));
    options.finish();
    Options wrong = new Options(Map.of("rule.a.enabld", "false", "rule.b.enabled", "off"));
    Rules.readEnabled(wrong);
    assertThatThrownBy(wrong::finish)
        .hasMessageContaining("did you mean 'rule.a.enabled'?")
        .hasMessageContaining("'rule.b.enabled' must be one of true, false, was 'off'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "include; com/acme; include: pattern 'com/acme', column 4",
        "rule.a.include; com/acme; rule.a.include: pattern 'com/acme', column 4",
        "probe; duraton; 'duraton' must be one of execution, events, duration, aggregate,"
            + " aggregate-histogram; did you mean 'duration'?",
        "probe; duration,; '' must be one of",
        "rule.a.inclde; com.acme.*; did you mean 'rule.a.include'?",
        "rule.include; com.acme.*; must be called rule.NAME.include",
        "rule.a.b.include; com.acme.*; must be called rule.NAME.include",
        "rule.default.include; com.acme.*; is written without a name: 'include'",
        "rule.a=b.include; com.acme.*; the name of a rule must have letters, digits, _ and - alone, as"
            + " in rule.slow.include",
        "rule.a.probe; duration; rule 'a' has no pattern, as in rule.a.include=com.acme.**",
      })
  void mistakes_name_their_key(String key, String value, String message) {
    assertThatThrownBy(() -> read(Map.of(key, value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }
}
