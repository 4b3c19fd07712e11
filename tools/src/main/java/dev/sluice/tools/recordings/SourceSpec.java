package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.rawwriters.kafka.SameTopic;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordConsumer;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.support.ChunkFilter;
import dev.sluice.support.HandledReader;
import dev.sluice.support.Plugins;
import dev.sluice.support.SigningKeys;
import dev.sluice.support.TimeRange;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The source that a tool reads: a path, {@code file:…}, {@code kafka://host:port/topic} or {@code
 * tcp://host:port}, where it listens. Can be opened again where {@link #isRepeatable}. For one
 * thread.
 */
public final class SourceSpec {
  private static final String OURS = "command line";
  private static final String FILE = "file";
  private static final Duration POLL = Duration.ofMillis(500);
  private static final String FROM = "from";

  private final RawReaderFactory factory;
  private final Endpoint endpoint;
  private final boolean follow;
  private final Instant since;
  private final Instant until;
  private final Notices notices;
  private ReadPart part;
  private boolean waiting;

  /**
   * The record times that are read.
   *
   * @param since the first, or null
   * @param until the one before which records are, or null
   */
  public record Times(Instant since, Instant until) {
    /** Time range of all records. */
    public static final Times ALL = new Times(null, null);
  }

  /** One poll for new records. */
  @FunctionalInterface
  public interface Poll {
    /** Hands on what is there; returns how many records that were. */
    long run() throws IOException;
  }

  private SourceSpec(
      RawReaderFactory factory, Endpoint endpoint, boolean follow, Times times, Notices notices) {
    this.factory = factory;
    this.endpoint = endpoint;
    this.follow = follow;
    this.since = times.since();
    this.until = times.until();
    this.notices = notices;
  }

  /** Returns a source that is read to the end found at the start, without reports of progress. */
  public static SourceSpec of(String text) {
    return of(text, new Options(Map.of()), false, Times.ALL, Notices.NONE);
  }

  /**
   * Returns a source that is read to the end found at the start, or that ends when its writers have
   * gone, unless it is followed.
   *
   * @param options from elsewhere; those in the text go before
   * @throws dev.sluice.api.config.ConfigurationException if no raw reader knows the scheme
   */
  public static SourceSpec of(
      String text, Options options, boolean follow, Times times, Notices notices) {
    RawReaderFactory factory = factory(Endpoint.parse(text));
    Set<String> known = factory.keys().stream().map(Key::name).collect(Collectors.toSet());
    if (known.contains("follow")) {
      options.set("follow", Boolean.toString(follow), OURS);
    } else if (!follow && known.contains("until")) {
      options.set("until", "end", OURS);
    }
    if (known.contains("timeout")) {
      options.offerDefault("timeout", "10s", OURS); // who looks on wants to know it soon
    }
    if (times.since() != null) {
      options.offer(FROM, times.since().toString(), OURS);
    }
    return new SourceSpec(factory, Endpoint.parse(text, options), follow, times, notices);
  }

  /** Finds what opens a source. */
  public static RawReaderFactory factory(Endpoint endpoint) {
    return Plugins.find(
        RawReaderFactory.class, RawReaderFactory::scheme, endpoint.scheme(), "source scheme");
  }

  /** Opens the source for records; the listeners get delivered chunks and damage. */
  public RecordStream open(Consumer<Chunk> chunks, Consumer<Damage> damages) throws IOException {
    return builder().chunkListener(chunks).damageListener(damages).open();
  }

  /** Opens the source for records that are asked for in another way. */
  public RecordStreamBuilder builder() {
    return builder(UnaryOperator.identity());
  }

  /**
   * Returns a builder with a wrapper around the raw reader, which also gets chunks that are left
   * out.
   */
  public RecordStreamBuilder builder(UnaryOperator<RawReader> around) {
    // Chunks of that time or later are read and counted, so that the audit is that of all.
    RecordStreamBuilder builder = wholeChunks(around, null);
    if (since != null) {
      builder.since(since);
    }
    return until == null ? builder : builder.until(until);
  }

  /** Returns a builder with a listener that gets each valid chunk before its records. */
  public RecordStreamBuilder builderFor(Consumer<Chunk> listener) {
    return builder(
        reader -> {
          ChunkSigner keys = endpoint.options().get(SigningKeys.VERIFY);
          return new HandledReader(
              HandledReader.verified(reader, keys),
              handler -> ChunkFilter.notifying(handler, listener));
        });
  }

  /**
   * Returns all records of a chunk that has one of the start time or later, and one before the end.
   */
  private RecordStreamBuilder wholeChunks(UnaryOperator<RawReader> around, Instant end) {
    return RecordStream.builder(endpoint)
        .around(reader -> opened(around.apply(reader), reader, end));
  }

  /**
   * Returns whether it can be opened several times for the same records, as no port and no pipe
   * can.
   */
  public boolean isRepeatable() {
    if (endpoint.scheme().equals(FILE)) {
      File file = new File(endpoint.path());
      return !file.exists() || file.isFile() || file.isDirectory();
    }
    return !endpoint.scheme().equals("tcp");
  }

  /** Returns whether it is a path without wildcards where there is nothing yet. */
  public boolean isAbsent() {
    String path = endpoint.path();
    return endpoint.scheme().equals(FILE)
        && !path.matches(".*[*?\\[{].*")
        && !new File(path).exists();
  }

  /**
   * Refuses to be written to by who reads it: all would be there twice.
   *
   * @throws ToolException if the target is the same topic, or a file among those that are read
   */
  public void refuseAsTarget(Endpoint target) throws IOException {
    if (SameTopic.isSame(endpoint, target) || isFileOf(target)) {
      throw new ToolException(
          target + " is part of the source " + this + "; choose another target");
    }
  }

  private boolean isFileOf(Endpoint target) throws IOException {
    if (!endpoint.scheme().equals(FILE) || !target.scheme().equals(FILE)) {
      return false;
    }
    Path from = Path.of(endpoint.path()).toAbsolutePath().normalize();
    Path directory = Files.isDirectory(from) ? from : from.getParent();
    Path to = Path.of(target.path()).toAbsolutePath().normalize();
    boolean many = Files.isDirectory(from) || !Files.exists(from); // a glob, which may match it
    return Files.exists(to) && Files.exists(from) && Files.isSameFile(from, to)
        || many
            && Files.isDirectory(directory)
            && Files.isDirectory(to.getParent())
            && Files.isSameFile(directory, to.getParent());
  }

  /** Maximum number of producers in the audit of the source, which its options set. */
  public int maxProducers() {
    return endpoint.options().get(RecordStreamBuilder.MAX_PRODUCERS);
  }

  /** Opens the source for chunks. */
  public RawReader openRaw() throws IOException {
    ChunkSigner keys = endpoint.options().get(SigningKeys.VERIFY);
    RawReader reader = factory.newReader(endpoint, SystemPlatform.get());
    endpoint.options().finish();
    return opened(HandledReader.verified(reader, keys), reader, until);
  }

  /** Reads all chunks; of a source without an end for ever. */
  public void readChunks(ChunkHandler handler) throws IOException {
    long[] records = {0};
    ChunkHandler telling =
        ChunkFilter.notifying(
            handler, chunk -> notices.read(records[0] += chunk.header().recordCount(), part()));
    try (RawReader reader = openRaw()) {
      while (!reader.exhausted()) {
        reader.poll(telling, POLL);
      }
    } finally {
      notices.clear();
    }
  }

  /** Returns the receiver of progress. */
  Notices notices() {
    return notices;
  }

  private RawReader opened(RawReader outer, RawReader reader, Instant end) {
    if (reader instanceof TcpRawReader tcp) {
      InetSocketAddress address = tcp.address();
      notices.tell(
          "listening on " + address.getAddress().getHostAddress() + " port " + address.getPort());
    }
    if (since == null && end == null) {
      return counted(outer);
    }
    TimeRange all = since == null ? TimeRange.ALL : TimeRange.ALL.withSince(since);
    TimeRange range = end == null ? all : all.withUntil(end);
    // Skips chunks that lie outside, for sources that do not do so themselves.
    return new HandledReader(outer, handler -> ChunkFilter.within(handler, range));
  }

  private RawReader counted(RawReader reader) {
    if (follow || !endpoint.scheme().equals(FILE)) {
      return reader;
    }
    part = ReadPart.of(new File(endpoint.path()));
    return part.counted(reader);
  }

  /**
   * Returns the part of it that was read since it was opened, from 0 to 1; NaN if that is not
   * known.
   */
  public double part() {
    return part == null ? Double.NaN : part.done();
  }

  /** Reads all records of whole chunks, chunks and damage, and returns the audit. */
  public Audit readAll(RecordConsumer records, Consumer<Chunk> chunks, DamageList damages)
      throws IOException {
    return readAll(records, chunks, damages, Notices.NONE);
  }

  /** Reads the source and reports the progress. */
  Audit readAndTell(RecordConsumer records, Consumer<Chunk> chunks, DamageList damages)
      throws IOException {
    try {
      return readAll(records, chunks, damages, notices);
    } finally {
      notices.clear();
    }
  }

  private Audit readAll(
      RecordConsumer records, Consumer<Chunk> chunks, DamageList damages, Notices told)
      throws IOException {
    long[] count = {0};
    try (RecordStream stream =
        wholeChunks(UnaryOperator.identity(), until)
            .chunkListener(
                chunk -> {
                  chunks.accept(chunk);
                  count[0] += chunk.header().recordCount();
                  told.read(count[0], part());
                })
            .damageListener(damages)
            .open()) {
      stream.drain(records);
      return checked(stream.audit(), damages);
    }
  }

  /**
   * Polls an open stream. If a followed topic does not exist yet, that is reported once.
   *
   * @return whether the source was there
   */
  public boolean poll(Poll poll) throws IOException {
    try {
      poll.run();
      return true;
    } catch (NoSuchSourceException e) {
      if (!follow) {
        throw e;
      }
      if (!waiting) {
        notices.tell(e.getMessage() + "; waiting for it");
        waiting = true;
      }
      return false;
    }
  }

  /** Polls an open stream until it is exhausted, and reports the number of records. */
  public void readAll(BooleanSupplier exhausted, Poll poll, Notices told) throws IOException {
    long[] records = {0};
    while (!exhausted.getAsBoolean()) {
      poll(() -> records[0] += poll.run());
      told.read(records[0], part());
    }
  }

  /** Returns the first time that is read, or null if all are. */
  Instant since() {
    return since;
  }

  /** Refuses a source in which nothing was found, or nothing that ever was a chunk. */
  public Audit checked(Audit audit, DamageList damages) {
    checkAny(audit.chunks(), damages);
    return audit;
  }

  /** Refuses a source in which nothing was found, or nothing that ever was a chunk. */
  public void checkAny(long chunks, DamageList damages) {
    long others = chunks == 0 ? damages.bytesOfOthers() : 0;
    if (others > 0) {
      throw new ToolException(
          this + " is not a recording: no chunk begins in its " + Figures.count(others, "byte"));
    }
    if (chunks + damages.count() == 0) {
      String after = since == null ? "" : " since " + since;
      String before = until == null ? "" : " before " + until;
      throw new ToolException(
          since == null && until == null
              ? this + " is empty: it contains no chunk"
              : this + " contains no chunk" + after + before);
    }
  }

  /** Returns the address without options, which may contain secrets. */
  @Override
  public String toString() {
    boolean plainFile = endpoint.scheme().equals(FILE) && endpoint.authority().isEmpty();
    return plainFile ? endpoint.path() : endpoint.toString();
  }
}
