package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with each of Kieker's agents, whose records go to Kieker's file writer and to ours:
 * Kieker's own analysis finds the same in both logs.
 */
@Tag("one-jdk")
class KiekerAgentTest {
  private static final Path AGENTS = Path.of("target", "kieker");

  private static final int ORDERS = 4 * 50;

  @TempDir private Path directory;

  @Test
  void kiekers_analysis_finds_the_same_executions_of_its_byte_buddy_agent() throws Exception {
    // Its probe does not notice that a call failed: some of the traces make no sense, in either
    // log.
    assertThat(traces("bytebuddy", List.of())).anyMatch(trace -> !trace.startsWith("invalid"));
  }

  @Test
  @EnabledForJreRange(maxVersion = 24, disabledReason = "its AspectJ reads no class of JDK 25")
  void kiekers_analysis_finds_the_same_events_of_its_aspectj_agent() throws Exception {
    Path aspects =
        Files.writeString(
            directory.resolve("aop.xml"),
            """
            <aspectj>
              <weaver><include within="dev.sluice.tools.convert.KiekerShop"/></weaver>
              <aspects>
                <aspect name="kieker.monitoring.probe.aspectj.flow.operationExecution.FullInstrumentation"/>
              </aspects>
            </aspectj>
            """);
    // What a thread works is a trace.
    assertThat(
            traces(
                "aspectj",
                List.of(
                    "-Dkieker.monitoring.skipDefaultAOPConfiguration=true",
                    "-Dorg.aspectj.weaver.loadtime.configuration=" + aspects.toUri())))
        .hasSizeGreaterThanOrEqualTo(4)
        .noneMatch(trace -> trace.startsWith("invalid"));
  }

  private List<String> traces(String agent, List<String> options) throws Exception {
    run(agent, options);
    Path theirs = KiekerLogs.in(directory);
    Path ours = KiekerLogs.of(directory.resolve("records.slu"), directory.resolve("back"));
    assertThat(KiekerLogs.lines(ours))
        .hasSizeGreaterThan(3 * ORDERS)
        .containsExactlyInAnyOrderElementsOf(KiekerLogs.lines(theirs)); // of threads at a time
    List<String> traces = KiekerAnalysis.traces(ours);
    assertThat(traces).isEqualTo(KiekerAnalysis.traces(theirs));
    return traces;
  }

  private void run(String agent, List<String> options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.add("-javaagent:" + AGENTS.resolve("kieker-" + agent + ".jar").toAbsolutePath());
    command.addAll(options);
    command.add("-Dkieker.monitoring.writer=" + KiekerTee.class.getName());
    command.add("-Dkieker.monitoring.core.controller.WriterController.RecordQueueInsertBehavior=5");
    command.add("-Dkieker.monitoring.writer.filesystem.FileWriter.customStoragePath=" + directory);
    command.add("-Dkieker.monitoring.sluice.sink=file:" + directory.resolve("records.slu"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(KiekerShop.class.getName());
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder
        .environment()
        .put("KIEKER_SIGNATURES_INCLUDE", "private int " + KiekerShop.class.getName() + ".*(int)");
    Process program = builder.start();
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    assertThat(program.exitValue()).as(Files.readString(output)).isZero();
  }
}
