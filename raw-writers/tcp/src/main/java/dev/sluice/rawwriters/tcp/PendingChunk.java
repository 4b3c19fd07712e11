package dev.sluice.rawwriters.tcp;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.support.wire.TcpBinding.Answer;

/**
 * A chunk that the writer has taken and not completed. Guarded by the monitor of {@link Sender}.
 */
final class PendingChunk {
  private static final int MAX_REFUSALS = 3;

  final Chunk chunk;
  private final Completion completion;
  private boolean leaving;
  private boolean sent;
  private boolean sentBefore;
  private int refusals;

  PendingChunk(Chunk chunk, Completion completion) {
    this.chunk = chunk;
    this.completion = completion;
  }

  boolean isMeantBy(Answer answer) {
    Accounting accounting = chunk.accounting();
    return accounting.sequence() == answer.sequence()
        && accounting.producerId() == answer.producerId();
  }

  /** Its last bytes are being written to a connection, perhaps not for the first time. */
  void leaves() {
    leaving = true;
  }

  /** There is another connection, on which nothing of it was sent. */
  void again() {
    sentBefore |= sent;
    sent = false;
  }

  /** The write has returned; {@code whole} says whether the system took all bytes. */
  void left(boolean whole) {
    leaving = false;
    sent |= whole;
  }

  boolean isLeaving() {
    return leaving;
  }

  /** Whether the system has taken all of its bytes on the present connection. */
  boolean isSent() {
    return sent;
  }

  /** The reader found damage in its place. */
  void refused() {
    refusals++;
  }

  /** Whether it was refused too often for an accident on the way. */
  boolean isHopeless() {
    return refusals >= MAX_REFUSALS;
  }

  /** The outcome when it is given up: only what left whole can have arrived. */
  Outcome unanswered() {
    return sent || sentBefore || leaving ? Outcome.UNCONFIRMED : Outcome.FAILED;
  }

  /** It waits; to be called without it. */
  void delay(String why) {
    completion.delayed(chunk, why);
  }

  /** To be called once, when nothing refers to the bytes any more and without it. */
  void complete(Outcome outcome, Exception cause) {
    try {
      completion.completed(chunk, outcome, cause);
    } catch (RuntimeException | Error e) {
      Loggers.get(TcpRawWriter.class.getName())
          .log(System.Logger.Level.WARNING, "a completion threw, which none should", e);
    }
  }
}
