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
    measure("encode", processes, first)
        .forEach(
            (process, samples) -> {
              Cell cell = CodecResult.cell(set, process.subject(), chunkRecords);
              recorder.values(cell, CodecResult.ENCODE, samples.megaRates());
              recorder.values(cell, CodecResult.ENCODE_ALLOCATION, samples.allocations());
            });
    recorder.progress("decode", 0.5);
    measure("decode", processes, first)
        .forEach(
            (process, samples) -> {
              Cell cell = CodecResult.cell(set, process.subject(), chunkRecords);
              recorder.values(cell, CodecResult.DECODE, samples.megaRates());
              recorder.values(cell, CodecResult.DECODE_ALLOCATION, samples.allocations());
            });
    columns("columns", CodecResult.COLUMNS, set, chunkRecords, recorder, first);
    columns("fields", CodecResult.TWO_FIELDS, set, chunkRecords, recorder, first);
  }

  private void columns(
      String operation,
      Metric metric,
      RecordSet set,
      int chunkRecords,
      Step.Recorder recorder,
      boolean first)
      throws InterruptedException {
    List<CodecProcess> some = processes.stream().filter(p -> p.subject().hasColumns()).toList();
    measure(operation, some, first)
        .forEach(
            (process, samples) ->
                recorder.values(
                    CodecResult.cell(set, process.subject(), chunkRecords),
                    metric,
                    samples.megaRates()));
  }

  private Map<CodecProcess, Samples> measure(
      String operation, List<CodecProcess> some, boolean first) throws InterruptedException {
    Map<CodecProcess, Samples> samples = new LinkedHashMap<>();
    for (CodecProcess process : some) {
      warmUp(process, operation, first);
      samples.put(process, new Samples());
    }
    for (int round = 0; round < effort.rounds(); round++) {
      for (CodecProcess process : some) {
        samples.get(process).add(process.order(operation, effort.millis()));
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
