package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.Completion.Outcome;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * A chunk that was sent; it is completed once, by Kafka's thread or a close, whichever comes first.
 */
final class SentMessage implements Callback {
  private final Chunk chunk;
  private final Completion completion;
  private final BiConsumer<SentMessage, Exception> done;
  private final Thread sender = Thread.currentThread();
  private final AtomicBoolean completed = new AtomicBoolean();
  private volatile boolean sending = true;
  private KafkaException refusal;

  /** Creates the message; called by the thread that sends it. */
  SentMessage(Chunk chunk, Completion completion, BiConsumer<SentMessage, Exception> done) {
    this.chunk = chunk;
    this.completion = completion;
    this.done = done;
  }

  /**
   * Receives the outcome from Kafka: a message that it never took (no metadata, no memory) is
   * reported within {@code send}, on the caller's thread; every other call means that the message
   * was sent.
   */
  @Override
  public void onCompletion(RecordMetadata metadata, Exception failure) {
    if (failure != null && sending && Thread.currentThread() == sender) {
      refusal = failure instanceof KafkaException kafka ? kafka : new KafkaException(failure);
    } else {
      complete(outcome(failure), failure);
    }
  }

  /**
   * Throws the failure if the client refused the message; called by the sender after {@code send}
   * returned.
   */
  void throwIfRefused() {
    sending = false;
    if (refusal != null) {
      throw refusal;
    }
  }

  /** Returns the chunk to its caller; returns false if a close was faster and has completed it. */
  boolean takeBack() {
    return completed.compareAndSet(false, true);
  }

  /** Completes a chunk that can never be sent. */
  void fail(Exception failure) {
    complete(Outcome.FAILED, failure);
  }

  /** Completes a chunk whose outcome will not be reported any more. */
  void abandon(String reason) {
    complete(Outcome.UNCONFIRMED, new KafkaException(reason));
  }

  private void complete(Outcome outcome, Exception failure) {
    if (completed.compareAndSet(false, true)) {
      done.accept(this, failure);
      completion.completed(chunk, outcome, failure);
    }
  }

  /**
   * Returns the outcome for a failure: if the broker answered that the message was not appended,
   * the chunk failed; otherwise it may have arrived.
   */
  private static Outcome outcome(Exception failure) {
    if (failure == null) {
      return Outcome.ACKNOWLEDGED;
    }
    boolean refused =
        failure instanceof ApiException
            && !(failure instanceof RetriableException)
            && !(failure instanceof OutOfOrderSequenceException);
    return refused ? Outcome.FAILED : Outcome.UNCONFIRMED;
  }

  /**
   * Returns whether no later message of the client can succeed. After a fatal failure, the client
   * answers every message with a general exception.
   */
  static boolean endsProducer(Exception failure) {
    boolean nameless = failure instanceof KafkaException && !(failure instanceof ApiException);
    return nameless && !(failure instanceof InterruptException)
        || failure instanceof ClusterAuthorizationException
        || failure instanceof ProducerFencedException
        || failure instanceof InvalidProducerEpochException
        || failure instanceof UnsupportedVersionException;
  }
}
