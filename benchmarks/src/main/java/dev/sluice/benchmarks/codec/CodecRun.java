package dev.sluice.benchmarks.codec;

import dev.sluice.cli.Progress;
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
final class CodecRun {
  /**
   * 1024 and above first: compiled code that has seen long loops serves short ones too, but not the
   * other way round.
   */
  private static final Comparator<Integer> LOOPS_FIRST =
      Comparator.comparing((Integer size) -> size < 1024)
          .thenComparing(size -> size < 1024 ? -size : size);

  private static final Comparator<CodecResult> ORDER =
      Comparator.comparingInt(CodecResult::chunkRecords);

  private final List<Subject> subjects;
  private final List<Integer> chunkSizes;
  private final Effort effort;
  private final Path data;
  private final Progress progress;
  private final int cells;
  private int done;

  CodecRun(
      List<Subject> subjects,
      List<Integer> chunkSizes,
      int sets,
      Effort effort,
      Path data,
      Progress progress) {
    this.subjects = subjects;
    this.chunkSizes = chunkSizes.stream().distinct().sorted(LOOPS_FIRST).toList();
    this.effort = effort;
    this.data = data;
    this.progress = progress;
    this.cells = sets * this.chunkSizes.size() * subjects.size() * 2;
  }

  /** All cells of a set, by chunk size and subject. */
  List<CodecResult> run(RecordSet set) throws IOException, InterruptedException {
    List<CodecResult> results = new ArrayList<>();
    List<CodecProcess> processes = new ArrayList<>();
    try {
      for (Subject subject : subjects) {
        processes.add(CodecProcess.start(subject, set, data));
      }
      for (int chunkRecords : chunkSizes) {
        results.addAll(run(set, chunkRecords, processes));
      }
    } finally {
      processes.forEach(CodecProcess::close);
    }
    results.sort(ORDER);
    return results;
  }

  private List<CodecResult> run(RecordSet set, int chunkRecords, List<CodecProcess> processes)
      throws InterruptedException {
    String what = set + ", chunks of " + chunkRecords;
    Map<CodecProcess, long[]> staged = new LinkedHashMap<>();
    for (CodecProcess process : processes) {
      progress.now(percent() + what + ": " + process.subject());
      staged.put(process, process.order("stage", chunkRecords));
    }
    boolean first = chunkRecords == chunkSizes.get(0);
    Map<CodecProcess, Samples> encoding = measure("encode", first, what, processes);
    Map<CodecProcess, Samples> decoding = measure("decode", first, what, processes);
    List<CodecResult> results = new ArrayList<>();
    staged.forEach(
        (process, numbers) ->
            results.add(
                new CodecResult(
                    set,
                    process.subject(),
                    chunkRecords,
                    (int) numbers[3],
                    new Codec.Density(numbers[0], numbers[1], numbers[2]),
                    encoding.get(process),
                    decoding.get(process))));
    return results;
  }

  private Map<CodecProcess, Samples> measure(
      String operation, boolean first, String what, List<CodecProcess> processes)
      throws InterruptedException {
    Map<CodecProcess, Samples> samples = new LinkedHashMap<>();
    for (CodecProcess process : processes) {
      progress.now(percent() + what + ": " + process.subject() + " warms up, " + operation);
      warmUp(process, operation, first);
      samples.put(process, new Samples());
      done++;
    }
    progress.now(percent() + what + ": " + operation + ", taking turns");
    for (int round = 0; round < effort.rounds(); round++) {
      for (CodecProcess process : processes) {
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

  private String percent() {
    return 100 * done / cells + " %  ";
  }
}
