package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.Serializer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/** Builds a {@link ChunkingCollector}. For one thread. */
public final class ChunkingCollectorBuilder {
  /** Records of a chunk unless configured otherwise. */
  public static final int DEFAULT_CHUNK_RECORDS = 1024;

  /** Largest chunk unless configured otherwise, in bytes; a smaller memory lowers it. */
  public static final int DEFAULT_CHUNK_BYTES = 900 << 10;

  /**
   * Memory of a collector unless configured otherwise, in bytes; with a heap of less than 128 MiB
   * an eighth of that, at least 1 MiB.
   */
  public static final long DEFAULT_MEMORY_BYTES = 16 << 20;

  static final int MIN_CHUNK_BYTES = 1024;
  static final Duration DEFAULT_DELAY = Duration.ofMillis(200);
  static final Duration DEFAULT_BLOCK_DEADLINE = Duration.ofSeconds(1);

  private final RawWriter writer;
  private final Serializer serializer;
  private final List<String> problems = new ArrayList<>();
  private String producerName;
  private Duration maxDelay = DEFAULT_DELAY;
  private int chunkRecords = DEFAULT_CHUNK_RECORDS;
  private Integer chunkBytes;
  private long memoryBytes = MemoryBudget.defaultTotal(Runtime.getRuntime().maxMemory());
  private int maxOwnedStripes = Integer.MAX_VALUE;
  private FullRingPolicy policy = FullRingPolicy.DROP_NEWEST;
  private Duration blockDeadline = DEFAULT_BLOCK_DEADLINE;
  private ThreadFactory threadFactory = Thread::new;
  private Options options = new Options(Map.of());
  private Clock clock = Clock.SYSTEM;
  private boolean manual;

  ChunkingCollectorBuilder(RawWriter writer, Serializer serializer) {
    this.writer = Objects.requireNonNull(writer, "writer");
    this.serializer = Objects.requireNonNull(serializer, "serializer");
  }

  /**
   * A name for the producer, at most {@value Accounting#MAX_NAME_BYTES} bytes of UTF-8; default
   * none.
   */
  public ChunkingCollectorBuilder producerName(String value) {
    producerName = value;
    return this;
  }

  /** Longest time a row waits before its chunk is closed, at least 1 ms; default 200 ms. */
  public ChunkingCollectorBuilder maxDelay(Duration value) {
    maxDelay = Objects.requireNonNull(value, "maxDelay");
    return this;
  }

  /**
   * Records of a chunk, 1 to {@value ChunkLayout#MAX_RECORDS}; default {@value
   * #DEFAULT_CHUNK_RECORDS}.
   */
  public ChunkingCollectorBuilder chunkRecords(int value) {
    chunkRecords = value;
    return this;
  }

  /**
   * Bytes of a chunk at most, header included, 1024 to an eighth of the memory or so; default
   * {@value #DEFAULT_CHUNK_BYTES}. Never above what the raw writer takes.
   */
  public ChunkingCollectorBuilder chunkBytes(int value) {
    chunkBytes = value;
    return this;
  }

  /**
   * Memory for everything: ring, batch, encoder and chunks on their way, in bytes, at least 1 MiB;
   * default {@value #DEFAULT_MEMORY_BYTES}, at most an eighth of the largest heap. Not in it: the
   * texts of symbols.
   */
  public ChunkingCollectorBuilder memoryBytes(long value) {
    memoryBytes = value;
    return this;
  }

  /**
   * How many threads may have a stripe of their own at a time; all others share one. Default: as
   * many as the memory has room for, 7 with 16 MiB. 0 makes all threads share.
   */
  public ChunkingCollectorBuilder maxOwnedStripes(int value) {
    maxOwnedStripes = value;
    return this;
  }

  /**
   * What happens when the ring is full or the sink too slow; default {@link
   * FullRingPolicy#DROP_NEWEST}.
   */
  public ChunkingCollectorBuilder policy(FullRingPolicy value) {
    policy = Objects.requireNonNull(value, "policy");
    return this;
  }

  /** How long an emit may wait with {@link FullRingPolicy#BLOCK}; default 1 s. */
  public ChunkingCollectorBuilder blockDeadline(Duration value) {
    blockDeadline = Objects.requireNonNull(value, "blockDeadline");
    return this;
  }

  /** Makes the two threads; they are named and made daemons. Default: plain platform threads. */
  public ChunkingCollectorBuilder threadFactory(ThreadFactory value) {
    threadFactory = Objects.requireNonNull(value, "threadFactory");
    return this;
  }

  /** The serializer's options; {@link #build} ends the reading of them. */
  public ChunkingCollectorBuilder serializerOptions(Options value) {
    options = Objects.requireNonNull(value, "serializerOptions");
    return this;
  }

  /** The clocks, for tests. */
  ChunkingCollectorBuilder clock(Clock value) {
    clock = value;
    return this;
  }

  /** No threads: whoever flushes or closes makes the steps. For tests. */
  ChunkingCollectorBuilder manual() {
    manual = true;
    return this;
  }

  /**
   * Checks everything, makes the collector and starts its threads.
   *
   * @throws ConfigurationException naming all mistakes at once; the raw writer is then closed, as
   *     after whatever else a serializer or a thread factory throws
   */
  public ChunkingCollector build() {
    try {
      check();
      ChunkEncoder encoder = serializer.newEncoder(options);
      options.finish();
      return assemble(encoder);
    } catch (RuntimeException | Error e) {
      closeWriter(e);
      throw e;
    }
  }

  private void closeWriter(Throwable failure) {
    try {
      writer.close(Duration.ZERO);
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
    }
  }

  private int chunkBytes() {
    return chunkBytes != null
        ? chunkBytes
        : Math.min(DEFAULT_CHUNK_BYTES, MemoryBudget.maxChunkBytes(memoryBytes));
  }

  private void check() {
    require(
        memoryBytes >= MemoryBudget.MIN_BYTES,
        "memoryBytes must be >= " + MemoryBudget.MIN_BYTES,
        memoryBytes);
    int largest = MemoryBudget.maxChunkBytes(Math.max(memoryBytes, MemoryBudget.MIN_BYTES));
    require(
        chunkBytes == null || chunkBytes >= MIN_CHUNK_BYTES && chunkBytes <= largest,
        "chunkBytes must be "
            + MIN_CHUNK_BYTES
            + " to "
            + largest
            + " with memoryBytes "
            + memoryBytes,
        chunkBytes);
    require(
        chunkRecords >= 1 && chunkRecords <= ChunkLayout.MAX_RECORDS,
        "chunkRecords must be 1 to " + ChunkLayout.MAX_RECORDS,
        chunkRecords);
    require(
        maxDelay.compareTo(Duration.ofMillis(1)) >= 0, "maxDelay must be >= PT0.001S", maxDelay);
    require(maxOwnedStripes >= 0, "maxOwnedStripes must be >= 0", maxOwnedStripes);
    require(!blockDeadline.isNegative(), "blockDeadline must be >= PT0S", blockDeadline);
    require(
        producerName == null
            || !producerName.isBlank()
                && producerName.getBytes(StandardCharsets.UTF_8).length
                    <= Accounting.MAX_NAME_BYTES,
        "producerName must have 1 to " + Accounting.MAX_NAME_BYTES + " bytes",
        producerName);
    int taken = writer.maxChunkBytes();
    require(
        taken >= MIN_CHUNK_BYTES,
        "the raw writer's maxChunkBytes must be >= " + MIN_CHUNK_BYTES,
        taken);
    problems.forEach(options::problem);
    problems.clear();
  }

  private void require(boolean holds, String rule, Object value) {
    if (!holds) {
      problems.add(rule + ", was " + value);
    }
  }

  private ChunkingCollector assemble(ChunkEncoder encoder) {
    MemoryBudget budget = MemoryBudget.of(memoryBytes, chunkRecords, chunkBytes());
    Gate gate = new Gate(policy, Closing.nanos(blockDeadline));
    Parts parts = new Parts(writer, budget, clock, gate, producerName, maxOwnedStripes);
    boolean evict = policy == FullRingPolicy.EVICT_OLDEST;
    // The writer gets so few chunks that there is always room for one more, and one that can give
    // way.
    Sender sender = new Sender(parts, evict ? budget.evictWindowBytes() : Long.MAX_VALUE);
    ChunkSealer sealer =
        new ChunkSealer(parts, serializer.id(), encoder, () -> serializer.newEncoder(options));
    Pump.Limits limits =
        new Pump.Limits(chunkRecords, chunkBytes(), Closing.nanos(maxDelay), evict);
    Pump pump = new Pump(parts, limits, sealer, sender);
    Driver driver =
        manual
            ? Driver.manual(pump, sender, clock)
            : Workers.start(parts, pump, sender, threadFactory);
    return new ChunkingCollector(parts, pump, sender, driver);
  }
}
