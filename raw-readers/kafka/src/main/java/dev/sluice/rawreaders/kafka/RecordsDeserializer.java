package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.record.IncompatibleTypeException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Plugins;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Message values to the Java records of one type in them; records of other types are skipped.
 * Neither duplicates nor gaps are looked for, which {@code RecordStream} does. For one thread, as
 * Kafka's consumer is.
 *
 * <p>With {@code value.deserializer} naming this class, the setting {@value #READER} names the
 * reader that the record compiler has written, as a class or its name.
 *
 * @param <T> the annotated Java record
 */
public final class RecordsDeserializer<T> implements Deserializer<List<T>> {
  /** The setting that names the record reader. */
  public static final String READER = "sluice.record.reader";

  private final ChunkDeserializer chunks = new ChunkDeserializer();
  private final Map<Integer, ChunkDecoder> decoders = new HashMap<>();
  private RecordReader<T> reader;

  /** For Kafka, which makes it by its class name and then calls {@link #configure}. */
  public RecordsDeserializer() {}

  /**
   * For {@code new KafkaConsumer<>(settings, keyDeserializer, new
   * RecordsDeserializer<>(XReader.create()))}.
   */
  public RecordsDeserializer(RecordReader<T> reader) {
    this.reader = reader;
  }

  @Override
  @SuppressWarnings("unchecked") // which T the named reader makes is known to the caller alone
  public void configure(Map<String, ?> settings, boolean isKey) {
    Object named = settings.get(READER);
    if (named == null && reader != null) {
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
      reader = (RecordReader<T>) create.invoke(null);
    } catch (ReflectiveOperationException | ClassCastException | NullPointerException e) {
      throw new ConfigException(
          READER, named, "must name a record reader made by the record compiler");
    }
  }

  /**
   * The records of the type, in the chunk's order; null for null.
   *
   * @throws SerializationException if the bytes are no chunk, or the records do not fit the reader
   */
  @Override
  public List<T> deserialize(String topic, byte[] value) {
    Chunk chunk = chunks.deserialize(topic, value);
    return chunk == null ? null : records(topic, chunk);
  }

  private List<T> records(String topic, Chunk chunk) {
    try {
      List<T> records = new ArrayList<>(chunk.header().recordCount());
      RecordCursor cursor = decoder(chunk.header().serializerId()).decode(chunk);
      while (cursor.next()) {
        if (isWanted(cursor.type())) {
          records.add(reader.read(cursor));
        }
      }
      return records;
    } catch (MalformedChunkException | IncompatibleTypeException | ConfigurationException e) {
      throw new SerializationException("message in topic " + topic + ": " + e.getMessage(), e);
    }
  }

  private boolean isWanted(RecordType type) {
    return type.version() == reader.type().version() && type.name().equals(reader.type().name());
  }

  private ChunkDecoder decoder(int id) {
    return decoders.computeIfAbsent(
        id,
        i ->
            Plugins.find(
                    dev.sluice.api.spi.Deserializer.class,
                    d -> Integer.toString(d.id()),
                    Integer.toString(i),
                    "serializer id")
                .newDecoder(DecodeLimits.FORMAT));
  }
}
