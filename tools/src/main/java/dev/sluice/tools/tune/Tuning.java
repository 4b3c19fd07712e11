package dev.sluice.tools.tune;

import dev.sluice.tools.NoTimeException;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * The steps from a recording to findings: predicts settings on a virtual clock, measures the sink
 * alone, recommends a setting and runs it for real. Used once; for one thread, but for {@link
 * #known} and {@link #close}.
 */
public final class Tuning implements AutoCloseable {
  private static final double MAX_RACE_SECONDS = 600;

  /**
   * Chunks that a proof waits for where they close by age, at most {@link #MAX_PROOF_FACTOR} times.
   */
  private static final int CHUNKS_BY_AGE = 8;

  private static final int MAX_PROOF_FACTOR = 4;

  /** Records that a run has at least, and what their rate may be off by, if time suffices. */
  private static final int MIN_RECORDS = 1000;

  private static final double TYPICAL = 0.1;

  /** Chunks a second while the code is warmed up. */
  private static final int WARM_UP_CHUNKS = 1000;

  /** The largest distance of chunks in the measurement of the sink, as a part of its time. */
  private static final double GAP_PART = 0.01;

  private final Request request;
  private final Recording recording;
  private final Times times;
  private final Notices progress;
  private final TimerLateness late = TimerLateness.measure();
  private final List<String> remarks;
  private final List<Refusal> leftOut = new CopyOnWriteArrayList<>();
  private List<Setting> settings;
  private Medium medium;
  private Receiver receiver;
  private Map<String, Line> encodings;
  private int largest;
  private volatile Path scratch;
  private volatile Findings known;

  /**
   * What is asked.
   *
   * @param recording what is tuned for
   * @param source what it is of, for people
   * @param sink the URI of the sink, which gets chunks of random bytes and the records
   * @param isStandIn whether the sink is there for this alone, so that no result names it
   * @param goal what must be kept to
   * @param minimize what is to be small; null for the best compromise
   * @param settings those that are compared, the default first
   * @param isQuick whether runs are short, for a first look
   * @param isMeasuringAll whether every setting is run for real, or of many a sample
   * @param command how it was asked, for the files
   * @param version of the program that asks, and of Java
   */
  public record Request(
      Recording recording,
      String source,
      String sink,
      boolean isStandIn,
      Goal goal,
      Measure minimize,
      List<Setting> settings,
      boolean isQuick,
      boolean isMeasuringAll,
      String command,
      String version) {}

  /**
   * How long the steps may take.
   *
   * @param sizes of chunks at which the sink is measured
   * @param sink all sizes of the sink together
   * @param run each of two runs that show what small and large chunks need, in seconds
   * @param proof each run end to end, in seconds
   * @param race all settings, in seconds; 0 if only some are run
   */
  private record Times(int sizes, Duration sink, double run, double proof, double race) {
    /** Times for an answer: some minutes. */
    static final Times FULL = new Times(8, Duration.ofSeconds(25), 4, 15, 0);

    /** Times for a first look: some seconds. */
    static final Times QUICK = new Times(4, Duration.ofSeconds(5), 2, 2.5, 0);

    /** Returns times with a race of the given number of settings instead of the proof. */
    Times racing(int count) {
      return new Times(
          sizes,
          sink,
          run,
          proof,
          Math.min(MAX_RACE_SECONDS, CandidateRuns.seconds(count, slice())));
    }

    /** Returns the first slice of a race, in seconds. */
    double slice() {
      return Math.max(0.6, proof / 8);
    }
  }

  /** Creates a tuning that reports its progress. */
  public Tuning(Request request, Notices progress) {
    this.request = request;
    this.progress = progress;
    recording = request.recording;
    settings = request.settings;
    remarks = new CopyOnWriteArrayList<>(recording.remarks());
    Times usual = request.isQuick ? Times.QUICK : Times.FULL;
    times = request.isMeasuringAll ? usual.racing(settings.size()) : usual;
  }

  /**
   * Takes all steps.
   *
   * @throws ToolException if the recording has no steady part, or the sink does not work
   */
  public Findings run() throws IOException, InterruptedException {
    if (!recording.isSteady()) {
      throw new ToolException(request.source + Recording.UNSTEADY);
    }
    medium = Medium.of(request.sink, directory -> scratch = directory);
    try {
      Findings.Run run = describe();
      try (Receiver reading = Receiver.start(medium)) {
        receiver = reading;
        settings = medium.accepted(settings, this::leaveOut);
        Findings findings = measure(run);
        known = null;
        return findings;
      }
    } finally {
      progress.clear();
      close();
    }
  }

  private Findings.Run describe() {
    Runtime runtime = Runtime.getRuntime();
    String machine =
        "%s, %s processors, heap of %s; %s %s %s"
            .formatted(
                request.version,
                runtime.availableProcessors(),
                Figures.bytes(runtime.maxMemory()),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"));
    return new Findings.Run(
        request.command,
        machine,
        Instant.now(),
        request.source,
        request.isStandIn ? null : request.sink,
        request.isStandIn ? medium + ", a broker started by tune" : medium.toString(),
        request.goal,
        request.minimize,
        recording.records(),
        recordsPerSecond(),
        remarks,
        leftOut);
  }

  private void leaveOut(Refusal settings) {
    leftOut.add(settings);
    remarks.add(settings.toString());
  }

  private Findings measure(Findings.Run run) throws IOException, InterruptedException {
    try (SinkProbe probe = SinkProbe.open(medium, receiver)) {
      progress.step("[1/4] The sink accepts chunks, and its reader delivers them");
      bound(probe);
      List<Prediction> predictions = predictions();
      encodings = Line.ofEncodings(predictions);
      Findings findings = kept(Findings.of(run));
      SinkModel sink = sink(probe, predictions);
      kept(answered(findings.withSink(sink, RunCost.NONE), predictions));
      RunCost cost = runCost(predictions, sink);
      List<Prediction> all = withAdapting(predictions, run.goal(), sink);
      findings = kept(answered(findings.withSink(sink, cost), all));
      return times.race() > 0 ? race(findings) : proof(findings);
    }
  }

  /**
   * Returns what was found so far, should the run not come to its end; null before and after it.
   */
  public Findings known() {
    return known;
  }

  /** Removes what lies beside the records of a file sink. */
  @Override
  public void close() {
    if (scratch == null) {
      return;
    }
    try {
      NewFile.delete(scratch);
    } catch (IOException | UncheckedIOException e) {
      // It is hidden, and says whose it is.
    }
  }

  /** Returns findings with the answers that follow from predictions and sink. */
  private Findings answered(Findings findings, List<Prediction> predictions) {
    CombinedDelay combined =
        new CombinedDelay(
            findings.sink(), encodings, findings.cost(), findings.run().recordsPerSecond());
    return findings.withAnswers(predictions.stream().map(combined::of).toList());
  }

  private Findings kept(Findings findings) {
    known = findings;
    return findings;
  }

  /** What the sink takes bounds the settings; the default's chunks are bounded by a collector. */
  private void bound(SinkProbe probe) throws IOException, InterruptedException {
    int wanted = settings.stream().mapToInt(Setting::chunkBytes).max().orElseThrow();
    largest = probe.largestOf(wanted);
    settings = settings.stream().map(setting -> setting.within(largest)).distinct().toList();
    if (largest < wanted) {
      remarks.add(
          "%s accepts chunks of at most %,d bytes: larger values of chunk.bytes are reduced to this"
              .formatted(medium, largest));
    }
  }

  private List<Prediction> predict(
      List<Setting> all, TimeSpan span, Supplier<LongUnaryOperator> sink) {
    Predictor.Conditions conditions =
        new Predictor.Conditions(span, late, sink, largest, medium.memory());
    return Predictor.predict(recording, all, conditions, progress);
  }

  private List<Prediction> predictions() {
    long start = System.nanoTime();
    List<Prediction> all = predict(settings, TimeSpan.ALL, () -> bytes -> 0);
    progress.step(
        "[2/4] %s predicted in %s"
            .formatted(
                Figures.count(all.size(), "setting"), Figures.nanos(System.nanoTime() - start)));
    return all;
  }

  /** Adds predictions with chunks that adapt to the goal, for each serializer and compression. */
  private List<Prediction> withAdapting(List<Prediction> fixed, Goal goal, SinkModel sink) {
    String adapt = goal.adapt();
    if (adapt == null) {
      return fixed;
    }
    List<Setting> adapting =
        settings.stream()
            .map(setting -> setting.adapting(adapt).within(largest))
            .distinct()
            .toList();
    List<Prediction> all = new ArrayList<>(fixed);
    all.addAll(predict(adapting, TimeSpan.ALL, sink::draws));
    return all;
  }

  private SinkModel sink(SinkProbe probe, List<Prediction> predictions)
      throws IOException, InterruptedException {
    double[] bytes = predictions.stream().mapToDouble(Prediction::burstBytes).sorted().toArray();
    SinkMeasurement.Size[] sizes =
        Arrays.stream(
                SinkMeasurement.sizes(
                    Math.min(largest, Math.max(64, bytes[0])),
                    Math.min(largest, bytes[bytes.length - 1]),
                    times.sizes()))
            .mapToObj(size -> new SinkMeasurement.Size(size, gapNanos(size, predictions)))
            .toArray(SinkMeasurement.Size[]::new);
    SinkModel model = SinkMeasurement.measure(probe, sizes, times.sink(), progress);
    double widest =
        model.points().stream()
            .mapToDouble(point -> Math.max(point.mean().relative(), point.cpu().relative()))
            .max()
            .orElse(0);
    progress.step(
        "[3/4] Sink measured alone at %s, 95 %% intervals %s"
            .formatted(
                Figures.count(sizes.length, "chunk size"),
                Double.isFinite(widest) ? "within ± " + Interval.print(widest) : "unknown"));
    return model;
  }

  /**
   * Returns how far apart bursts of about that size come: the median of the settings next to it.
   */
  private double gapNanos(int bytes, List<Prediction> predictions) {
    double[] gaps =
        predictions.stream()
            .sorted(Comparator.comparingDouble(one -> Math.abs(Math.log(one.burstBytes() / bytes))))
            .limit(Math.max(1, predictions.size() / times.sizes()))
            .mapToDouble(
                one -> 1e9 * one.chunks() / Math.max(1e-3, one.messagesPerSecond() * one.bursts()))
            .sorted()
            .toArray();
    return Math.min(gaps[gaps.length / 2], GAP_PART * times.sink().toNanos());
  }

  /** Runs two settings, of which one makes small and one makes large chunks. */
  private RunCost runCost(List<Prediction> predictions, SinkModel sink)
      throws InterruptedException {
    Setting today = settings.get(0);
    List<Prediction> alike =
        predictions.stream()
            .filter(one -> one.setting().serializer().equals(today.serializer()))
            .filter(one -> one.setting().compression().equals(today.compression()))
            .filter(one -> CHUNKS_BY_AGE * one.setting().delay().toNanos() <= 1e9 * times.run())
            .sorted(Comparator.comparingDouble(Prediction::recordsPerChunk))
            .toList();
    Prediction small = alike.get(0);
    Prediction large = alike.get(alike.size() - 1);
    warmUp(small.setting());
    RunCost.Sample first = sample(small, sink);
    RunCost.Sample second = sample(large, sink);
    return first == null || second == null ? RunCost.NONE : RunCost.of(first, second);
  }

  /** Lets collector, sink and reader be compiled, which at a slow pace takes longer than a run. */
  private void warmUp(Setting setting) throws InterruptedException {
    Recording fast = recording.atLeast(WARM_UP_CHUNKS);
    Setting small = setting.withDelay(Duration.ofSeconds(1).dividedBy(WARM_UP_CHUNKS));
    tried(small, fast, TimeSpan.first(times.run(), fast));
  }

  /** Null if the sink does not deliver what the setting sends. */
  private RunCost.Sample sample(Prediction prediction, SinkModel sink) throws InterruptedException {
    progress.now("measuring small and large chunks at the recorded pace …");
    RealRun.Result run = tried(prediction.setting(), recording, typical(times.run()));
    CombinedDelay combined = new CombinedDelay(sink, encodings, RunCost.NONE, recordsPerSecond());
    return run == null
        ? null
        : new RunCost.Sample(
            combined.sinkNanos(prediction),
            Math.max(0, run.answer().cpuNanos() - combined.encodingNanos(prediction)),
            run.answer().half(Measure.CPU));
  }

  /** Returns the records of all producers per second. */
  private double recordsPerSecond() {
    double seconds = recording.seconds();
    if (seconds <= 0) {
      throw new NoTimeException(
          "all records have the same time, so they cannot be replayed at a pace");
    }
    return recording.records() / seconds;
  }

  /** Returns what a proof runs: long enough for some chunks that close by age. */
  private TimeSpan proven(Setting setting) {
    double delay = setting.delay().toNanos() / 1e9;
    double seconds = Math.min(MAX_PROOF_FACTOR * times.proof(), CHUNKS_BY_AGE * delay);
    return typical(Math.max(times.proof(), seconds));
  }

  /** About as long; longer if the records in it are few or come at another rate than elsewhere. */
  private TimeSpan typical(double seconds) {
    TimeSpan span = TimeSpan.first(seconds, recording);
    for (double more = 1.5; more <= MAX_PROOF_FACTOR && !isTypical(span); more += 0.5) {
      span = TimeSpan.first(more * seconds, recording);
    }
    return span;
  }

  private boolean isTypical(TimeSpan span) {
    double off = Math.abs(span.rate(recording) / recordsPerSecond() - 1);
    return off < TYPICAL && span.rate(recording) * span.seconds() >= MIN_RECORDS;
  }

  /** Returns the answer for that part of the recording. */
  private Answer predicted(Setting setting, TimeSpan span, Findings findings) {
    return new CombinedDelay(findings.sink(), encodings, findings.cost(), span.rate(recording))
        .of(predict(List.of(setting), span, findings.sink()::draws).get(0));
  }

  private Findings proof(Findings answered) throws InterruptedException {
    List<Proof> proofs = new ArrayList<>();
    List<Proof.Candidate> candidates =
        Proof.candidates(answered.choice(), answered.today(), answered.front());
    for (Proof.Candidate candidate : candidates) {
      Setting setting = candidate.answer().setting();
      TimeSpan span = proven(setting);
      Answer predicted = predicted(setting, span, answered);
      progress.update(
          "proof: setting %s of %s, about %s s left"
              .formatted(
                  proofs.size() + 1,
                  candidates.size(),
                  Math.round((candidates.size() - proofs.size()) * times.proof() * 1.2)));
      RealRun.Result result = tried(setting, recording, span);
      if (result != null) {
        proofs.add(
            new Proof(
                candidate.role(),
                predicted,
                result.answer(),
                result.chunks(),
                result.dropped(),
                result.lateNanos()));
        kept(answered.withProofs(proofs));
      }
    }
    return ended(proofs, answered);
  }

  private Findings ended(List<Proof> proofs, Findings findings) {
    if (proofs.isEmpty()) {
      throw new ToolException(
          "no setting could be run end to end: " + remarks.get(remarks.size() - 1));
    }
    progress.step("[4/4] " + Figures.count(proofs.size(), "setting") + " run end to end");
    Findings all = findings.withProofs(proofs);
    return kept(all.with(times.race() > 0 ? Verdict.best("Measured", all) : Verdict.of(all)));
  }

  /** Returns the result of a run; null if the sink does not deliver what this setting sends. */
  private RealRun.Result tried(Setting setting, Recording of, TimeSpan span)
      throws InterruptedException {
    try {
      return RealRun.run(medium::open, receiver, of, setting, span, RealRun.PATIENCE);
    } catch (ToolException e) {
      leaveOut(new Refusal(setting.toString(), 1, e.getMessage()));
      return null;
    }
  }

  /** Measures all, and chooses among what was measured. */
  private Findings race(Findings answered) throws InterruptedException {
    List<Proof> proofs =
        CandidateRuns.of(
            answered.answers(),
            times.race(),
            times.slice(),
            (setting, seconds) -> tried(setting, recording, TimeSpan.first(seconds, recording)),
            progress);
    return ended(proofs, answered);
  }
}
