package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.chunking.ChunkLimits;
import dev.sluice.collectors.chunking.Chunking;
import dev.sluice.collectors.chunking.DelayGoal;
import dev.sluice.collectors.delivery.Backlog;
import dev.sluice.collectors.delivery.BufferPool;
import dev.sluice.collectors.delivery.Ledger;
import dev.sluice.collectors.delivery.Outbox;
import dev.sluice.collectors.delivery.Producer;
import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.ring.Symbols;
import dev.sluice.collectors.ring.Types;
import dev.sluice.collectors.spill.ChunkStore;
import dev.sluice.collectors.spill.Spill;
import dev.sluice.collectors.spill.SpillSettings;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.FailureLog;
import dev.sluice.support.Plugins;
import dev.sluice.support.SigningKeys;
import dev.sluice.support.platform.SystemPlatform;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

/** Builds a {@link ChunkingCollector}. For one thread. */
public final class ChunkingCollectorBuilder {
  /** Default number of records of a chunk. */
  public static final int DEFAULT_CHUNK_RECORDS = MemoryBudget.DEFAULT_CHUNK_RECORDS;

  /** Default maximum size of a chunk in bytes; a smaller memory lowers it. */
  public static final int DEFAULT_CHUNK_BYTES = MemoryBudget.DEFAULT_CHUNK_BYTES;

  /**
   * Default memory of a collector in bytes; with a heap of less than 160 MiB an eighth of that, at
   * least 1 MiB.
   */
  public static final long DEFAULT_MEMORY_BYTES = MemoryBudget.DEFAULT_BYTES;

  private final Function<Platform, RawWriter> writers;
  private final Serializer serializer;
  private final Options options;
  private final String sink;
  private int maxOwnedStripes = Integer.MAX_VALUE;
  private Platform platform = SystemPlatform.get();
  private boolean sinceEpoch;

  /** Platform that makes the threads; null for {@link #platform}. */
  private Platform threadsFrom;

  private BiFunction<Long, ObjLongConsumer<DropCause>, ChunkStore> stores =
      (producerId, lost) -> null;
  private Attributes attributes = Attributes.NONE;

  ChunkingCollectorBuilder(RawWriter writer, Serializer serializer, Options options) {
    this(platform -> writer, serializer, options, writer.getClass().getName());
  }

  private ChunkingCollectorBuilder(
      Function<Platform, RawWriter> writers, Serializer serializer, Options options, String sink) {
    this.sink = sink;
    this.writers = writers;
    this.serializer = Objects.requireNonNull(serializer, "serializer");
    this.options = Objects.requireNonNull(options, "options");
  }

  /** Returns a builder for a sink, with the options of its URI; they are checked when it builds. */
  static ChunkingCollectorBuilder of(Endpoint sink) {
    Options options = sink.options();
    List<String> missing = new ArrayList<>();
    Serializer serializer =
        Plugins.find(
            Serializer.class,
            Serializer::name,
            options.get(CollectorKeys.SERIALIZER),
            "serializer",
            missing::add);
    RawWriterFactory factory =
        Plugins.find(
            RawWriterFactory.class,
            RawWriterFactory::scheme,
            sink.scheme(),
            "scheme",
            missing::add);
    if (!missing.isEmpty()) {
      throw new ConfigurationException(missing);
    }
    return new ChunkingCollectorBuilder(
        platform -> factory.newWriter(sink, platform), serializer, options, name(sink));
  }

  /**
   * Returns the collector's name for a sink; the name for a file does not depend on the working
   * directory.
   */
  static String name(Endpoint sink) {
    try {
      return sink.scheme().equals("file")
          ? "file:" + Path.of(sink.path()).toAbsolutePath().normalize()
          : sink.toString();
    } catch (InvalidPathException e) {
      return sink.toString(); // the raw writer has told of it
    }
  }

  private <T> ChunkingCollectorBuilder set(Key<T> key, T value) {
    options.set(key, Objects.requireNonNull(value, key.name()));
    return this;
  }

  /**
   * Sets the producer's name, at most {@value Accounting#MAX_NAME_BYTES} bytes of UTF-8; default
   * none.
   */
  public ChunkingCollectorBuilder producerName(String value) {
    return set(CollectorKeys.PRODUCER, value);
  }

  /**
   * Sets the option {@code attributes.NAME}: an attribute that each chunk carries, see {@link
   * Attributes}.
   */
  public ChunkingCollectorBuilder attribute(String name, String value) {
    options.set(CollectorKeys.ATTRIBUTES.name() + name, value, "code");
    return this;
  }

  /**
   * Sets the option {@code delay}: the maximum time that a row waits before its chunk is closed.
   */
  public ChunkingCollectorBuilder maxDelay(Duration value) {
    return set(CollectorKeys.DELAY, value);
  }

  /** Sets the option {@code chunk.records}: the number of records of a chunk. */
  public ChunkingCollectorBuilder chunkRecords(int value) {
    return set(CollectorKeys.CHUNK_RECORDS, value);
  }

  /**
   * Sets the option {@code chunk.bytes}: the maximum size of a chunk in bytes, header included.
   * Chunks are never larger than the raw writer takes.
   */
  public ChunkingCollectorBuilder chunkBytes(int value) {
    return set(CollectorKeys.CHUNK_BYTES, (long) value);
  }

  /** Sets the option {@code chunk.adapt}: a delay to keep with the largest possible chunks. */
  public ChunkingCollectorBuilder chunkAdapt(DelayGoal value) {
    return set(CollectorKeys.ADAPT, value);
  }

  /**
   * Sets the option {@code memory}: bytes for the ring, the batch, the encoder and chunks that are
   * not delivered. The texts of symbols are not included.
   */
  public ChunkingCollectorBuilder memoryBytes(long value) {
    return set(CollectorKeys.MEMORY, value);
  }

  /**
   * Sets the maximum number of threads that have a stripe of their own at a time; all other threads
   * share one. Default: as many as the memory has room for, 8 with 20 MiB, at most 63. 0 makes all
   * threads share.
   */
  public ChunkingCollectorBuilder maxOwnedStripes(int value) {
    maxOwnedStripes = value;
    return this;
  }

  /** Sets the option {@code policy}: what happens if the ring is full or the sink too slow. */
  public ChunkingCollectorBuilder policy(FullRingPolicy value) {
    return set(CollectorKeys.POLICY, value);
  }

  /**
   * Sets the option {@code block.deadline}: the maximum time that an emit waits with {@link
   * FullRingPolicy#BLOCK}.
   */
  public ChunkingCollectorBuilder blockDeadline(Duration value) {
    return set(CollectorKeys.BLOCK_DEADLINE, value);
  }

  /**
   * Sets the option {@code spill}: the directory for chunks that the sink does not take in time.
   */
  public ChunkingCollectorBuilder spill(Path value) {
    return set(CollectorKeys.SPILL, value);
  }

  /** Sets the option {@code spill.bytes}: the maximum size of the spill directory in bytes. */
  public ChunkingCollectorBuilder spillBytes(long value) {
    return set(CollectorKeys.SPILL_BYTES, value);
  }

  /** Sets the option {@code spill.age}: the age from which spilled chunks are dropped. */
  public ChunkingCollectorBuilder spillAge(Duration value) {
    return set(CollectorKeys.SPILL_AGE, value);
  }

  /**
   * Sets the option {@code sign}: the file with the key that signs every chunk, see {@link
   * SigningKeys}.
   */
  public ChunkingCollectorBuilder sign(Path value) {
    options.set(SigningKeys.SIGN.name(), value.toString(), Options.CODE);
    return this;
  }

  /**
   * Sets the factory of the two threads, which are then named and made daemons. Default: plain
   * platform threads.
   */
  public ChunkingCollectorBuilder threadFactory(ThreadFactory value) {
    threadsFrom = SystemPlatform.with(value);
    return this;
  }

  /** Sets the source of time, random numbers, threads and files. Default: this machine. */
  public ChunkingCollectorBuilder platform(Platform value) {
    platform = Objects.requireNonNull(value, "platform");
    return this;
  }

  /**
   * Declares that all instants in records are nanoseconds since the epoch, taken by another
   * program, which readers get unchanged. Default: {@link System#nanoTime}, to which readers add
   * the clock's offset.
   */
  public ChunkingCollectorBuilder instantsSinceEpoch() {
    sinceEpoch = true;
    return this;
  }

  /**
   * Sets the factory of the outbox's store. It gets the producer's id and a consumer that counts
   * the records that the store drops, as {@link Ledger#dropStored} does; null for no store.
   */
  ChunkingCollectorBuilder store(BiFunction<Long, ObjLongConsumer<DropCause>, ChunkStore> value) {
    stores = value;
    return this;
  }

  /**
   * Checks all settings, creates the collector and starts its threads.
   *
   * @throws ConfigurationException naming all mistakes at once; the raw writer is then closed, as
   *     after whatever else a serializer or a thread factory throws
   */
  public ChunkingCollector build() {
    RawWriter writer = writers.apply(platform);
    try {
      check(writer);
      int chunkBytes = CollectorKeys.chunkBytes(options);
      SpillSettings spill = CollectorKeys.spill(options, sink);
      ChunkSigner signer = options.get(SigningKeys.SIGN);
      ChunkEncoder encoder = serializer.newEncoder(options);
      options.finish();
      return assemble(writer, encoder, signer, chunkBytes, spill);
    } catch (RuntimeException | Error e) {
      close(writer, e);
      throw e;
    }
  }

  private static void close(RawWriter writer, Throwable failure) {
    try {
      writer.close(Duration.ZERO);
    } catch (RuntimeException | Error e) {
      if (e != failure) { // one that was made beforehand may come again
        failure.addSuppressed(e);
      }
    }
  }

  private void check(RawWriter writer) {
    CollectorKeys.boundMemory(options, Runtime.getRuntime().maxMemory());
    CollectorKeys.boundAdaptation(options);
    CollectorKeys.ALL.forEach(options::get);
    attributes = CollectorKeys.attributes(options);
    require(maxOwnedStripes >= 0, "maxOwnedStripes must be >= 0", maxOwnedStripes);
    int taken = writer.maxChunkBytes();
    require(
        taken >= CollectorKeys.MIN_CHUNK_BYTES,
        "the raw writer's maxChunkBytes must be >= " + CollectorKeys.MIN_CHUNK_BYTES,
        taken);
  }

  private void require(boolean holds, String rule, int value) {
    if (!holds) {
      options.problem(rule + ", was " + value);
    }
  }

  private ChunkingCollector assemble(
      RawWriter writer,
      ChunkEncoder encoder,
      ChunkSigner signer,
      int chunkBytes,
      SpillSettings spill) {
    int chunkRecords = options.get(CollectorKeys.CHUNK_RECORDS);
    int mostRecords =
        options.isGiven(CollectorKeys.CHUNK_RECORDS) ? chunkRecords : Chunking.DEFAULT_MAX_RECORDS;
    long delayNanos = Closing.nanos(options.get(CollectorKeys.DELAY));
    FullRingPolicy policy = options.get(CollectorKeys.POLICY);
    MemoryBudget budget =
        MemoryBudget.of(options.get(CollectorKeys.MEMORY), mostRecords, chunkBytes);
    Producer producer =
        new Producer(
            platform.randomLong(), options.get(CollectorKeys.PRODUCER), attributes, platform);

    CollectorThreads threads = new CollectorThreads(platform);
    Types types = new Types(new Symbols(Symbol.MAX_SYMBOLS));
    int large = Math.min(maxOwnedStripes, budget.largeStripes());
    int small = Math.min(maxOwnedStripes - large, budget.smallStripes());
    Ring ring =
        new Ring(
            budget.sharedWords(),
            budget.sharedStripes(),
            budget.largeWords(),
            large,
            budget.smallWords(),
            small,
            threads);
    long blockNanos = Closing.nanos(options.get(CollectorKeys.BLOCK_DEADLINE));
    RingSink sink = new RingSink(ring, types, policy, blockNanos, platform);

    Ledger ledger = new Ledger(producer, new BufferPool(budget.sealedBytes()), ring.state.refused);
    ChunkStore store =
        spill == null
            ? stores.apply(producer.id(), ledger::dropStored)
            : new Spill(spill, producer.id(), platform, ledger::dropStored, logTo(producer.log()));
    boolean evicts = policy == FullRingPolicy.EVICT_OLDEST;
    Backlog backlog = new Backlog(store, policy == FullRingPolicy.BLOCK, evicts, ledger, producer);
    // The writer gets so few chunks that there is always room for one more, and one that can give
    // way.
    boolean givesWay = evicts || store != null;
    long window = givesWay ? budget.evictWindowBytes() : Long.MAX_VALUE;
    ChunkLimits limits = new ChunkLimits(chunkRecords, chunkBytes, delayNanos);
    Chunking chunking =
        new Chunking(limits, mostRecords, options.get(CollectorKeys.ADAPT), platform.nanoTime());
    String meanwhile = policy.meanwhile(store != null);
    Outbox outbox =
        new Outbox(writer, ledger, backlog, threads, chunking, meanwhile, window, producer);

    RowBatch batch = new RowBatch(budget.batchWords(), types);
    ChunkSealer sealer =
        new ChunkSealer(
            batch,
            types,
            budget.bodyBytes(),
            outbox,
            producer,
            new ClockAnchor(sinceEpoch ? null : platform),
            serializer.id(),
            signer,
            encoder,
            () -> serializer.newEncoder(options));
    Pump pump = new Pump(sink, chunking, batch, sealer, outbox, producer);
    ChunkingCollector collector = new ChunkingCollector(sink, pump, outbox, threads, producer);
    // Last: what fails behind it would leave threads that nobody stops.
    threads.start(threadsFrom == null ? platform : threadsFrom, pump, outbox, producer.label());
    return collector;
  }

  private static Consumer<String> logTo(FailureLog log) {
    return text -> {
      log.failed(text, "", null);
      log.succeeded(null); // each is a failure of its own
    };
  }
}
