package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordType;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaBinding;
import dev.sluice.support.wire.KafkaDiagnosis;
import java.io.Flushable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.utils.Utils;

/**
 * Writer of single records to a Kafka topic, one message for each record, for consumers that cannot
 * read chunks. The caller makes the value from a record. The headers {@link KafkaBinding#PRODUCER},
 * {@link KafkaBinding#SEQUENCE} and {@link KafkaBinding#RECORD} together name the record: a record
 * that is sent again has the same. {@link KafkaBinding#TYPE} is its type.
 *
 * <p>Guarantee: when {@link #flush} returns, all in-sync replicas have every message written before
 * it, once and within a partition in the order they were written (idempotent producer, {@code
 * acks=all}; weaker settings of the user weaken it). A message that was not taken within {@code
 * kafka.delivery.timeout.ms}, 2 minutes by default, ends the writer: this and each later call
 * throws.
 *
 * <p>Memory: {@code kafka.buffer.memory}, 32 MiB by default; {@link #write} waits while it is full.
 * For one thread.
 */
public final class RecordMessageWriter implements Flushable, AutoCloseable {
  private static final Duration CLOSE_TIME = Duration.ofSeconds(2);

  private final KafkaAddress address;
  private final Producer<byte[], byte[]> producer;
  private final TopicLimit limit;
  private final Answers answers = new Answers();
  private final Map<RecordType, Header> types = new IdentityHashMap<>();
  private Header from;
  private Header sequence;

  /**
   * Receives the outcome of messages; called by the client's thread, or by the writing thread
   * within {@code send}.
   */
  private static final class Answers implements Callback {
    /** The thread within {@code send}; other threads only compare themselves with it. */
    private volatile Thread sender;

    /** Failure of a message that was taken; written by the client's thread. */
    private volatile Exception failure;

    /** Failure of the message that is being given to the client. */
    private Exception refusal;

    @Override
    public void onCompletion(RecordMetadata metadata, Exception e) {
      if (e == null) {
        return;
      }
      if (Thread.currentThread() == sender) {
        refusal = e;
      } else if (failure == null) {
        failure = e;
      }
    }
  }

  private RecordMessageWriter(
      KafkaAddress address, Producer<byte[], byte[]> producer, TopicLimit limit) {
    this.address = address;
    this.producer = producer;
    this.limit = limit;
  }

  /**
   * Connects to {@code kafka://b1:9092,b2:9092/topic}, by the thread that will write; each option
   * that starts with {@code kafka.} is a setting of Kafka's producer.
   *
   * @throws IOException if no broker answers, or has no such topic and makes none, within {@code
   *     kafka.max.block.ms} (10 s)
   * @throws dev.sluice.api.config.ConfigurationException with all mistakes of the URI
   */
  public static RecordMessageWriter open(Endpoint endpoint) throws IOException {
    KafkaAddress address = KafkaAddress.of(endpoint, ProducerConfig.configNames());
    ProducerSettings settings = ProducerSettings.NONE;
    try {
      settings = ProducerSettings.ofRecords(address);
    } catch (ConfigException e) {
      endpoint.options().problem("Kafka refuses its settings: " + address.redact(e));
    }
    endpoint.options().finish();
    Map<String, Object> all = settings.producer();
    TopicLimit limit = new TopicLimit(address, settings);
    Producer<byte[], byte[]> producer = null;
    boolean open = false;
    try {
      producer = WithOwnLoader.call(() -> new KafkaProducer<>(all));
      producer.partitionsFor(address.topic());
      limit.ask();
      open = true;
      return new RecordMessageWriter(address, producer, limit);
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (KafkaException e) {
      throw failed(address, e);
    } finally {
      if (!open && producer != null) {
        producer.close(Duration.ZERO);
      }
    }
  }

  /** Returns the maximum number of bytes of a message's key and value together. */
  public int maxBytes() {
    return limit.maxChunkBytes();
  }

  /** Sets the chunk of the records that follow. */
  public void chunk(Accounting accounting) {
    from = new RecordHeader(KafkaBinding.PRODUCER, KafkaBinding.producerKey(accounting));
    sequence = new RecordHeader(KafkaBinding.SEQUENCE, KafkaBinding.sequence(accounting));
    types.clear();
  }

  /**
   * Returns the partition of all messages that have this key and are written without a partition.
   */
  public int partitionOf(byte[] key) throws IOException {
    try {
      int partitions = producer.partitionsFor(address.topic()).size();
      return Utils.toPositive(Utils.murmur2(key)) % partitions;
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (KafkaException e) {
      throw failed(address, e);
    }
  }

  /**
   * Sends one record of the chunk; the writer owns the arrays from now on.
   *
   * @param index its place in the chunk
   * @param key may be null
   * @param partition where to, or null if the key decides
   * @throws IOException if it or one before it cannot be delivered
   */
  public void write(RecordType type, int index, byte[] key, Integer partition, byte[] value)
      throws IOException {
    Header typeHeader = types.computeIfAbsent(type, RecordMessageWriter::header);
    Header place = new RecordHeader(KafkaBinding.RECORD, KafkaBinding.record(index));
    send(key, partition, value, List.of(from, sequence, place, typeHeader));
  }

  /** Sends a message with these headers, as {@link #write} does. */
  void send(byte[] key, Integer partition, byte[] value, List<Header> headers) throws IOException {
    ProducerRecord<byte[], byte[]> message =
        new ProducerRecord<>(address.topic(), partition, key, value, headers);
    answers.sender = Thread.currentThread();
    try {
      do {
        answers.refusal = null;
        producer.send(message, answers);
        check();
        // It was not taken because memory is full: those in it end one way or the other.
      } while (answers.refusal instanceof BufferExhaustedException);
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (KafkaException e) {
      throw failed(address, e);
    }
    if (answers.refusal != null) {
      throw failed(address, answers.refusal);
    }
  }

  private static Header header(RecordType type) {
    byte[] name = type.qualifiedName().getBytes(StandardCharsets.US_ASCII);
    return new RecordHeader(KafkaBinding.TYPE, name);
  }

  /**
   * Waits until all written messages are delivered.
   *
   * @throws IOException if something is not
   */
  @Override
  public void flush() throws IOException {
    try {
      producer.flush();
    } catch (InterruptException e) {
      throw interrupted(e);
    }
    check();
  }

  private void check() throws IOException {
    Exception failure = answers.failure;
    if (failure != null) {
      throw failed(address, failure);
    }
  }

  private static IOException failed(KafkaAddress address, Exception e) {
    return new IOException("cannot write to " + address + ": " + KafkaDiagnosis.of(address, e), e);
  }

  private static InterruptedIOException interrupted(InterruptException e) {
    InterruptedIOException interrupted = new InterruptedIOException("interrupted while writing");
    interrupted.initCause(e);
    return interrupted;
  }

  /**
   * Sends the remaining messages within 2 s; whether they arrived is not reported, see {@link
   * #flush}.
   */
  @Override
  public void close() {
    producer.close(CLOSE_TIME);
  }

  /** Returns the topic and the servers, without settings. */
  @Override
  public String toString() {
    return address.toString();
  }
}
