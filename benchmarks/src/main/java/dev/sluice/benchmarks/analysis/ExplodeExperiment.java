package dev.sluice.benchmarks.analysis;

import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.BrokerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Chunks of a topic to one message a record. */
@Command(
    name = "explode",
    footer = {
      "",
      "A broker in a JVM of its own has operation executions in chunks of 1 024. The",
      "command explode, in another JVM, sends them to a second topic of it, three",
      "times; the first time counts for itself. All share the processors.",
      "",
      "lost  messages that are not in the topic afterwards"
    })
public final class ExplodeExperiment extends Experiment {
  private static final long RECORDS = 10_000_000;
  private static final long QUICK_RECORDS = 2_000_000;
  private static final int TURNS = 3;

  /** As fast as it is on two processors, to tell the time left. */
  private static final double RATE = 450_000;

  @Override
  public About about() {
    return new About("Send the records of a topic's chunks as single messages.", "-");
  }

  @Override
  protected List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    steps.add(step("json", "lz4"));
    steps.add(step("json", "zstd"));
    steps.add(step("connect", "lz4"));
    return steps;
  }

  private Step step(String format, String compression) {
    long records = isQuick() ? QUICK_RECORDS : RECORDS;
    return new Step(
        ExplodeTask.cell(format, compression).toString(),
        8 + TURNS * records / RATE,
        recorder -> run(format, compression, records, recorder));
  }

  private static void run(String format, String compression, long records, Step.Recorder recorder)
      throws IOException, InterruptedException {
    try (ScratchFolder folder = ScratchFolder.create();
        BrokerJvm broker = BrokerJvm.start(folder.path().resolve("broker"))) {
      Path file = folder.path().resolve("records.slu");
      Recording.write(file, records);
      broker.createTopic(ExplodeTask.CHUNKS, Map.of());
      for (int turn = 0; turn < TURNS; turn++) {
        broker.createTopic(ExplodeTask.target(turn), Map.of());
      }
      OwnJvm.run(
          ExplodeTask.class,
          List.of("-Xmx512m"),
          List.of(broker.address(), file, records, TURNS, format, compression),
          recorder);
    }
  }
}
