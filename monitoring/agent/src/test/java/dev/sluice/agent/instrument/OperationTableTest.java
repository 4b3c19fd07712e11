package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Selection;
import dev.sluice.monitoring.switches.RuleSwitches;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationTableTest {
  private static final Candidate FOO = Candidate.of("void a.Foo.foo()", Set.of());
  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "default", Selection.of(List.of(), List.of()), Set.of(ProbeKind.EXECUTION), true));

  @TempDir Path directory;

  private final OperationTable table = new OperationTable();
  private Monitor monitor;

  @BeforeEach
  void open() {
    monitor = Monitor.builder().closeAtExit(false).open("file:" + directory);
    table.begin(monitor.probes(), new RuleSwitches(monitor.probes()));
  }

  @AfterEach
  void close() {
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
  }

  private int add(ClassLoader loader) {
    return table.add(FOO, RULES, loader);
  }

  @Test
  void numbers_of_unloaded_classes_are_given_again_and_those_of_others_stay() {
    ClassLoader stays = getClass().getClassLoader();
    int first = add(stays);
    for (int round = 0; round < 20; round++) {
      int size = table.size();
      await()
          .until(
              () -> {
                System.gc();
                int number = add(new ClassLoader() {});
                assertThat(number).isNotEqualTo(first);
                return number < size || table.size() < 600;
              });
      for (int i = 0; i < 100; i++) {
        add(new ClassLoader() {});
      }
    }
    assertThat(table.size()).isLessThan(2_000);
    assertThat(add(stays)).isEqualTo(first);
    assertThat(table.operation(first).isUnloaded()).isFalse();
  }

  private Object set(String name, Object value) throws ReflectiveOperationException {
    Field field = OperationTable.class.getDeclaredField(name);
    field.setAccessible(true);
    Object before = field.get(table);
    field.set(table, value);
    return before;
  }

  @Test
  void table_that_could_not_grow_once_still_finds_numbers_of_unloaded_classes()
      throws ReflectiveOperationException {
    while (table.size() < 256) {
      add(new ClassLoader() {});
    }
    // As if memory were short just then: there is no array that could be made larger.
    Object enough = set("enough", Integer.MAX_VALUE);
    Object operations = set("operations", null);
    assertThatThrownBy(() -> add(new ClassLoader() {})).isInstanceOf(NullPointerException.class);
    set("operations", operations);
    set("enough", enough);
    ClassLoader stays = getClass().getClassLoader();
    int number = add(stays);
    for (int i = 0; i < 1_000; i++) {
      assertThat(table.operation(add(new ClassLoader() {}))).isNotNull();
    }
    assertThat(add(stays)).isEqualTo(number);
  }

  @Test
  void numbers_of_an_agent_that_was_stopped_are_never_given_again() {
    int before = add(getClass().getClassLoader());
    table.end();
    table.begin(monitor.probes(), new RuleSwitches(monitor.probes()));
    assertThat(add(getClass().getClassLoader())).isGreaterThan(before);
    assertThat(table.operation(before)).isNull();
  }
}
