package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaBinding;
import dev.sluice.support.wire.KafkaDiagnosis;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Raw writer that sends sealed chunks to a Kafka topic; the value of each message is one chunk's
 * bytes.
 *
 * <p>Guarantee: a chunk is {@code ACKNOWLEDGED} when all in-sync replicas have it, once and in the
 * order of {@link #write} within its partition (idempotent producer, {@code acks=all}; weaker
 * settings of the user weaken it). It is {@code FAILED} if the broker or the client refused it for
 * good, and {@code UNCONFIRMED} if it was taken and no answer came before {@link #close} or before
 * a {@code kafka.delivery.timeout.ms} of the user; by default a chunk that was taken waits for the
 * broker however long it is away. A chunk is sent by one write only, so it does not arrive twice.
 * If the client cannot go on (its thread died, its producer was ended by the broker) its chunks are
 * {@code UNCONFIRMED} and the next write makes a new client.
 *
 * <p>Nothing is connected before the first {@link #write}, which runs on the collector's sender
 * thread. A broker that is away, a name that does not resolve, a missing topic and missing
 * permission all end in an {@link IOException} after at most {@code kafka.max.block.ms} (3 s) and
 * are tried again by the caller, who logs it, too.
 *
 * <p>Memory: {@code kafka.buffer.memory}, 4 MiB by default, for all chunks on their way, one copy
 * of the chunk being written, and the socket buffers (160 KiB).
 */
public final class KafkaRawWriter implements RawWriter {
  private static final Duration CLOSE_GRACE = Duration.ofMillis(500);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final String DIED = "the network thread of Kafka's client has died";
  private static final String BROKEN = "Kafka's client cannot go on";

  private final KafkaAddress address;
  private final ProducerSettings settings;
  private final MessageKey key;
  private final Platform platform;
  private final Function<ProducerSettings, Producer<byte[], byte[]>> producers;
  private final TopicLimit limit;
  private final Set<SentMessage> onTheirWay = ConcurrentHashMap.newKeySet();
  private volatile Producer<byte[], byte[]> producer;

  /**
   * The client, once none of its messages can succeed any more: it failed for good, or its thread
   * dies.
   */
  private volatile Producer<byte[], byte[]> broken;

  /** The client's network thread, if it is known; without it nothing is sent or answered. */
  private Thread network;

  private volatile boolean closed;

  KafkaRawWriter(
      KafkaAddress address, ProducerSettings settings, MessageKey key, Platform platform) {
    this(
        address,
        settings,
        key,
        platform,
        s -> WithOwnLoader.call(() -> new KafkaProducer<>(s.producer())),
        new TopicLimit(address, settings));
  }

  KafkaRawWriter(
      KafkaAddress address,
      ProducerSettings settings,
      MessageKey key,
      Platform platform,
      Function<ProducerSettings, Producer<byte[], byte[]>> producers,
      TopicLimit limit) {
    this.address = address;
    this.settings = settings;
    this.key = key;
    this.platform = platform;
    this.producers = producers;
    this.limit = limit;
  }

  /**
   * Returns the client's {@code max.request.size} or, once connected and if smaller, the topic's
   * limit from {@code max.message.bytes}.
   */
  @Override
  public int maxChunkBytes() {
    return limit.maxChunkBytes();
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
    try {
      Producer<byte[], byte[]> connected = connected();
      if (chunk.length() > limit.maxChunkBytes()) {
        completion.completed(chunk, Completion.Outcome.FAILED, tooLarge(chunk));
      } else {
        send(connected, chunk, completion);
      }
    } catch (InterruptException e) {
      // Kafka set the flag again when it made its exception.
      Thread.interrupted();
      InterruptedException interrupted =
          new InterruptedException("interrupted while writing to " + address);
      interrupted.initCause(e);
      throw interrupted;
    } catch (KafkaException | IllegalStateException e) {
      // A closed client answers with an illegal state.
      String why =
          closed ? " is closed" : " does not take chunks now: " + KafkaDiagnosis.of(address, e);
      throw new IOException(address + why, e);
    }
  }

  private RecordTooLargeException tooLarge(Chunk chunk) {
    return new RecordTooLargeException(
        chunk.length()
            + " bytes are more than the "
            + limit.maxChunkBytes()
            + " that "
            + address
            + " takes (max.message.bytes, kafka.max.request.size)");
  }

  private Producer<byte[], byte[]> connected() throws IOException {
    if (producer != null && (broken == producer || network != null && !network.isAlive())) {
      discard();
    }
    if (producer == null) {
      Producer<byte[], byte[]> made = producers.apply(settings);
      network = NetworkThread.of(settings.producer());
      if (network != null) {
        network.setUncaughtExceptionHandler((thread, error) -> died(made, error));
      }
      producer = made;
    }
    Producer<byte[], byte[]> current = producer;
    if (closed) {
      close(current, Duration.ZERO);
      throw new IOException(address + " is closed");
    }
    if (!limit.isKnown()) {
      current.partitionsFor(address.topic());
      limit.ask();
    }
    return current;
  }

  /** Closes the client, which completes the chunks that it still has, unless its thread is dead. */
  private void discard() {
    Producer<byte[], byte[]> useless = producer;
    producer = null;
    close(useless, Duration.ZERO);
    onTheirWay.forEach(delivery -> delivery.abandon(BROKEN));
  }

  /**
   * Completes the chunks of a client whose network thread died: it ends with any Error, as when
   * memory is short, without a message, and the client's chunks would never be completed. That
   * thread calls this method last.
   */
  private void died(Producer<byte[], byte[]> client, Throwable error) {
    broken = client;
    boolean told = false;
    while (!told && !closed) {
      try {
        onTheirWay.forEach(delivery -> delivery.abandon(DIED));
        log().log(Level.WARNING, address + ": " + DIED + " (" + error + "); a new one is made");
        told = true;
      } catch (OutOfMemoryError e) {
        platform.pause(RETRY_NANOS);
      }
    }
  }

  private void send(Producer<byte[], byte[]> to, Chunk chunk, Completion completion) {
    ProducerRecord<byte[], byte[]> message =
        new ProducerRecord<>(address.topic(), key.of(chunk), chunk.toByteArray());
    KafkaBinding.headers(chunk.header()).forEach(message.headers()::add);
    SentMessage delivery = new SentMessage(chunk, completion, (d, failure) -> done(to, d, failure));
    onTheirWay.add(delivery);
    try {
      to.send(message, delivery);
      delivery.throwIfRefused();
      if (broken == to) {
        // The dying thread sets `broken`, then looks at what is on its way. We put this there, then
        // look at `broken`. Both are volatile accesses, so one of us sees the other.
        delivery.abandon(BROKEN);
      }
    } catch (RecordTooLargeException e) {
      delivery.fail(e);
    } catch (RuntimeException | Error e) {
      onTheirWay.remove(delivery);
      if (e instanceof KafkaException failure && SentMessage.endsProducer(failure)) {
        broken = to;
      }
      if (delivery.takeBack()) {
        throw e;
      }
    }
  }

  private void done(Producer<byte[], byte[]> by, SentMessage delivery, Exception failure) {
    onTheirWay.remove(delivery);
    if (failure != null && SentMessage.endsProducer(failure)) {
      broken = by;
    }
    if (failure instanceof RecordTooLargeException) {
      limit.forget();
    }
  }

  /** Does nothing: the client sends immediately what it can send. */
  @Override
  public void flush() {}

  @Override
  public void close(Duration timeout) {
    closed = true;
    Producer<byte[], byte[]> current = producer;
    if (current != null) {
      close(current, timeout);
    }
    onTheirWay.forEach(delivery -> delivery.abandon("closed before an answer came"));
  }

  /**
   * Closes the client on a thread of its own, because Kafka's close may wait for a broker that does
   * not answer, or for a name that is being resolved, however short its time is.
   */
  private void close(Producer<byte[], byte[]> client, Duration timeout) {
    long longest = TimeUnit.MILLISECONDS.toNanos(timeout.plus(CLOSE_GRACE).toMillis());
    try {
      platform.run("sluice-kafka-close", () -> client.close(timeout)).join(longest);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the logger, which is looked up when there is something to log: until then the
   * platform's logging is not touched.
   */
  private static System.Logger log() {
    return Loggers.get(KafkaRawWriter.class.getName());
  }

  /** Returns the topic and the servers, without settings. */
  @Override
  public String toString() {
    return "Kafka raw writer to " + address;
  }
}
