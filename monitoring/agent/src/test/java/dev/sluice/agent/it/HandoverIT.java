package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What other threads do is linked to the trace in which it was asked for. */
class HandoverIT {
  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private String[] jvm = {};

  private List<String> links(Path jdk, String options, String... what) throws Exception {
    Program program =
        Program.brief(jdk, directory)
            .arguments(jvm)
            .monitored("com.acme.shop.Errands;exclude=**#main|**#perform|**#await" + options)
            .classPath()
            .arguments("com.acme.shop.Errands")
            .arguments(what);
    Program.Result result = program.run();
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).endsWith(what[what.length - 1] + "\n");
    return Recording.of(program.records()).links();
  }

  private List<String> links(Path jdk, String what) throws Exception {
    return links(jdk, "", what);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void tasks_of_a_pool_are_linked_and_later_ones_are_not(Path jdk) throws Exception {
    assertThat(links(jdk, "pool"))
        .containsExactlyInAnyOrder(
            "pool", "a < pool 0", "b < pool 0", "a < pool 0", "b < pool 0", "c");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void task_that_is_repeated_is_linked_once(Path jdk) throws Exception {
    assertThat(links(jdk, "scheduled"))
        .containsExactlyInAnyOrder("scheduled", "a < scheduled 0", "b < scheduled 0", "b", "b");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void forked_tasks_are_linked(Path jdk) throws Exception {
    assertThat(links(jdk, "forkJoin"))
        .containsExactlyInAnyOrder(
            "forkJoin",
            "a < forkJoin 0",
            "b < forkJoin 0",
            "b < forkJoin 0",
            "b < forkJoin 0",
            "b < forkJoin 0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void parts_of_parallel_streams_are_in_the_trace_or_linked_to_it(Path jdk) throws Exception {
    List<String> links = links(jdk, "parallel");
    assertThat(links).contains("parallel").doesNotContain("a");
    // Which parts the calling thread does itself is chance.
    assertThat(links.stream().filter(link -> link.startsWith("a < parallel ")).count())
        .isEqualTo(links.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void asynchronous_stages_are_linked_to_where_they_were_added(Path jdk) throws Exception {
    assertThat(links(jdk, "stages"))
        .containsExactlyInAnyOrder(
            "stages", "a < stages 0", "b < stages 0", "a < stages 0", "c < stages 0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void first_trace_of_a_started_thread_is_linked(Path jdk) throws Exception {
    assertThat(links(jdk, "thread")).containsExactlyInAnyOrder("thread", "a < thread 0", "b");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void all_that_a_virtual_thread_does_is_linked(Path jdk) throws Exception {
    assumeTrue(jdk.toString().contains("25"), "virtual threads came with JDK 21");
    List<String> links = links(jdk, "virtual");
    assertThat(Collections.frequency(links, "a < virtual 0")).isEqualTo(100);
    assertThat(Collections.frequency(links, "b < virtual 0")).isEqualTo(100);
    assertThat(links).contains("virtual", "c < virtual 0").hasSize(202);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void what_is_forked_in_a_structured_scope_is_linked_through_all_forks(Path jdk) throws Exception {
    assumeTrue(jdk.toString().contains("25"), "structured concurrency as JDK 25 previews it");
    jvm = new String[] {"--enable-preview"};
    assertThat(links(jdk, "|**#forkInside", "structured"))
        .containsExactlyInAnyOrder(
            "structured", "a < structured 0", "b < structured 0", "c < structured 0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void task_that_the_caller_runs_is_part_of_its_trace(Path jdk) throws Exception {
    assertThat(links(jdk, "callerRuns"))
        .containsExactlyInAnyOrder("callerRuns", "a < callerRuns 0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void task_that_throws_leaves_nothing_behind(Path jdk) throws Exception {
    assertThat(links(jdk, "throwing")).containsExactlyInAnyOrder("throwing", "a < throwing 0", "b");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void queues_hold_the_tasks_that_were_handed_over(Path jdk) throws Exception {
    assertThat(links(jdk, "identity"))
        .containsExactlyInAnyOrder("identity", "a < identity 0", "a < identity 0");
    Program program = Program.brief(jdk, directory).monitored("com.acme.shop.Errands");
    program.classPath().arguments("com.acme.shop.Errands", "identity");
    assertThat(program.run().out()).isEqualTo("true\ntrue\n2\nidentity\n");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void task_of_a_task_is_linked_to_the_same_place(Path jdk) throws Exception {
    assertThat(links(jdk, "nested")).containsExactlyInAnyOrder("nested", "a < nested 0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void same_task_handed_over_twice_is_linked_to_both_places(Path jdk) throws Exception {
    assertThat(links(jdk, "same"))
        .containsExactlyInAnyOrder("same", "again", "b < same 0", "b < again 0");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void nothing_is_linked_without_handing_over(Path jdk) throws Exception {
    assertThat(links(jdk, ";handover=false", "nested")).containsExactlyInAnyOrder("nested", "a");
  }
}
