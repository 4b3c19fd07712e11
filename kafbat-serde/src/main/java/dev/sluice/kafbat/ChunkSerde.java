package dev.sluice.kafbat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import io.kafbat.ui.serde.api.DeserializeResult;
import io.kafbat.ui.serde.api.PropertyResolver;
import io.kafbat.ui.serde.api.SchemaDescription;
import io.kafbat.ui.serde.api.Serde;
import java.util.Map;
import java.util.Optional;

/**
 * Serde that shows a chunk as JSON: the content of its header, and its first records. For bytes
 * that are no chunk, or a damaged one, it returns a text with the reason and never throws an
 * exception, which would make the user interface show the bytes as characters. Two properties bound
 * what is shown: {@value #RECORDS}, by default {@value #DEFAULT_RECORDS}, and {@value #BYTES},
 * about so many characters of records, by default {@value #DEFAULT_BYTES}. Thread-safe but for
 * {@link #configure}, as the interface asks for.
 */
public final class ChunkSerde implements Serde {
  static final String RECORDS = "records";
  static final String BYTES = "bytes";
  static final int DEFAULT_RECORDS = 100;
  static final int DEFAULT_BYTES = 262_144;

  private int records = DEFAULT_RECORDS;
  private int bytes = DEFAULT_BYTES;

  /** Called by the user interface. */
  public ChunkSerde() {}

  @Override
  public void configure(
      PropertyResolver serde, PropertyResolver kafkaCluster, PropertyResolver global) {
    records = number(serde, RECORDS, DEFAULT_RECORDS);
    bytes = number(serde, BYTES, DEFAULT_BYTES);
  }

  private static int number(PropertyResolver properties, String name, int otherwise) {
    int value = properties.getProperty(name, Integer.class).orElse(otherwise);
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be >= 0, was " + value);
    }
    return value;
  }

  @Override
  public Optional<String> getDescription() {
    return Optional.of(
        "Chunks of monitoring records of **Sluice**: what the header says, and the first "
            + records
            + " records.");
  }

  @Override
  public Optional<SchemaDescription> getSchema(String topic, Target type) {
    return Optional.empty(); // each chunk has the schemas of its records
  }

  /** Returns whether the target is a value; keys are texts and need no serde. */
  @Override
  public boolean canDeserialize(String topic, Target type) {
    return type == Target.VALUE;
  }

  @Override
  public boolean canSerialize(String topic, Target type) {
    return false;
  }

  @Override
  public Serializer serializer(String topic, Target type) {
    throw new UnsupportedOperationException("chunks are made by collectors alone");
  }

  @Override
  public Deserializer deserializer(String topic, Target type) {
    return (headers, data) -> show(data);
  }

  private DeserializeResult show(byte[] data) {
    byte[] value = data == null ? new byte[0] : data;
    try {
      Chunk chunk = ChunkLayout.parse(value, 0, value.length);
      return new DeserializeResult(
          new ChunkJson(chunk, records, bytes).text(),
          DeserializeResult.Type.JSON,
          Map.of(
              "producer", chunk.accounting().producer(),
              "sequence", chunk.accounting().sequence(),
              "records", chunk.header().recordCount()));
    } catch (MalformedChunkException e) {
      return new DeserializeResult(
          "no chunk of Sluice, or a damaged one: "
              + e.getMessage()
              + ", "
              + value.length
              + " bytes",
          DeserializeResult.Type.STRING,
          Map.of());
    }
  }
}
