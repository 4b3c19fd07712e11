package dev.sluice.distributed;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * Tells a processor that its task is about to commit, and keeps numbered blocks of bytes in a
 * change log, committed with the offsets. All that is used of Kafka Streams beyond its public
 * interface is in this class: a store with a cache is told before each commit, while its processor
 * can still send; nobody else is. For the task's thread.
 *
 * <p>Blocks are in memory only from the time they are restored until they are {@linkplain #take
 * taken}.
 */
final class CommitStore implements StateStore, CachedStateStore<Object, Object> {
  /** Blocks are replaced often, and the newest segment is never compacted: it is kept short. */
  private static final Map<String, String> LOG_CONFIG =
      Map.of(
          TopicConfig.SEGMENT_BYTES_CONFIG,
          Integer.toString(64 << 20),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          "0.1");

  private final String name;
  private final TreeMap<Integer, byte[]> restored = new TreeMap<>();
  private InternalProcessorContext<?, ?> context;
  private ProcessorNode<?, ?, ?, ?> node;
  private ProcessorRecordContext lastRecord;
  private Runnable beforeCommit = () -> {};
  private boolean open;

  private CommitStore(String name) {
    this.name = name;
  }

  /** Makes such stores, with a change log or without. */
  static StoreBuilder<CommitStore> builder(String name, boolean logged) {
    return new Builder(name, logged);
  }

  /** What is called before a commit if messages were processed since the last one. */
  void beforeCommit(Runnable action) {
    beforeCommit = action;
  }

  /** Notes who forwards before a commit, and in whose name; for each message. */
  void processing() {
    node = context.currentNode();
    lastRecord = context.recordContext();
  }

  /** How many restored blocks there are. */
  int restored() {
    return restored.size();
  }

  /** The restored block, which is forgotten; null if there is none. */
  byte[] take(int number) {
    return restored.remove(number);
  }

  /** Writes a block to the change log; null removes it. */
  void put(int number, byte[] block) {
    byte[] key = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    context.logChange(
        name,
        Bytes.wrap(key),
        block,
        lastRecord.timestamp(),
        new RecordHeaders(),
        Position.emptyPosition());
  }

  @Override
  public void flushCache() {
    if (node == null) {
      return;
    }
    ProcessorNode<?, ?, ?, ?> before = context.currentNode();
    ProcessorRecordContext recordBefore = context.recordContext();
    context.setCurrentNode(node);
    context.setRecordContext(lastRecord);
    try {
      beforeCommit.run();
      node = null; // a commit without messages has nothing to add
    } finally {
      context.setRecordContext(recordBefore);
      context.setCurrentNode(before);
    }
  }

  @Override
  public boolean setFlushListener(
      CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
    return false;
  }

  @Override
  public void clearCache() {
    // Nothing is cached.
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext storeContext, StateStore root) {
    context = (InternalProcessorContext<?, ?>) storeContext;
    // A task that is revived has the same store, and a processor that has not begun yet.
    node = null;
    beforeCommit = () -> {};
    storeContext.register(root, this::restore);
    open = true;
  }

  private void restore(byte[] key, byte[] value) {
    int number = ByteBuffer.wrap(key).getInt();
    if (value == null) {
      restored.remove(number);
    } else {
      restored.put(number, value);
    }
  }

  @Override
  public void close() {
    open = false;
    restored.clear();
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  private record Builder(String name, boolean logged) implements StoreBuilder<CommitStore> {
    @Override
    public StoreBuilder<CommitStore> withCachingEnabled() {
      return this;
    }

    @Override
    public StoreBuilder<CommitStore> withCachingDisabled() {
      return this;
    }

    @Override
    public StoreBuilder<CommitStore> withLoggingEnabled(Map<String, String> config) {
      return new Builder(name, true);
    }

    @Override
    public StoreBuilder<CommitStore> withLoggingDisabled() {
      return new Builder(name, false);
    }

    @Override
    public CommitStore build() {
      return new CommitStore(name);
    }

    @Override
    public Map<String, String> logConfig() {
      return LOG_CONFIG;
    }

    @Override
    public boolean loggingEnabled() {
      return logged;
    }
  }
}
