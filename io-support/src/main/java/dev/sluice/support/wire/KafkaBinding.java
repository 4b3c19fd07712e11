package dev.sluice.support.wire;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The form of a chunk as a Kafka message. The value is the chunk, byte for byte, and nothing else;
 * so the values of a topic, one after the other, are a file. The key is a text that Kafka tools can
 * show: the producer id as 16 lower-case hexadecimal digits. The headers repeat, as ASCII, what
 * routing and tools may want to know without reading the value; a reader never relies on them.
 */
public final class KafkaBinding {
  /** Name of the header with the serializer id of the chunk, decimal. */
  public static final String FORMAT = "sluice.format";

  /** Name of the header with the major version of the container, decimal. */
  public static final String VERSION = "sluice.version";

  /** Name of the header with the producer id, 16 lower-case hexadecimal digits. */
  public static final String PRODUCER = "sluice.producer";

  /** Name of the header with the chunk's sequence number, decimal. */
  public static final String SEQUENCE = "sluice.sequence";

  /** Name of the header with the number of records in the chunk, decimal. */
  public static final String RECORDS = "sluice.records";

  /**
   * Name of a header of a message that is one record: the record's index in the chunk, from 0,
   * decimal.
   */
  public static final String RECORD = "sluice.record";

  /** Name of a header of a message that is one record: the record's type with the version. */
  public static final String TYPE = "sluice.type";

  /**
   * Name of a header of a chunk that could not be read: the partition, file or address that it was
   * read from.
   */
  public static final String SOURCE = "sluice.source";

  /** Name of a header of a chunk that could not be read: its offset in the source, decimal. */
  public static final String OFFSET = "sluice.offset";

  /** Name of a header of a chunk that could not be read: the reason, one line of UTF-8. */
  public static final String REASON = "sluice.reason";

  /**
   * Name of a header of a chunk that could not be read: its total number of bytes, decimal; a
   * message may contain fewer.
   */
  public static final String LENGTH = "sluice.length";

  /**
   * Maximum number of bytes of a message beyond its value: batch and record overhead (82), the five
   * headers (at most 168) and a key of at most 256 bytes.
   */
  public static final int MESSAGE_OVERHEAD = 512;

  private KafkaBinding() {}

  /** Returns the headers of a chunk's message, in the order they are written. */
  public static Map<String, byte[]> headers(ChunkHeader chunk) {
    Accounting accounting = chunk.accounting();
    Map<String, byte[]> headers = new LinkedHashMap<>();
    headers.put(FORMAT, ascii(chunk.serializerId()));
    headers.put(VERSION, ascii(ChunkLayout.VERSION));
    headers.put(PRODUCER, producerKey(accounting));
    headers.put(SEQUENCE, sequence(accounting));
    headers.put(RECORDS, ascii(chunk.recordCount()));
    return headers;
  }

  /** Returns the key that keeps a producer in one partition, 16 bytes. */
  public static byte[] producerKey(Accounting accounting) {
    return accounting.producer().getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the value of the header {@link #SEQUENCE}. */
  public static byte[] sequence(Accounting accounting) {
    return ascii(accounting.sequence());
  }

  /** Returns the value of the header {@link #RECORD}. */
  public static byte[] record(int index) {
    return ascii(index);
  }

  private static byte[] ascii(long number) {
    return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
  }
}
