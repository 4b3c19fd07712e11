package dev.sluice.monitoring.switches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Pattern;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleSwitchesTest {
  @TempDir private Path directory;
  private Monitor monitor;
  private RuleSwitches switches;

  @BeforeEach
  void open() {
    monitor = Monitor.builder().closeAtExit(false).open("file:" + directory);
    switches = new RuleSwitches(monitor.probes());
  }

  @AfterEach
  void close() {
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
  }

  /** An operation that rules choose, by their names. */
  private Operation operation(String signature, List<Rule> rules, String... names) {
    List<Rule> chosenBy =
        rules.stream().filter(rule -> Set.of(names).contains(rule.name())).toList();
    Candidate candidate = Candidate.of(signature, Set.of());
    Operation operation =
        monitor
            .probes()
            .operation(
                signature, candidate.type(), Rules.kinds(chosenBy), getClass().getClassLoader());
    switches.add(operation, candidate, chosenBy);
    return operation;
  }

  private List<Rule> known(String text) {
    List<Rule> rules = Rules.ofText(text).all();
    switches.addRules(rules);
    return rules;
  }

  private List<String> states() {
    return switches.states().stream().map(state -> state.rule().name() + " " + state).toList();
  }

  @Test
  void operations_of_class_loaders_that_are_gone_are_forgotten() {
    List<Rule> rules = known("default=execution");
    Candidate candidate = Candidate.of("void a.Foo.foo()", Set.of());
    AtomicInteger added = new AtomicInteger();
    await()
        .until(
            () -> {
              System.gc();
              for (int i = 0; i < 200; i++) {
                Operation operation =
                    monitor
                        .probes()
                        .operation(
                            candidate.signature(),
                            candidate.type(),
                            Rules.kinds(rules),
                            new ClassLoader() {});
                switches.add(operation, candidate, rules);
                added.incrementAndGet();
              }
              return switches.states().get(0).operations() < added.get() / 4;
            });
  }

  @Test
  void rule_that_is_configured_off_is_off_until_it_is_switched() {
    List<Rule> rules = known("default=execution;debug=events off");
    Operation foo = operation("void a.Foo.foo()", rules, "debug");
    Operation bar = operation("void a.Foo.bar()", rules, "default", "debug");
    assertThat(foo.isOn()).isFalse();
    assertThat(bar.isOn()).isTrue();
    assertThat(bar.hasEvents()).isFalse();

    switches.enable("debug", true);
    assertThat(foo.isOn()).isTrue();
    assertThat(bar.hasEvents()).isTrue();
    assertThat(states())
        .containsExactly("default on, execution, 1 operation", "debug on, events, 2 operations");

    switches.replace(Map.of(), PatternSwitches.NONE);
    assertThat(foo.isOn()).as("as configured").isFalse();
    assertThat(switches.off()).isEqualTo(1);
  }

  @Test
  void operations_that_come_later_find_their_rule_switched() {
    List<Rule> rules = known("default=execution");
    switches.enable("default", false);
    assertThat(operation("void a.Foo.foo()", rules, "default").isOn()).isFalse();
  }

  @Test
  void patterns_go_before_rules_and_exceptions_before_patterns() {
    List<Rule> rules = known("default=execution");
    Operation foo = operation("void a.Foo.foo()", rules, "default");
    Operation bar = operation("private void a.Foo.bar()", rules, "default");
    switches.enable(Pattern.parse("a.**"), false);
    assertThat(Stream.of(foo, bar).map(Operation::isOn)).containsOnly(false);
    switches.enable(Pattern.parse("private a.Foo"), true);
    assertThat(Stream.of(foo, bar).map(Operation::isOn)).containsExactly(false, true);
    switches.enable(Pattern.parse("a.**"), true);
    assertThat(Stream.of(foo, bar).map(Operation::isOn)).containsOnly(true);
    assertThat(switches.switchedOff()).isZero();
  }

  @Test
  void rules_of_the_same_name_hold_for_what_they_chose_and_are_switched_together() {
    Operation foo = operation("void a.Foo.foo()", known("default=execution"), "default");
    Operation bar = operation("void b.Bar.bar()", known("default=events off"), "default");
    assertThat(states()).containsExactly("default on, execution events, 2 operations");
    assertThat(foo.kinds()).containsExactly(ProbeKind.EXECUTION);
    assertThat(Stream.of(foo, bar).map(Operation::isOn)).containsExactly(true, false);
    switches.enable("default", true);
    assertThat(Stream.of(foo, bar).map(Operation::isOn)).containsOnly(true);
  }

  @Test
  void rule_that_does_not_exist_is_told_with_the_nearest_and_nothing_is_switched() {
    List<Rule> rules = known("default=execution;slow=duration");
    Operation foo = operation("void a.Foo.foo()", rules, "default");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> switches.enable("slwo", true))
        .withMessage("there is no rule 'slwo' (there are default, slow); did you mean 'slow'?");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> switches.replace(Map.of("default", false, "x", true), PatternSwitches.NONE));
    assertThat(foo.isOn()).isTrue();
  }
}
