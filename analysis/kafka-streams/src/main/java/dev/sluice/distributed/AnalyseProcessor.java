package dev.sluice.distributed;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.StageWorker;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
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
final class AnalyseProcessor<K, R> implements Processor<K, byte[], Void, Void> {
  private final Plan<R> plan;
  private final RunFigures figures;
  private final MessageFeed feed;
  private ProcessorContext<Void, Void> context;
  private CommitStore store;
  private StageWorker<R> worker;
  private StageRun<R> run;
  private StateBlocks blocks;
  private int partition;

  /**
   * What is done.
   *
   * @param owner names the analysis: state of another one is refused
   * @param parts whether messages hold parts of chunks, not one chunk
   * @param maxProducers see {@link RecordStreamBuilder#maxProducers}
   */
  record Plan<R>(Stage<R> stage, String owner, boolean parts, int maxProducers) {
    /** The name of the store, from which Kafka Streams makes the name of the change log. */
    static final String STORE = "state";
  }

  private AnalyseProcessor(Plan<R> plan, RunFigures figures) {
    this.plan = plan;
    this.figures = figures;
    this.feed = new MessageFeed(plan.parts());
  }

  /** Makes a processor for each task. */
  static <K, R> ProcessorSupplier<K, byte[], Void, Void> supplier(
      Plan<R> plan, RunFigures figures) {
    return new ProcessorSupplier<>() {
      @Override
      public Processor<K, byte[], Void, Void> get() {
        return new AnalyseProcessor<>(plan, figures);
      }

      @Override
      public Set<StoreBuilder<?>> stores() {
        return Set.of(CommitStore.builder(Plan.STORE, true));
      }
    };
  }

  @Override
  public void init(ProcessorContext<Void, Void> processorContext) {
    context = processorContext;
    store = context.getStateStore(Plan.STORE);
    byte[] audit = store.take(SavedState.AUDIT);
    blocks = new StateBlocks(store::put, store.restored());
    partition = context.taskId().partition();
    worker = plan.stage().newWorker();
    RecordStreamBuilder stream = RecordStream.builder(feed).maxProducers(plan.maxProducers());
    try {
      byte[] first = store.take(0);
      if (first != null) {
        SavedState.read(
            StateBlocks.reading(number -> number == 0 ? first : store.take(number)),
            plan.owner(),
            worker);
      }
      if (audit != null) {
        stream.resume(SavedState.read(audit));
      }
      run = StageRun.open(plan.stage(), stream, worker);
    } catch (IOException e) {
      throw new UnusableStateException(context.applicationId(), e);
    }
    store.beforeCommit(this::save);
  }

  @Override
  public void process(Record<K, byte[]> message) {
    store.processing();
    RecordMetadata from = context.recordMetadata().orElseThrow();
    feed.next(
        message.value(), new SourcePosition(from.topic() + "-" + from.partition(), from.offset()));
    try {
      figures.analysed(run.poll(Duration.ZERO));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void save() {
    try {
      Audit audit = run.audit();
      byte[] message = SavedState.write(audit);
      store.put(SavedState.AUDIT, message);
      long bytes =
          message.length + blocks.write(out -> SavedState.write(out, plan.owner(), worker));
      figures.saved(partition, bytes, audit);
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
