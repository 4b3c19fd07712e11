package dev.sluice.distributed;

import dev.sluice.analysis.Stage;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Loggers;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.support.SigningKeys;
import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * A stage at work on a topic of chunks, shared by all instances that have the same application id,
 * in this process, in others and on other machines:
 *
 * <pre>
 * try (DistributedAnalysis&lt;Long&gt; analysis =
 *     DistributedAnalysis.builder(stage, "kafka://localhost:9092/records")
 *         .applicationId("slow-operations")
 *         .start()) {
 *   analysis.awaitEnd();
 *   System.out.println(analysis.result().value());
 * }
 * </pre>
 *
 * <p>Instances may be started and stopped, or killed, at any time: each chunk counts once, because
 * the state of the stage is committed in one transaction with the position in the topic. Chunks are
 * split by the keys of the stage, so that the rows of a key come to one instance.
 *
 * <p>Thread-safe.
 *
 * @param <R> the stage's result
 */
public final class DistributedAnalysis<R> implements AutoCloseable {
  /** How long an instance may take to leave the group. */
  private static final Duration CLOSE_TIME = Duration.ofSeconds(10);

  /** Maximum number of threads that are replaced because the broker ended their transaction. */
  private static final int MAX_REPLACED = 20;

  private final AnalysisPlan<R> plan;
  private final AtomicInteger replaced = new AtomicInteger();
  private final RunFigures figures = new RunFigures();
  private final KafkaStreams streams;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final RunEnd end;
  private volatile Throwable failure;

  /** Whether this instance had its share once, and could use the state it found. */
  private volatile boolean running;

  /**
   * What came of all partitions up to their last commits.
   *
   * @param value the stage's result
   * @param audit what arrived and what is missing; null as long as chunks are split and some
   *     partition has committed none, because then nobody knows what all of them have analysed
   * @param lag messages of the source and of parts that were there and not committed, so that
   *     neither the value nor the audit knows of them
   */
  public record Result<R>(R value, Audit audit, long lag) {
    /**
     * Whether nothing is missing: all that was in the topic is analysed, and the audit complete.
     */
    public boolean complete() {
      return lag == 0 && audit != null && audit.complete();
    }
  }

  /**
   * What the tasks of one instance did since it started.
   *
   * @param chunksSplit messages of the source that were split
   * @param bytesSent bytes of parts sent to other tasks
   * @param records records analysed
   * @param stateBytes bytes of state written to change logs
   * @param audits the account of each partition that it has, as of its last commit
   */
  public record Figures(
      long chunksSplit,
      long bytesSent,
      long records,
      long stateBytes,
      Map<Integer, Audit> audits) {}

  DistributedAnalysis(AnalysisPlan<R> plan) throws IOException {
    this.plan = plan;
    this.end = RunEnd.of(plan);
    try {
      streams = new KafkaStreams(plan.topology(end, figures), StreamsSettings.of(plan));
      streams.setUncaughtExceptionHandler(this::failed);
      streams.setStateListener(
          (now, before) -> {
            running |= now == KafkaStreams.State.RUNNING;
            if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
              stopped.countDown();
            }
          });
      streams.start();
    } catch (RuntimeException | Error e) {
      end.close();
      throw e;
    }
  }

  /**
   * An analysis of a topic.
   *
   * @param source {@code kafka://host:port/topic}, with settings of Kafka's clients as {@code
   *     kafka.*}
   * @throws ConfigurationException if it is no such URI
   */
  public static <R> Builder<R> builder(Stage<R> stage, String source) {
    return builder(stage, Endpoint.parse(source));
  }

  /** The same of a source that was parsed. */
  public static <R> Builder<R> builder(Stage<R> stage, Endpoint source) {
    KafkaAddress address = AnalysisPlan.topic(source);
    int producers = source.options().get(RecordStreamBuilder.MAX_PRODUCERS);
    ChunkSigner keys = source.options().get(SigningKeys.VERIFY);
    source.options().finish();
    return new Builder<>(stage, address, producers, keys);
  }

  private StreamThreadExceptionResponse failed(Throwable thrown) {
    // A broker that has ended the transaction of a thread that stood still may say so with this
    // error, which Kafka Streams takes for final (KAFKA-19690). Nothing of it is committed.
    if (cause(thrown, InvalidTxnStateException.class) != null
        && replaced.incrementAndGet() <= MAX_REPLACED) {
      String message = plan.source() + ": a transaction was ended by the broker; it is done again";
      Loggers.get(DistributedAnalysis.class.getName()).log(Level.WARNING, message);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    failure = thrown;
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /**
   * Waits until all that was in the topic when this instance started is analysed and committed, by
   * whichever instance.
   *
   * @throws IOException if this instance failed, or the broker does not answer
   * @throws UnusableStateException if the application id belongs to another analysis
   */
  public void awaitEnd() throws IOException, InterruptedException {
    while (!awaitEnd(Duration.ofSeconds(1))) {
      // look again
    }
  }

  /** The same for at most that time; whether the end was reached. */
  public boolean awaitEnd(Duration timeout) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      check();
      if (running && end.reached()) {
        return true;
      }
      long rest = deadline - System.nanoTime();
      if (rest <= 0) {
        return false;
      }
      stopped.await(Math.min(rest, TimeUnit.MILLISECONDS.toNanos(200)), TimeUnit.NANOSECONDS);
    }
  }

  private static <T extends Throwable> T cause(Throwable thrown, Class<T> type) {
    Throwable cause = thrown;
    while (cause != null && !type.isInstance(cause)) {
      cause = cause.getCause();
    }
    return type.cast(cause);
  }

  private void check() throws IOException {
    Throwable thrown = failure;
    UnusableStateException unusable = cause(thrown, UnusableStateException.class);
    if (unusable != null) {
      throw unusable;
    }
    if (thrown != null) {
      Throwable cause = thrown;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      if (cause instanceof StreamsException) {
        refuseOtherPartitions();
      }
      throw new IOException(
          "the analysis of " + plan.source() + " stopped: " + plan.source().redact(cause), thrown);
    }
    if (stopped.getCount() == 0) {
      throw new IOException("the analysis of " + plan.source() + " was stopped");
    }
  }

  /** Of two that start together with different partitions, the one that comes late fails. */
  private void refuseOtherPartitions() throws IOException {
    try (KafkaTopics topics = KafkaTopics.connect(plan.source())) {
      String id = plan.applicationId();
      int kept = topics.partitionsOrNone(AnalysisPlan.stateTopic(id));
      UnusableStateException.check(id, kept, plan.partitions());
    }
  }

  /** What this instance did so far. */
  public Figures figures() {
    return figures.snapshot();
  }

  /** How many messages of the source, and of parts, are not yet committed by any instance. */
  public long lag() throws IOException {
    return end.lag();
  }

  /**
   * How far it is with what was in the topic when it started, from 0 to 1; 1 only if all of it is
   * analysed.
   */
  public double progress() throws IOException {
    return end.progress();
  }

  /**
   * Reads what all partitions committed last and joins it. Instances may go on meanwhile; then the
   * partitions are not at the same chunk. Takes the memory of the whole state once. Waits up to 2
   * minutes for a transaction that a killed instance left open in the change log.
   *
   * @throws IOException if it cannot be read
   */
  public Result<R> result() throws IOException {
    return CommittedResult.read(plan, CommittedResult.PATIENCE);
  }

  /**
   * Sends what a topic of results does not have yet, leaves the group and stops; what was not
   * committed is done again by others. Takes at most 10 s for the first and for the rest.
   */
  @Override
  public void close() {
    figures.closing();
    long deadline = System.nanoTime() + CLOSE_TIME.toNanos();
    try {
      while (figures.hasUnsent()
          && deadline - System.nanoTime() > 0
          && !stopped.await(20, TimeUnit.MILLISECONDS)) {
        // tasks look for it in turns
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    streams.close(
        CloseOptions.timeout(CLOSE_TIME)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    end.close();
  }

  /** How a {@link DistributedAnalysis} is started. For one thread. */
  public static final class Builder<R> {
    private static final int MAX_PARTITIONS = 10_000;

    private final Stage<R> stage;
    private final KafkaAddress source;
    private final int maxProducers;
    private final ChunkSigner keys;
    private String applicationId;
    private String name;
    private boolean split = true;
    private int partitions;
    private int threads = Runtime.getRuntime().availableProcessors();
    private Duration commitInterval = Duration.ofMillis(100);
    private AnalyseProcessor.Results<R> results;

    private Builder(Stage<R> stage, KafkaAddress source, int maxProducers, ChunkSigner keys) {
      this.stage = Objects.requireNonNull(stage, "stage");
      this.source = source;
      this.maxProducers = maxProducers;
      this.keys = keys;
      this.name = stage.getClass().getName();
      this.applicationId = AnalysisPlan.defaultId(source);
    }

    /**
     * What instances that work together have in common; by default {@code sluice-} and the topic.
     * An analysis that was done before under that id goes on where it was.
     *
     * @param id of the characters of a topic, at most 200
     */
    public Builder<R> applicationId(String id) {
      if (!id.matches("[a-zA-Z0-9._-]{1,200}")) {
        throw new ConfigurationException(
            List.of("application id '" + id + "' must be 1 to 200 of a-z A-Z 0-9 . _ -"));
      }
      applicationId = id;
      return this;
    }

    /**
     * Names the analysis in its state, so that another one refuses it; by default the name of the
     * stage's class.
     */
    public Builder<R> name(String value) {
      name = Objects.requireNonNull(value, "value");
      return this;
    }

    /**
     * Whether chunks are split by the keys of the stage, the default. Without it the partitions of
     * the topic are analysed as they are, at a fraction of the cost. That is right if all chunks of
     * a producer lie in one partition, as they do unless the writer's option {@code key} says
     * otherwise; and spreads the work well if there are many more producers than partitions.
     */
    public Builder<R> split(boolean value) {
      split = value;
      return this;
    }

    /**
     * How many parts the work has, and so how many threads of all instances can share it; by
     * default as many as the topic had partitions at the first start. It cannot be changed under
     * one application id.
     *
     * @param count 1 to 10 000
     */
    public Builder<R> partitions(int count) {
      if (count < 1 || count > MAX_PARTITIONS) {
        throw new ConfigurationException(
            List.of("partitions must be 1 to " + MAX_PARTITIONS + ", was " + count));
      }
      partitions = count;
      return this;
    }

    /** Threads of this instance; by default one for each processor. At least 1. */
    public Builder<R> threads(int count) {
      if (count < 1) {
        throw new ConfigurationException(List.of("threads must be at least 1, was " + count));
      }
      threads = count;
      return this;
    }

    /**
     * How often state and positions are committed, by default every 100 ms: what an instance that
     * is killed did since then is done again. With split chunks one step waits for the commits of
     * the other, so a long interval makes a run slower; with a large state a short one does,
     * because what changed of it is written each time.
     *
     * @param interval 10 ms to 30 s
     */
    public Builder<R> commitInterval(Duration interval) {
      if (interval.toMillis() < 10 || interval.compareTo(Duration.ofSeconds(30)) > 0) {
        throw new ConfigurationException(
            List.of("commit interval must be 10 ms to 30 s, was " + interval));
      }
      commitInterval = interval;
      return this;
    }

    /**
     * Sends the result to a topic while the analysis goes on: of each partition its part, with the
     * number of the partition as key (a big-endian int), so that the newest of each key are the
     * whole. In the transaction that commits the state they tell of. What an instance could not
     * send, because it was killed, is sent by the one that goes on. Takes a copy of the state each
     * time.
     *
     * @param topic of the same cluster, which exists
     * @param interval how often, as far as something changed, and at close; at least a second
     * @param writer makes a message of a part, which is its own; called by several threads
     */
    public Builder<R> results(String topic, Duration interval, Function<R, byte[]> writer) {
      if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new ConfigurationException(
            List.of("interval of results must be at least 1 s, was " + interval));
      }
      results = new AnalyseProcessor.Results<>(topic, interval, writer);
      return this;
    }

    /**
     * Starts an instance. It reads from the beginning of the topic, or goes on.
     *
     * @throws IOException if the broker does not answer or the topic does not exist; in one line
     * @throws UnusableStateException if another number of partitions was used under this
     *     application id
     */
    public DistributedAnalysis<R> start() throws IOException {
      return new DistributedAnalysis<>(plan());
    }

    /**
     * Reads the result of an analysis that was done, or is being done, without taking part in it.
     *
     * @throws IOException if there is none, or it cannot be read
     */
    public Result<R> result() throws IOException {
      return CommittedResult.read(plan(), CommittedResult.PATIENCE);
    }

    AnalysisPlan<R> plan() throws IOException {
      int count;
      try (KafkaTopics topics = KafkaTopics.connect(source)) {
        int ofSource = topics.partitions(source.topic());
        if (results != null) {
          topics.partitions(results.topic());
        }
        int kept = split ? topics.partitionsOrNone(AnalysisPlan.partsTopic(applicationId)) : 0;
        kept = kept > 0 ? kept : topics.partitionsOrNone(AnalysisPlan.stateTopic(applicationId));
        int usual = split && kept > 0 ? kept : ofSource;
        count = split && partitions > 0 ? partitions : usual;
        UnusableStateException.check(applicationId, kept, count);
      }
      String owner = name + (split ? ", split" : "");
      return new AnalysisPlan<>(
          source,
          applicationId,
          count,
          threads,
          commitInterval,
          new AnalyseProcessor.Plan<>(stage, owner, split, maxProducers, keys, results));
    }
  }
}
