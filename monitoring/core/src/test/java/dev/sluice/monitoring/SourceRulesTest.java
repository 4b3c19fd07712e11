package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.probe.Operation;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What instrumented sources ask for at run time. */
class SourceRulesTest {
  private static final String RULES = "default=execution;debug=events off;slow=duration";

  @TempDir private Path directory;
  private SourceRules rules;

  @AfterEach
  void close() {
    assertThat(rules.monitor().close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
  }

  private void open(Map<String, String> options) {
    Map<String, String> given = new HashMap<>(options);
    given.put("sink", "file:" + directory.resolve("records"));
    rules = ProcessMonitor.open(() -> ConfigurationSources.none().with(given, "test"));
    assertThat(rules.monitor().isEnabled()).isTrue();
  }

  private Operation operation(String name, String chosenBy) {
    String signature = "void a.Foo." + name + "()";
    return rules.operation(signature, chosenBy, "", RULES, getClass().getClassLoader());
  }

  @Test
  void rule_that_was_off_when_the_source_was_instrumented_is_off() {
    open(Map.of());
    assertThat(operation("foo", "debug").isOn()).isFalse();
    assertThat(operation("bar", "default,debug").isOn()).isTrue();
  }

  @Test
  void configuration_of_the_program_goes_before_that() {
    open(Map.of("rule.debug.enabled", "true", "rule.slow.enabled", "false"));
    assertThat(operation("foo", "debug").isOn()).isTrue();
    assertThat(operation("bar", "slow").isOn()).isFalse();
    assertThat(operation("baz", "default,slow").isOn()).isTrue();
  }

  @Test
  void watched_file_is_read_before_the_first_operation() throws Exception {
    Path file = Files.writeString(directory.resolve("switches"), "default=off\n@b.Slow=off\n");
    open(Map.of("watch", file.toString()));
    assertThat(operation("bar", "default").isOn()).isFalse();
    Files.writeString(file, "@b.Slow=off\ndebug=on\n");
    Operation slow =
        rules.operation(
            "void a.Foo.slow()", "default", "b.Slow", RULES, getClass().getClassLoader());
    assertThat(slow.isOn()).isFalse();
  }

  @Test
  void jmx_has_the_name_of_the_agent_and_gives_way_to_it() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName agent = new ObjectName("dev.sluice:type=Agent");
    open(Map.of("jmx", "true"));
    assertThat(server.isRegistered(agent)).as("before there is a rule").isFalse();
    Operation foo = operation("foo", "debug");
    assertThat((String[]) server.getAttribute(agent, "Rules"))
        .containsExactly(
            "default: on, execution, 0 operations",
            "debug: off, events, 1 operation",
            "slow: on, duration, 0 operations");
    String[] text = {String.class.getName()};
    server.invoke(agent, "enable", new Object[] {"debug"}, text);
    assertThat(foo.isOn()).isTrue();

    SourceRules first = rules;
    open(Map.of("jmx", "true"));
    Operation other = operation("foo", "default");
    assertThat(server.queryNames(new ObjectName("dev.sluice:type=Agent,*"), null)).hasSize(2);
    server.invoke(agent, "disable", new Object[] {"a.Foo#foo"}, text);
    assertThat(foo.isOn()).isFalse();
    assertThat(other.isOn()).isTrue();
    first.monitor().close();
    assertThat(server.isRegistered(agent)).isFalse();
  }

  @Test
  void text_that_is_wrong_is_refused_here_and_leaves_the_program_running() {
    open(Map.of());
    ClassLoader loader = getClass().getClassLoader();
    assertThatThrownBy(() -> rules.operation("nonsense", "default", "", RULES, loader))
        .hasMessage("no signature: nonsense");
    assertThatThrownBy(() -> rules.operation("void a.B.c()", "default", "", "nonsense", loader))
        .hasMessage("no rules: nonsense");
    try (Logged logged = new Logged()) {
      assertThat(InstrumentedSource.operation("nonsense", "default", "", RULES, getClass()).begin())
          .isNull();
      assertThat(logged.records()).isNotEmpty();
    }
  }
}
