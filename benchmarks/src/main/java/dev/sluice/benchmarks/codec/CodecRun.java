package dev.sluice.benchmarks.codec;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures subjects over sets. Each subject has a JVM of its own per set; all of them take turns,
 * round by round, so that a machine that becomes slower does so for all. For one thread.
 */
final class CodecRun implements AutoCloseable {
  /**
   * 1024 and above first: compiled code that has seen long loops serves short ones too, but not the
   * other way round.
   */
  private static final Comparator<Integer> LOOPS_FIRST =
      Comparator.comparing((Integer size) -> size < 1024)
          .thenComparing(size -> size < 1024 ? -size : size);

  /** What is ordered and recorded of it; those without an allocation are of columns. */
  private enum Operation {
    ENCODE("encode", CodecResult.ENCODE, CodecResult.ENCODE_ALLOCATION),
    DECODE("decode", CodecResult.DECODE, CodecResult.DECODE_ALLOCATION),
    COLUMNS("columns", CodecResult.COLUMNS, null),
    FIELDS("fields", CodecResult.TWO_FIELDS, null);

    private final String order;
    private final Metric rate;
    private final Metric allocation;

    Operation(String order, Metric rate, Metric allocation) {
      this.order = order;
      this.rate = rate;
      this.allocation = allocation;
    }
  }

  private final List<Subject> subjects;
  private final List<Integer> chunkSizes;
  private final Effort effort;
  private final Path data;
  private final List<CodecProcess> processes = new ArrayList<>();
  private RecordSet running;

  CodecRun(List<Subject> subjects, List<Integer> chunkSizes, Effort effort, Path data) {
    this.subjects = subjects;
    this.chunkSizes = chunkSizes.stream().distinct().sorted(LOOPS_FIRST).toList();
    this.effort = effort;
    this.data = data;
  }

  /** One for each set and chunk size. */
  List<Step> steps(List<RecordSet> sets) {
    List<Step> steps = new ArrayList<>();
    for (RecordSet set : sets) {
      for (int chunkRecords : chunkSizes) {
        boolean first = chunkRecords == chunkSizes.get(0);
        steps.add(
            new Step(
                set + ", chunks of " + chunkRecords,
                (subjects.size() + subjects.stream().filter(Subject::hasColumns).count())
                    * effort.seconds(first),
                recorder -> run(set, chunkRecords, recorder)));
      }
    }
    return steps;
  }

  private void run(RecordSet set, int chunkRecords, Step.Recorder recorder)
      throws IOException, InterruptedException {
    boolean first = running != set;
    if (first) {
      close();
      running = set;
      for (Subject subject : subjects) {
        processes.add(CodecProcess.start(subject, set, data));
      }
    }
    for (CodecProcess process : processes) {
      long[] numbers = process.order("stage", chunkRecords);
      Cell cell = CodecResult.cell(set, process.subject(), chunkRecords);
      recorder.values(cell, CodecResult.BYTES, (double) numbers[0] / set.records());
      recorder.values(cell, CodecResult.ACCOUNTING, (double) numbers[1] / numbers[3]);
      if (numbers[2] >= 0) {
        recorder.values(cell, CodecResult.WITHOUT_STATIC, (double) numbers[2] / set.records());
      }
    }
    for (Operation operation : Operation.values()) {
      if (operation == Operation.DECODE) {
        recorder.progress("decode", 0.5);
      }
      measure(operation, first)
          .forEach(
              (process, samples) -> {
                Cell cell = CodecResult.cell(set, process.subject(), chunkRecords);
                recorder.values(cell, operation.rate, samples.megaRates());
                if (operation.allocation != null) {
                  recorder.values(cell, operation.allocation, samples.allocations());
                }
              });
    }
  }

  private Map<CodecProcess, Samples> measure(Operation operation, boolean first)
      throws InterruptedException {
    Map<CodecProcess, Samples> samples = new LinkedHashMap<>();
    for (CodecProcess process : processes) {
      if (operation.allocation != null || process.subject().hasColumns()) {
        warmUp(process, operation.order, first);
        samples.put(process, new Samples());
      }
    }
    for (int round = 0; round < effort.rounds(); round++) {
      for (CodecProcess process : samples.keySet()) {
        samples.get(process).add(process.order(operation.order, effort.millis()));
      }
    }
    return samples;
  }

  private void warmUp(CodecProcess process, String operation, boolean first)
      throws InterruptedException {
    int min = first ? effort.minFirst() : effort.minWarm();
    int max = first ? effort.maxFirst() : effort.maxWarm();
    Samples rounds = new Samples();
    for (int i = 0; i < max && !(i >= min && rounds.isStable()); i++) {
      rounds.add(process.order(operation, effort.warmMillis()));
    }
  }

  /** Ends the JVMs. */
  @Override
  public void close() {
    processes.forEach(CodecProcess::close);
    processes.clear();
    running = null;
  }
}
