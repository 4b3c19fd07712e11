package dev.sluice.distributed;

import dev.sluice.analysis.Stage;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.SourcePosition;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Splits the chunks of one partition of a source. It keeps nothing over a commit: what it holds
 * back is sent before.
 */
final class SplitProcessor implements Processor<byte[], byte[], Integer, byte[]> {
  private static final String STORE = "split";

  private final Stage<?> stage;
  private final int partitions;
  private final ChunkSigner keys;
  private final SourceGaps.Log source;
  private final RunFigures figures;
  private ProcessorContext<Integer, byte[]> context;
  private CommitStore store;
  private Splitter splitter;
  private long time;

  private SplitProcessor(
      Stage<?> stage, int partitions, ChunkSigner keys, SourceGaps.Log source, RunFigures figures) {
    this.stage = stage;
    this.source = source;
    this.partitions = partitions;
    this.keys = keys;
    this.figures = figures;
  }

  /** Makes a processor for each task. */
  static ProcessorSupplier<byte[], byte[], Integer, byte[]> supplier(
      Stage<?> stage, int partitions, ChunkSigner keys, SourceGaps.Log source, RunFigures figures) {
    return new ProcessorSupplier<>() {
      @Override
      public Processor<byte[], byte[], Integer, byte[]> get() {
        return new SplitProcessor(stage, partitions, keys, source, figures);
      }

      @Override
      public Set<StoreBuilder<?>> stores() {
        return Set.of(CommitStore.builder(STORE, false));
      }
    };
  }

  @Override
  public void init(ProcessorContext<Integer, byte[]> processorContext) {
    context = processorContext;
    store = context.getStateStore(STORE);
    splitter =
        new Splitter(
            stage,
            partitions,
            keys,
            new SourceGaps(Map.of(), source::gap), // whoever analyses knows what came before
            (partition, message) -> {
              figures.sent(message.length);
              context.forward(new Record<>(partition, message, time));
            });
    store.beforeCommit(splitter::flush);
  }

  @Override
  public void process(Record<byte[], byte[]> message) {
    store.processing();
    time = message.timestamp();
    RecordMetadata from = context.recordMetadata().orElseThrow();
    splitter.accept(
        message.value(), new SourcePosition(from.topic() + "-" + from.partition(), from.offset()));
    figures.split();
  }
}
