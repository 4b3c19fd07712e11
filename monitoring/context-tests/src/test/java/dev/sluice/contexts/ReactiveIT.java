package dev.sluice.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Execution;
import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces go on where Micrometer's context propagation goes on, and below observations. */
class ReactiveIT {
  @TempDir Path directory;

  /** What the agent recorded. */
  private Recording run(String... arguments) throws Exception {
    String path = System.getProperty("java.class.path");
    Program program =
        Program.on(Path.of(System.getProperty("java.home")), directory)
            .arguments("-XX:TieredStopAtLevel=1")
            .losingNothing(
                "**.Reactive#request|**.Reactive#step|**.Reactive#around|**.Reactive#pool"
                    + "|**.Reactive#stage")
            .arguments("-cp", System.getProperty("surefire.test.class.path", path))
            .arguments("com.acme.chain.Reactive")
            .arguments(arguments);
    Program.Result result = program.run();
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err()).doesNotContain("sluice:", "Exception");
    return Recording.of(program.records());
  }

  @Test
  void signal_from_a_foreign_thread_belongs_to_who_subscribed_with_the_hook() throws Exception {
    assertThat(run("hook").links())
        .containsExactlyInAnyOrder("request", "step < request 0", "pool", "stage < pool 0");
  }

  /** What the page says does not hold. */
  @Test
  void signal_from_a_foreign_thread_belongs_to_nothing_without_the_hook() throws Exception {
    assertThat(run("bare").links())
        .containsExactlyInAnyOrder("request", "step", "pool", "stage < pool 0");
  }

  @Test
  void executions_are_below_observations_and_these_below_executions() throws Exception {
    Recording agents = run("hook", "file:" + directory.resolve("own"));
    Recording own = Recording.ofAll(directory.resolve("own"));

    assertThat(agents.links())
        .containsExactlyInAnyOrder("step", "request", "step < request 0", "around");
    assertThat(own.others())
        .filteredOn(other -> other.startsWith("observation"))
        .containsExactly("observation chain", "observation request", "observation inside");
    // Each of two observations is called once, and works for an execution once.
    assertThat(agents.remoteParents()).hasSize(2);
    assertThat(own.remoteCalls()).containsAllEntriesOf(sameSpans(own, agents)).hasSize(2);
    assertThat(new HashSet<>(agents.remoteParents().values())).isEqualTo(first(agents));
    assertThat(agents.remoteCalls()).hasSize(1);
    assertThat(own.remoteParents()).hasSize(1).containsOnlyKeys(agents.remoteCalls().keySet());
    assertThat(agents.remoteCalls().values()).containsExactly(trace(agents, "around"));
  }

  private static Map<String, Long> sameSpans(Recording own, Recording agents) {
    assertThat(own.remoteCalls()).containsOnlyKeys(agents.remoteParents().keySet());
    return own.remoteCalls();
  }

  /** The traces of the request, and of the step that is in no execution. */
  private static Set<Long> first(Recording agents) {
    long request = trace(agents, "request");
    Set<Long> traces = new HashSet<>(Set.of(request));
    Set<Long> started = new HashSet<>(agents.startedBy(request).toList());
    agents.executions().stream()
        .filter(execution -> execution.method().endsWith(".step"))
        .map(Execution::trace)
        .filter(trace -> !started.contains(trace))
        .forEach(traces::add);
    return traces;
  }

  private static long trace(Recording agents, String method) {
    return agents.executions().stream()
        .filter(execution -> execution.method().endsWith("." + method))
        .findFirst()
        .orElseThrow()
        .trace();
  }
}
