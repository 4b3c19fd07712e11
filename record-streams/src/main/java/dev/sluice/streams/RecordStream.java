package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.spi.RawReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The records of a source, whatever medium and format it has, without duplicates, with an audit of
 * what is missing.
 *
 * <pre>
 * try (RecordStream stream = RecordStream.builder("kafka://localhost:9092/records").open()) {
 *   while (running) {
 *     stream.poll((cursor, chunk) -&gt; System.out.println(cursor.type()), Duration.ofSeconds(1));
 *   }
 * }
 * </pre>
 *
 * <p>For one thread, but for {@link #wakeup} and {@link #audit}.
 */
public final class RecordStream implements AutoCloseable {
  private static final Duration POLL_TIMEOUT = Duration.ofSeconds(1);

  private final RawReader reader;
  private final ChunkPipeline pipeline;

  RecordStream(RawReader reader, ChunkPipeline pipeline) {
    this.reader = reader;
    this.pipeline = pipeline;
  }

  /**
   * Returns a builder for a stream of the source with this URI.
   *
   * @throws dev.sluice.api.config.ConfigurationException if it is no URI
   */
  public static RecordStreamBuilder builder(String uri) {
    return builder(Endpoint.parse(uri));
  }

  /** Returns a builder for a stream of a source. */
  public static RecordStreamBuilder builder(Endpoint source) {
    return new RecordStreamBuilder(source, null);
  }

  /**
   * Returns a builder for a stream of a raw reader, which belongs to the stream from {@code open}
   * on.
   */
  public static RecordStreamBuilder builder(RawReader reader) {
    return new RecordStreamBuilder(null, reader);
  }

  /**
   * Returns a consumer that makes Java records of one type, to be extended by {@link
   * TypedConsumer#typed}.
   */
  public static <T> TypedConsumer typed(
      RecordReader<T> recordReader, Consumer<? super T> consumer) {
    return new TypedConsumer().typed(recordReader, consumer);
  }

  /**
   * Returns a consumer that makes Java records of one type and also passes their chunk, for the
   * producer: {@code (order, chunk) -> bill(chunk.accounting().producerName(), order)}. The chunk's
   * bytes must not be kept.
   */
  public static <T> TypedConsumer typedWithChunk(
      RecordReader<T> recordReader, BiConsumer<? super T, ? super Chunk> consumer) {
    return new TypedConsumer().typedWithChunk(recordReader, consumer);
  }

  /**
   * Delivers the records that are there, waiting up to {@code timeout} for the first chunk. When it
   * returns they are acknowledged to the medium. An exception of the consumer is thrown unchanged;
   * its chunk comes again with the next poll, and earlier chunks do not.
   *
   * @return the number of delivered records; 0 does not mean that the source has ended
   * @throws IOException if the source cannot be read or the position not be saved, or with {@link
   *     ErrorPolicy#STOP} a chunk or a record of it not be read
   */
  public int poll(RecordConsumer consumer, Duration timeout) throws IOException {
    return pipeline.poll(reader, pipeline.records(consumer), timeout);
  }

  /**
   * Delivers records as {@link #poll} does, as columns: some thousand at a call, of one type,
   * without a call per record. The rows of a chunk come page by page, and in a page type by type.
   */
  public int pollColumns(ColumnConsumer consumer, Duration timeout) throws IOException {
    return pipeline.poll(reader, pipeline.columns(consumer), timeout);
  }

  /**
   * Polls until the source is exhausted. Returns the number of records.
   *
   * @throws dev.sluice.api.config.ConfigurationException immediately if the source has no end, as a
   *     topic without {@code until=end}
   */
  public long drain(RecordConsumer consumer) throws IOException {
    return drainTo(pipeline.records(consumer));
  }

  /**
   * Polls columns until the source is exhausted, see {@link #pollColumns}. Returns the number of
   * records.
   */
  public long drainColumns(ColumnConsumer consumer) throws IOException {
    return drainTo(pipeline.columns(consumer));
  }

  private long drainTo(ChunkPipeline.Opener opener) throws IOException {
    if (reader.isEndless()) {
      throw new ConfigurationException(
          List.of(
              "a source without an end cannot be drained: add until=end to the URI of a topic or a"
                  + " port, leave out follow=true of a file, or call poll again and again"));
    }
    long records = 0;
    while (!reader.exhausted()) {
      records += pipeline.poll(reader, opener, POLL_TIMEOUT);
    }
    return records;
  }

  /**
   * Returns a reader that decodes copies of this stream's chunks again, with its fields, limits and
   * range of time, for another thread. Any thread.
   */
  public ColumnReader columnReader() {
    return pipeline.columnReader();
  }

  /**
   * Returns an iterator over detached copies of all records until the source is exhausted. The
   * chunks of one poll are held encoded and acknowledged before their records come out, one at a
   * time; a chunk is in the audit when its last record came out. I/O errors are {@link
   * java.io.UncheckedIOException}s. While it is in use, {@link #poll} must not be called.
   */
  public Iterator<GenericRecord> iterator() {
    return new RecordIterator(reader, pipeline);
  }

  /**
   * Returns the records of {@link #iterator} as a sequential stream. Closing it has no effect on
   * this stream.
   */
  public Stream<GenericRecord> stream() {
    int ordered = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), ordered), false);
  }

  /** Returns whether the end of a source that has an end was reached. */
  public boolean exhausted() {
    return reader.exhausted();
  }

  /** Returns counts of what arrived so far and of what is missing. Any thread. */
  public Audit audit() {
    return pipeline.audit();
  }

  /**
   * Returns the progress of the stream, for {@link RecordStreamBuilder#resume}. For the thread that
   * polls, between two polls.
   */
  public Positions positions() {
    return pipeline.positions();
  }

  /** Ends a waiting {@link #poll} soon. Any thread. */
  public void wakeup() {
    reader.wakeup();
  }

  /**
   * Ends {@link #poll} after the record that is being delivered: the position after it is saved in
   * the {@link RecordStreamBuilder#positions}, and the next poll, here or after a restart,
   * continues with the next record. Its chunk counts in the audit and is acknowledged to the medium
   * when its last record was delivered. With columns the poll ends after the chunk, and also if
   * another chunk of that producer is delivered in part, for instance because partitions were read
   * in another order.
   *
   * <p>Called by the consumer; with several threads each finishes its current record. Outside of a
   * poll it has no effect, and an iterator ignores it.
   */
  public void stop() {
    pipeline.stop();
  }

  @Override
  public void close() {
    pipeline.close();
    reader.close();
  }
}
