package dev.sluice.distributed;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.StageWorker;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import dev.sluice.streams.Positions;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.support.HandledReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The worker of a stage for one partition. Its state is in memory; before each commit it is written
 * to the change log, in the same transaction as the offsets.
 */
final class AnalyseProcessor<K, R> implements Processor<K, byte[], Integer, byte[]> {
  /** How often it is looked whether a result is to be sent. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Plan<R> plan;
  private final RunFigures figures;
  private final SourceGaps.Log source;
  private SourceGaps gaps;
  private MessageFeed feed;
  private ProcessorContext<Integer, byte[]> context;
  private CommitStore store;
  private StageWorker<R> worker;
  private StageRun<R> run;
  private StateBlocks blocks;
  private int partition;

  /** Whether messages came since the result was sent. */
  private boolean changed;

  private long sentNanos;

  /**
   * What is done.
   *
   * @param owner names the analysis: state of another one is refused
   * @param parts whether messages hold parts of chunks, not one chunk
   * @param maxProducers see {@link RecordStreamBuilder#maxProducers}
   * @param keys one of which must have signed a chunk of the source, or null
   * @param results what becomes of results meanwhile, or null
   */
  record Plan<R>(
      Stage<R> stage,
      String owner,
      boolean parts,
      int maxProducers,
      ChunkSigner keys,
      Results<R> results) {
    /** The name of the store, from which Kafka Streams makes the name of the change log. */
    static final String STORE = "state";
  }

  /**
   * Where the partitions' parts of the result are sent while the analysis goes on.
   *
   * @param topic which exists
   * @param interval how often, as far as something changed; and when the instance is closed
   * @param writer makes a message of a part
   */
  record Results<R>(String topic, Duration interval, Function<R, byte[]> writer) {}

  private AnalyseProcessor(Plan<R> plan, SourceGaps.Log source, RunFigures figures) {
    this.plan = plan;
    this.source = source;
    this.figures = figures;
  }

  /** Makes a processor for each task. */
  static <K, R> ProcessorSupplier<K, byte[], Integer, byte[]> supplier(
      Plan<R> plan, SourceGaps.Log source, RunFigures figures) {
    return new ProcessorSupplier<>() {
      @Override
      public Processor<K, byte[], Integer, byte[]> get() {
        return new AnalyseProcessor<>(plan, source, figures);
      }

      @Override
      public Set<StoreBuilder<?>> stores() {
        return Set.of(CommitStore.builder(Plan.STORE, true));
      }
    };
  }

  @Override
  public void init(ProcessorContext<Integer, byte[]> processorContext) {
    context = processorContext;
    store = context.getStateStore(Plan.STORE);
    byte[] audit = store.take(SavedState.AUDIT);
    blocks = new StateBlocks(store::put, store.restored());
    partition = context.taskId().partition();
    worker = plan.stage().newWorker();
    try {
      Positions positions = audit == null ? Positions.NONE : SavedState.read(audit);
      gaps = new SourceGaps(positions.offsets(), source);
      feed = new MessageFeed(plan.parts(), gaps);
      // Parts are not signed; who made them has looked at the chunks.
      RawReader chunks = HandledReader.verified(feed, plan.parts() ? null : plan.keys());
      RecordStreamBuilder stream = RecordStream.builder(chunks).maxProducers(plan.maxProducers());
      byte[] first = store.take(0);
      if (first != null) {
        SavedState.read(
            StateBlocks.reading(number -> number == 0 ? first : store.take(number)),
            plan.owner(),
            worker);
      }
      if (audit != null) {
        stream.resume(positions);
      }
      run = StageRun.open(plan.stage(), stream, worker);
    } catch (IOException e) {
      throw new UncheckedIOException(new UnusableStateException(context.applicationId(), e));
    }
    store.beforeCommit(this::save);
    if (plan.results() != null) {
      // What was committed and not sent by whoever had the partition before, or sent in a
      // transaction that was aborted, is sent now.
      note(audit != null);
      sentNanos = System.nanoTime();
      context.schedule(LOOK, PunctuationType.WALL_CLOCK_TIME, this::sendResult);
    }
  }

  @Override
  public void process(Record<K, byte[]> message) {
    store.processing();
    RecordMetadata from = context.recordMetadata().orElseThrow();
    feed.next(
        message.value(), new SourcePosition(from.topic() + "-" + from.partition(), from.offset()));
    try {
      figures.analysed(run.poll(Duration.ZERO));
      if (!changed && plan.results() != null) {
        note(true);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void note(boolean isChanged) {
    changed = isChanged;
    figures.unsent(partition, isChanged);
  }

  private void save() {
    try {
      Positions positions = run.positions();
      byte[] message = SavedState.write(positions, gaps.handled());
      store.put(SavedState.AUDIT, message);
      long bytes =
          message.length + blocks.write(out -> SavedState.write(out, plan.owner(), worker));
      figures.saved(partition, bytes, positions.audit());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends what would come of the state; the worker goes on. */
  private void sendResult(long time) {
    long now = System.nanoTime();
    boolean isDue = now - sentNanos >= plan.results().interval().toNanos();
    if (!changed || !isDue && !figures.isClosing()) {
      return;
    }
    try {
      ByteArrayOutputStream state = new ByteArrayOutputStream();
      worker.write(new DataOutputStream(state));
      StageWorker<R> copy = plan.stage().newWorker();
      copy.read(new DataInputStream(new ByteArrayInputStream(state.toByteArray())));
      byte[] message = plan.results().writer().apply(copy.finish());
      context.forward(new Record<>(partition, message, time));
      sentNanos = now;
      note(false); // whoever closes commits this before the task ends
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    figures.closed(partition);
    if (run != null) {
      run.close();
    }
  }
}
