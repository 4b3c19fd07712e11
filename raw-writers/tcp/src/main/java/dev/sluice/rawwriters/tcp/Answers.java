package dev.sluice.rawwriters.tcp;

import dev.sluice.api.config.Loggers;
import dev.sluice.support.wire.TcpBinding.Answer;
import java.lang.System.Logger.Level;

/**
 * Answers of the reader on one connection: which chunks are done, and that the reader is alive. An
 * invalid answer drops the connection. Guarded by the monitor of {@link Sender}.
 */
final class Answers {
  private static final long SECOND_NANOS = 1_000_000_000;

  /** Maximum number of answers a second that acknowledge nothing; a reader sends one every 5 s. */
  private static final int MAX_IDLE_ANSWERS = 10_000;

  final Connection connection;
  private final TcpWriterSettings settings;
  private final Window window;
  private final Sender sender;
  private long heardAt;
  private long acknowledgedAt;
  private long toldAt; // when it was last told that nothing is acknowledged
  private long idleSince;
  private int idle;

  /** Creates the answers of a connection; the sender is woken up when a chunk was sent. */
  Answers(Connection connection, TcpWriterSettings settings, Window window, Sender sender) {
    this.connection = connection;
    this.settings = settings;
    this.window = window;
    this.sender = sender;
    heardAt = sender.now();
    acknowledgedAt = heardAt;
    toldAt = heardAt;
    idleSince = heardAt;
  }

  /** Notes that the reader owes an answer: silence counts from now on. */
  void begin() {
    heardAt = sender.now();
    acknowledgedAt = heardAt;
  }

  /**
   * Drops the connection if it is silent; otherwise returns why chunks wait, if it is time to
   * report that.
   */
  String check() {
    long now = sender.now();
    long timeout = settings.ackTimeout().toNanos();
    if (window.isEmpty()) {
      return null;
    }
    if (now - heardAt > timeout) {
      connection.drop("no answer for " + settings.ackTimeout().toMillis() + " ms");
      return null;
    }
    if (now - Math.max(acknowledgedAt, toldAt) <= timeout) {
      return null;
    }
    toldAt = now;
    return "the reader is there and has acknowledged nothing for %d ms; %s wait"
        .formatted((now - acknowledgedAt) / 1_000_000, window);
  }

  /** Takes an answer; returns the chunk that is done by it, or null. */
  PendingChunk take(Answer answer) {
    heardAt = sender.now();
    switch (answer.kind()) {
      case ALIVE -> countIdle();
      case BUSY -> connection.drop("it has as many connections as it takes");
      case TOKEN ->
          connection.drop(
              settings.address().token() == null
                  ? "it asks for a token; give it with 'token.file'"
                  : "it has another token than this writer ('token.file', 'token')");
      case NO_TOKEN ->
          connection.drop("it asks for no token, and this writer sends one ('token.file')");
      case DAMAGED -> passedOver();
      case ACKNOWLEDGED -> {
        return acknowledged(answer);
      }
    }
    return null;
  }

  private PendingChunk acknowledged(Answer answer) {
    PendingChunk chunk = window.find(answer);
    if (chunk == null) {
      handleStray(answer);
      countIdle();
      return null;
    }
    awaitLeft(chunk);
    if (chunk.isLeaving() || !chunk.isSent()) {
      connection.drop("it acknowledges what was not sent; is it a Sluice reader?");
      return null;
    }
    if (chunk != window.oldest()) {
      passedOver();
    }
    window.remove(chunk);
    acknowledgedAt = heardAt;
    return chunk;
  }

  /** Handles an answer for a chunk that does not wait; it may be a duplicate. */
  private void handleStray(Answer answer) {
    if (window.isFirstStray()) {
      Loggers.get(TcpRawWriter.class.getName())
          .log(
              Level.INFO,
              settings.address()
                  + ": ignores an answer for a chunk that does not wait (a duplicate?):  "
                  + answer);
    }
  }

  /**
   * Waits until a chunk was sent: a correct answer may come just before the write of the last bytes
   * returns.
   */
  private void awaitLeft(PendingChunk chunk) {
    try {
      long deadline = sender.now() + SECOND_NANOS;
      while (chunk.isLeaving() && connection.reason() == null && deadline - sender.now() > 0) {
        sender.await(deadline);
      }
    } catch (InterruptedException e) {
      connection.drop(e.toString());
    }
  }

  /** Counts an answer that acknowledges nothing; a flood of them would keep the thread busy. */
  private void countIdle() {
    if (++idle == MAX_IDLE_ANSWERS) {
      if (heardAt - idleSince < SECOND_NANOS) {
        connection.drop(
            "it sends " + MAX_IDLE_ANSWERS + " answers a second that acknowledge nothing");
      }
      idle = 0;
      idleSince = heardAt;
    }
  }

  private void passedOver() {
    PendingChunk oldest = window.oldest();
    if (oldest != null) {
      oldest.refused();
    }
    connection.drop(
        "it found damage where it should find " + (oldest == null ? "nothing" : oldest.chunk));
  }
}
