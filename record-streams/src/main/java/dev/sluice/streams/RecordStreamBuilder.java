package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.spi.DeadLetters;
import dev.sluice.api.spi.DeadLettersFactory;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.support.Decoders;
import dev.sluice.support.HandledReader;
import dev.sluice.support.Plugins;
import dev.sluice.support.SigningKeys;
import dev.sluice.support.TimeRange;
import dev.sluice.support.platform.SystemPlatform;
import java.io.Flushable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Builder of a {@link RecordStream}. For one thread. */
public final class RecordStreamBuilder {
  private static final int MAX_PARALLELISM = 256;
  private static final int DEFAULT_QUARANTINE_FILES = 1_000;
  private static final long DEFAULT_QUARANTINE_BYTES = 256L << 20;

  /** Option of a source that sets {@link #maxProducers}. */
  public static final Key<Integer> MAX_PRODUCERS =
      Key.integer(
          "max.producers",
          4096,
          1,
          1_000_000,
          "Maximum number of producers in the audit that are incomplete or have not ended;"
              + " eight times as many complete ones are kept. With more, the result is never"
              + " complete.");

  /** Option of a source that calls {@link #trustRanges}. */
  public static final Key<String> RANGES =
      Key.choice(
          "ranges",
          "compared",
          "How chunks made by compact are read together with those that they replace. compared:"
              + " only equal bytes are a duplicate, other chunks come twice and are a conflict."
              + " trusted: replaced chunks count as delivered; only for sources whose writers"
              + " are all trusted, so not for tcp.",
          "compared",
          "trusted");

  private final Endpoint source;
  private final RawReader reader;
  private Platform platform = SystemPlatform.get();
  private Function<Disk, DeadLetters> quarantine = disk -> null;
  private Endpoint deadLetters;
  private Function<Disk, PositionStore> positions = disk -> null;
  private Flushable delivery = () -> {};
  private Positions resumed = Positions.NONE;
  private ErrorPolicy policy = ErrorPolicy.QUARANTINE;
  private Integer maxProducers;
  private boolean rangesTrusted;
  private DecodeLimits limits = DecodeLimits.FORMAT;
  private FieldSelection wanted = FieldSelection.ALL;
  private int parallelism = 1;
  private ChunkSigner keys;
  private TimeRange range = TimeRange.ALL;
  private UnaryOperator<RawReader> around = reader -> reader;
  private Consumer<Chunk> chunkListener = chunk -> {};
  private Consumer<Damage> damageListener = damage -> {};
  private Consumer<Loss> lossListener = loss -> {};

  RecordStreamBuilder(Endpoint source, RawReader reader) {
    this.source = source;
    this.reader = reader;
  }

  /**
   * Sets a directory in which chunks that cannot be read are quarantined, at most 1000 and 256 MiB;
   * by default they are only counted.
   */
  public RecordStreamBuilder quarantine(Path directory) {
    return quarantine(directory, DEFAULT_QUARANTINE_FILES, DEFAULT_QUARANTINE_BYTES);
  }

  /**
   * Sets a directory in which damaged chunks are quarantined, which is created with the first of
   * them. When it contains {@code maxChunks} chunks or {@code maxBytes} bytes, later ones are only
   * counted.
   *
   * @param maxChunks maximum number of damaged chunks, at least 1
   * @param maxBytes maximum number of bytes of all of them, at least 1
   */
  public RecordStreamBuilder quarantine(Path directory, int maxChunks, long maxBytes) {
    if (maxChunks < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "maxChunks and maxBytes must be >= 1, were " + maxChunks + " and " + maxBytes);
    }
    Objects.requireNonNull(directory, "directory");
    quarantine = disk -> new Quarantine(disk, directory, maxChunks, maxBytes);
    deadLetters = null;
    return this;
  }

  /**
   * Sets a dead-letter topic, {@code kafka://b:9092/topic}, or a directory for chunks that cannot
   * be read. The topic has the chunk's bytes, and as headers {@code sluice.source}, {@code
   * sluice.offset}, {@code sluice.reason} and {@code sluice.length}; bytes beyond the maximum size
   * of a message are left out. All in-sync replicas have it before the chunk is acknowledged to its
   * source; if they do not get it, the poll fails, and the chunk comes again.
   *
   * @throws ConfigurationException if the text is not a URI
   */
  public RecordStreamBuilder quarantine(String uri) {
    return quarantine(Endpoint.parse(uri));
  }

  /**
   * Sets a dead-letter topic or a directory for chunks that cannot be read, with options from
   * elsewhere.
   */
  public RecordStreamBuilder quarantine(Endpoint place) {
    if (place.scheme().equals("file")) {
      return quarantine(Path.of(place.path()));
    }
    deadLetters = place;
    return this;
  }

  /**
   * Sets a store of positions: the stream continues from its positions, and saves them before each
   * acknowledgement; by default it starts from the beginning. The partitions and offsets of a
   * custom raw reader must mean the same after a restart.
   */
  public RecordStreamBuilder positions(PositionStore store) {
    Objects.requireNonNull(store, "store");
    positions = disk -> store;
    return this;
  }

  /** Sets a file for the positions, see {@link FilePositionStore}. */
  public RecordStreamBuilder positions(Path file) {
    Objects.requireNonNull(file, "file");
    positions = disk -> FilePositionStore.create(file, disk);
    return this;
  }

  /**
   * Sets the source of time, random numbers, threads and files: for the raw reader, for quarantine
   * and positions in files, and for parallel work. Default: this machine.
   */
  public RecordStreamBuilder platform(Platform value) {
    platform = Objects.requireNonNull(value, "platform");
    return this;
  }

  /**
   * Sets an object that is flushed before positions are saved and chunks are acknowledged to the
   * medium, by the thread that polls: if a consumer sends records on, the source keeps them until
   * they have arrived. An exception ends the poll, and the next poll tries again; a program that
   * ends instead gets the chunks again with its next start.
   *
   * @param sink its {@code flush} must return only when no record that the consumer got can be lost
   */
  public RecordStreamBuilder beforeAcknowledge(Flushable sink) {
    delivery = Objects.requireNonNull(sink, "sink");
    return this;
  }

  /**
   * Continues from the progress of an earlier stream of the same source: its chunks are left out,
   * and all figures of its audit are in the audit of this stream. Replaces {@link
   * #positions(PositionStore)} for programs that keep positions with their results.
   *
   * @param before the result of {@link RecordStream#positions} of that stream
   */
  public RecordStreamBuilder resume(Positions before) {
    resumed = Objects.requireNonNull(before, "before");
    return this;
  }

  /**
   * Sets the policy for chunks and records that cannot be read; by default they are quarantined.
   */
  public RecordStreamBuilder onError(ErrorPolicy errorPolicy) {
    policy = Objects.requireNonNull(errorPolicy, "errorPolicy");
    return this;
  }

  /**
   * Sets the maximum number of producers in the audit that are incomplete or have not ended; eight
   * times as many are kept that ended and are complete; by default 4096, or the value of the
   * source's option {@link #MAX_PRODUCERS}. Each takes half a KiB. Beyond the maximum, the producer
   * that was silent for longest is forgotten: its chunks would be delivered again, and the audit is
   * never complete again.
   *
   * @param producers 1 to 1 000 000
   * @throws ConfigurationException if the number is out of these bounds
   */
  public RecordStreamBuilder maxProducers(int producers) {
    maxProducers = MAX_PRODUCERS.check(producers);
    return this;
  }

  /**
   * Considers chunks delivered if a chunk that replaces them was delivered, and the other way
   * round; so an archive can be read together with its originals without repetition. A program that
   * can write to the source can then hide all chunks of a producer with an invented range. By
   * default only a chunk with equal bytes counts as delivered before; chunks that a range covers
   * are delivered too and reported as conflicts.
   */
  public RecordStreamBuilder trustRanges() {
    rangesTrusted = true;
    return this;
  }

  /** Sets the limits of decoders; by default those of the format. */
  public RecordStreamBuilder limits(DecodeLimits decodeLimits) {
    limits = Objects.requireNonNull(decodeLimits, "decodeLimits");
    return this;
  }

  /**
   * Sets the fields to decode; the record time of each type is always decoded. By default all
   * fields are. Other fields have their default (0, false, null) if a decoder leaves them packed.
   * Packed fields are not checked. Records of types that the selection does not contain are left
   * out where a decoder can, and chunks without any of the selected records are not decoded; the
   * audit counts them as delivered.
   */
  public RecordStreamBuilder fields(FieldSelection selection) {
    wanted = Objects.requireNonNull(selection, "selection");
    return this;
  }

  /**
   * Sets a file of keys: only chunks that were signed with one of them are delivered and counted,
   * see {@link SigningKeys}; others are damage. Default: the value of the source's option {@link
   * SigningKeys#VERIFY}. A signed chunk that comes again is genuine, and a signature cannot detect
   * a chunk that never comes.
   *
   * @throws dev.sluice.api.config.ConfigurationException if the file contains no keys, or other
   *     users can read it
   */
  public RecordStreamBuilder verifyKey(Path file) {
    keys = SigningKeys.VERIFY.parse(file.toString());
    return this;
  }

  /**
   * Sets the number of threads that decode and call the consumer, which must be thread-safe. All
   * records of a producer come in their order and from one thread; those of several producers come
   * at the same time. At most five chunks for each thread are in memory. A poll returns when all
   * its records were delivered. An exception of a consumer ends the poll as with one thread: no
   * other chunk is begun, those being delivered are finished, and all others come again. Listeners
   * are called by one thread at a time. {@link RecordStream#iterator} has one thread always.
   *
   * @param threads 1 to 256; with 1, the default, the thread that polls does all
   */
  public RecordStreamBuilder parallelism(int threads) {
    if (threads < 1 || threads > MAX_PARALLELISM) {
      throw new IllegalArgumentException(
          "parallelism must be 1 to " + MAX_PARALLELISM + ", was " + threads);
    }
    parallelism = threads;
    return this;
  }

  /**
   * Delivers records from this time on, and all records without a record time. Chunks whose headers
   * show that all their records are earlier are not decoded. The audit counts records that are left
   * out as delivered, because they arrived. So the source is read from its own start; the option
   * {@code from} makes a topic start later.
   */
  public RecordStreamBuilder since(Instant time) {
    range = range.withSince(time);
    return this;
  }

  /**
   * Delivers only records before this time, and all records without a record time. The source is
   * still read to its end.
   */
  public RecordStreamBuilder until(Instant time) {
    range = range.withUntil(time);
    return this;
  }

  /** Sets a function that wraps the raw reader when the source is opened. */
  public RecordStreamBuilder around(UnaryOperator<RawReader> wrapper) {
    around = Objects.requireNonNull(wrapper, "wrapper");
    return this;
  }

  /**
   * Sets a listener for each chunk whose records were all delivered, called after them; it must
   * copy the bytes. If it throws, the chunk comes again. Chunks that {@link #since} or {@link
   * #until} leave out completely are not reported.
   */
  public RecordStreamBuilder chunkListener(Consumer<Chunk> listener) {
    chunkListener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Sets a listener for each damage, and for each chunk with rejected records, called after it was
   * quarantined.
   */
  public RecordStreamBuilder damageListener(Consumer<Damage> listener) {
    damageListener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Sets a listener for each gap in the chunks of a producer, and for each drop of records, called
   * as soon as a delivered chunk reveals it.
   */
  public RecordStreamBuilder lossListener(Consumer<Loss> listener) {
    lossListener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Opens the source and reads its options: those of the medium, {@link #MAX_PRODUCERS}, {@link
   * #RANGES} and {@link SigningKeys#VERIFY}.
   *
   * @throws IOException if the source cannot be reached or read, the positions cannot be loaded, or
   *     the quarantine's topic cannot be reached
   * @throws ConfigurationException with all mistakes of its URI
   */
  public RecordStream open() throws IOException {
    PositionStore store = positions.apply(platform.disk());
    Positions restored = store == null ? resumed : store.load();
    RawReader opened = reader == null ? openSource(restored.offsets()) : reader;
    DeadLetters aside =
        deadLetters == null ? quarantine.apply(platform.disk()) : openDeadLetters(opened);
    int producers = maxProducers == null ? MAX_PRODUCERS.defaultValue() : maxProducers;
    ChunkPipeline.Settings settings =
        new ChunkPipeline.Settings(
            aside,
            delivery,
            store,
            source == null || !source.scheme().equals("tcp"),
            range,
            policy,
            chunkListener,
            damageListener,
            lossListener,
            platform);
    AuditTrail audit = new AuditTrail(producers, rangesTrusted, restored, platform::randomLong);
    return new RecordStream(
        HandledReader.verified(opened, keys),
        new ChunkPipeline(
            settings, parallelism, () -> new Decoders(limits, wanted), audit, restored.offsets()));
  }

  private DeadLetters openDeadLetters(RawReader opened) throws IOException {
    boolean open = false;
    try {
      DeadLetters aside =
          Plugins.find(
                  DeadLettersFactory.class,
                  DeadLettersFactory::scheme,
                  deadLetters.scheme(),
                  "quarantine scheme")
              .open(deadLetters, source, platform);
      open = true;
      return aside;
    } finally {
      if (!open) {
        opened.close();
      }
    }
  }

  private RawReader openSource(Map<String, Long> handledBefore) throws IOException {
    RawReaderFactory factory =
        Plugins.find(
            RawReaderFactory.class, RawReaderFactory::scheme, source.scheme(), "source scheme");
    int producers = source.options().get(MAX_PRODUCERS);
    maxProducers = maxProducers == null ? producers : maxProducers;
    rangesTrusted |= source.options().get(RANGES).equals("trusted");
    if (rangesTrusted && source.scheme().equals("tcp")) {
      throw new ConfigurationException(
          List.of("ranges must not be trusted of tcp, to which others may connect"));
    }
    ChunkSigner named = source.options().get(SigningKeys.VERIFY);
    keys = keys == null ? named : keys;
    RawReader opened = factory.newReader(source, platform, handledBefore);
    boolean right = false;
    try {
      source.options().finish();
      opened = around.apply(opened);
      right = true;
    } finally {
      if (!right) {
        opened.close();
      }
    }
    return opened;
  }
}
