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

/** How a {@link RecordStream} is opened. For one thread. */
public final class RecordStreamBuilder {
  private static final int MAX_PARALLELISM = 256;
  private static final int DEFAULT_QUARANTINE_FILES = 1_000;
  private static final long DEFAULT_QUARANTINE_BYTES = 256L << 20;

  /** The option of a source that sets {@link #maxProducers}. */
  public static final Key<Integer> MAX_PRODUCERS =
      Key.integer(
          "max.producers",
          4096,
          1,
          1_000_000,
          "Producers in the audit of which something is missing or may still come; eight times as "
              + "many that ended and are complete. With more, the result is never complete.");

  /** The option of a source that calls {@link #trustRanges}. */
  public static final Key<String> RANGES =
      Key.choice(
          "ranges",
          "compared",
          "How chunks that compact made are read beside those that they replace. compared: only the "
              + "same bytes are a duplicate, others come twice and are a conflict. trusted: what a "
              + "chunk says to replace is taken as had; for sources of which every writer is "
              + "trusted, so not for tcp.",
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
   * Sets chunks that cannot be read aside in that directory, at most 1000 and 256 MiB; by default
   * they are only counted.
   */
  public RecordStreamBuilder quarantine(Path directory) {
    return quarantine(directory, DEFAULT_QUARANTINE_FILES, DEFAULT_QUARANTINE_BYTES);
  }

  /**
   * Sets damaged chunks aside in that directory, which is created with the first of them. When it
   * holds {@code maxChunks} chunks or {@code maxBytes} bytes, later ones are only counted.
   *
   * @param maxChunks damaged chunks, at least 1
   * @param maxBytes bytes of all of them, at least 1
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
   * Sends chunks that cannot be read to a dead-letter topic, {@code kafka://b:9092/topic}, or sets
   * them aside in a directory. The topic has the chunk's bytes, and as headers {@code
   * sluice.source}, {@code sluice.offset}, {@code sluice.reason} and {@code sluice.length}; bytes
   * beyond what a message may have are left out. All in-sync replicas have it before the chunk is
   * acknowledged to its source; if they do not get it the poll fails, and the chunk comes again.
   *
   * @throws ConfigurationException if it is no URI
   */
  public RecordStreamBuilder quarantine(String uri) {
    return quarantine(Endpoint.parse(uri));
  }

  /** Sets the same with options from elsewhere. */
  public RecordStreamBuilder quarantine(Endpoint place) {
    if (place.scheme().equals("file")) {
      return quarantine(Path.of(place.path()));
    }
    deadLetters = place;
    return this;
  }

  /**
   * Goes on where the store says, and saves there before each acknowledgement; by default it starts
   * anew. What a raw reader of one's own calls partitions and offsets must mean the same after a
   * restart.
   */
  public RecordStreamBuilder positions(PositionStore store) {
    Objects.requireNonNull(store, "store");
    positions = disk -> store;
    return this;
  }

  /** Sets the same with a {@link FilePositionStore} in that file. */
  public RecordStreamBuilder positions(Path file) {
    Objects.requireNonNull(file, "file");
    positions = disk -> FilePositionStore.create(file, disk);
    return this;
  }

  /**
   * Sets where time, chance, threads and files come from: for the raw reader, for quarantine and
   * positions in files, and for parallel work. Default: this machine.
   */
  public RecordStreamBuilder platform(Platform value) {
    platform = Objects.requireNonNull(value, "platform");
    return this;
  }

  /**
   * Flushes that before positions are saved and chunks are acknowledged to the medium, by the
   * thread that polls: where a consumer sends records on, a source so keeps them until they have
   * arrived. What it throws ends the poll, and is tried again with the next one; a program that
   * ends instead gets the chunks again with its next start.
   *
   * @param sink whose {@code flush} returns when nothing that the consumer was given can be lost
   */
  public RecordStreamBuilder beforeAcknowledge(Flushable sink) {
    delivery = Objects.requireNonNull(sink, "sink");
    return this;
  }

  /**
   * Goes on where a stream that read the same source before has come to: its chunks are left out,
   * and all figures of its audit are in the one of this stream. In place of {@link
   * #positions(PositionStore)}, for whoever keeps positions with the results.
   *
   * @param before what {@link RecordStream#positions} of that stream told
   */
  public RecordStreamBuilder resume(Positions before) {
    resumed = Objects.requireNonNull(before, "before");
    return this;
  }

  /** Sets what becomes of chunks and records that cannot be read; by default they are set aside. */
  public RecordStreamBuilder onError(ErrorPolicy errorPolicy) {
    policy = Objects.requireNonNull(errorPolicy, "errorPolicy");
    return this;
  }

  /**
   * Sets how many producers the audit keeps of which something is missing or may still come, and eight
   * times as many that ended and are complete; by default 4096, or what the source's option {@link
   * #MAX_PRODUCERS} says. Half a KiB each. Beyond, the one that was silent for longest is
   * forgotten: its chunks would be delivered again, and the audit is never complete again.
   *
   * @param producers 1 to 1 000 000
   * @throws ConfigurationException if it is out of these bounds
   */
  public RecordStreamBuilder maxProducers(int producers) {
    maxProducers = MAX_PRODUCERS.check(producers);
    return this;
  }

  /**
   * Takes chunks as handed over if one that replaces them was, and the other way round; so an
   * archive can be read beside its originals without repetition. Whoever can write to the source
   * can then hide all chunks of a producer by a range that it makes up. By default only what has
   * the same bytes counts as handed over before; what a range covers is handed over too, and a
   * conflict.
   */
  public RecordStreamBuilder trustRanges() {
    rangesTrusted = true;
    return this;
  }

  /** Sets what decoders accept at most; by default the format's own limits. */
  public RecordStreamBuilder limits(DecodeLimits decodeLimits) {
    limits = Objects.requireNonNull(decodeLimits, "decodeLimits");
    return this;
  }

  /**
   * Decodes these fields alone, and the record time of each type; by default all. Other fields have
   * their default (0, false, null) where a decoder leaves them packed. What is left packed is not
   * checked. Records of types that the selection does not contain are left out where a decoder can,
   * and chunks that have none of the others are not decoded; the audit counts them as delivered.
   */
  public RecordStreamBuilder fields(FieldSelection selection) {
    wanted = Objects.requireNonNull(selection, "selection");
    return this;
  }

  /**
   * Hands out and counts only chunks that were signed with a key of that file, see {@link
   * SigningKeys}; others are damage. By default what the source's option {@link SigningKeys#VERIFY}
   * says. A signed chunk that comes again is genuine, and one that never comes is not missed by
   * this.
   *
   * @throws dev.sluice.api.config.ConfigurationException if the file holds no keys, or others can
   *     read it
   */
  public RecordStreamBuilder verifyKey(Path file) {
    keys = SigningKeys.VERIFY.parse(file.toString());
    return this;
  }

  /**
   * Decodes on that many threads, which also call the consumer: it must be thread-safe. All records
   * of a producer come in their order and from one thread; those of several producers come at the
   * same time. At most five chunks for each thread are held. A poll returns when all its records
   * were handed over. What a consumer throws ends the poll as with one thread: no other chunk is
   * begun, those being handed over are finished, and all that were not come again. Listeners are
   * called by one thread at a time. {@link RecordStream#iterator} has one thread always.
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
   * Hands over records from this time on; what has no record time always. Chunks whose headers tell
   * that all their records are earlier are not decoded. The audit counts what is left out as
   * delivered: it arrived. So the source is read from where it starts by itself; a topic is told to
   * start later by its option {@code from}.
   */
  public RecordStreamBuilder since(Instant time) {
    range = range.withSince(time);
    return this;
  }

  /** Sets the same for records before this time. The source is read on to its end. */
  public RecordStreamBuilder until(Instant time) {
    range = range.withUntil(time);
    return this;
  }

  /** Puts something between the medium and this stream, when the source is opened. */
  public RecordStreamBuilder around(UnaryOperator<RawReader> wrapper) {
    around = Objects.requireNonNull(wrapper, "wrapper");
    return this;
  }

  /**
   * Is told of each chunk of which all records were delivered, after them; the bytes must be
   * copied. If it throws, the chunk comes again. Chunks that {@link #since} or {@link #until} leave
   * out whole are not told.
   */
  public RecordStreamBuilder chunkListener(Consumer<Chunk> listener) {
    chunkListener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Is told of each damage, and of each chunk of which records were rejected, after it was set
   * aside.
   */
  public RecordStreamBuilder damageListener(Consumer<Damage> listener) {
    damageListener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Is told of each gap in the chunks of a producer, and of each drop of records, as soon as a
   * chunk that was delivered shows it.
   */
  public RecordStreamBuilder lossListener(Consumer<Loss> listener) {
    lossListener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Opens the source. Its options are read: those of the medium, {@link #MAX_PRODUCERS} and {@link
   * #RANGES} and {@link SigningKeys#VERIFY}.
   *
   * @throws IOException if it cannot be reached or read, the positions not be loaded, or the topic
   *     of the quarantine not be reached
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
