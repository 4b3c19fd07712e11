package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.support.Decoders;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Kafka deserializer of the Java records of one type; records of other types are skipped. It
 * detects neither duplicates nor gaps, which {@code RecordStream} does. For one thread, as Kafka's
 * consumer is.
 *
 * <p>With {@code value.deserializer} naming this class, the setting {@value #READER} names the
 * reader that the record compiler has written, as a class or its name.
 *
 * @param <T> the annotated Java record, or what is made of it and its chunk
 */
public final class RecordsDeserializer<T> implements Deserializer<List<T>> {
  /** Name of the setting that names the record reader. */
  public static final String READER = "sluice.record.reader";

  private final ChunkDeserializer chunks = new ChunkDeserializer();
  private final Decoders decoders = new Decoders(DecodeLimits.FORMAT);
  private RecordReader<?> reader;
  private BiFunction<RecordCursor, Chunk, T> read;

  /**
   * Called by Kafka, which creates the deserializer by its class name and then calls {@link
   * #configure}.
   */
  public RecordsDeserializer() {}

  /**
   * Creates the deserializer for {@code new KafkaConsumer<>(settings, keyDeserializer, new
   * RecordsDeserializer<>(XReader.create()))}.
   */
  public RecordsDeserializer(RecordReader<T> reader) {
    readWith(reader, (record, chunk) -> record);
  }

  /**
   * Creates a deserializer that also passes the chunk, for the producer: {@code new
   * RecordsDeserializer<>(OrderPlacedReader.create(), (order, chunk) -> new
   * FromShop(chunk.accounting().producerName(), order))}.
   *
   * @param result makes the result of a record and its chunk, whose bytes it must not keep
   */
  public <R> RecordsDeserializer(
      RecordReader<R> reader, BiFunction<? super R, ? super Chunk, ? extends T> result) {
    readWith(reader, result);
  }

  private <R> void readWith(
      RecordReader<R> newReader, BiFunction<? super R, ? super Chunk, ? extends T> result) {
    reader = newReader;
    read = (cursor, chunk) -> result.apply(newReader.read(cursor), chunk);
  }

  @Override
  @SuppressWarnings("unchecked") // which T the named reader makes is known to the caller alone
  public void configure(Map<String, ?> settings, boolean isKey) {
    Object named = settings.get(READER);
    if (named == null && read != null) {
      return;
    }
    try {
      Class<?> type =
          named instanceof Class<?> c
              ? c
              : Class.forName(
                  String.valueOf(named), true, Thread.currentThread().getContextClassLoader());
      Method create = type.getMethod("create");
      // The reader of a package-private record is package-private itself.
      create.trySetAccessible();
      readWith((RecordReader<T>) create.invoke(null), (record, chunk) -> record);
    } catch (ReflectiveOperationException | ClassCastException | NullPointerException e) {
      throw new ConfigException(
          READER, named, "must name a record reader made by the record compiler");
    }
  }

  /**
   * Returns the records of the type, in the chunk's order; null for null.
   *
   * @throws SerializationException if the bytes are no chunk, it cannot be decoded, the records do
   *     not fit the reader, or a newer encoder stored them in a way that is not known here
   */
  @Override
  public List<T> deserialize(String topic, byte[] value) {
    Chunk chunk = chunks.deserialize(topic, value);
    return chunk == null ? null : records(topic, chunk);
  }

  private List<T> records(String topic, Chunk chunk) {
    try {
      List<T> records = new ArrayList<>();
      RecordCursor cursor = decoders.decode(chunk);
      for (UnreadRecords unread : cursor.unread()) {
        if (unread.type().equals(reader.type().qualifiedName())) {
          throw new SerializationException(
              "message in topic " + topic + ": this version does not know " + unread.reason());
        }
      }
      while (cursor.next()) {
        if (reader.isFor(cursor.type())) {
          records.add(read.apply(cursor, chunk));
        }
      }
      return records;
    } catch (MalformedChunkException | IncompatibleTypeException e) {
      throw new SerializationException("message in topic " + topic + ": " + e.getMessage(), e);
    }
  }
}
