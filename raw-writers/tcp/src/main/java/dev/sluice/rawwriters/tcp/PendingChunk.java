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

  /**
   * Notes that the chunk's last bytes are being written to a connection, perhaps not for the first
   * time.
   */
  void leaves() {
    leaving = true;
  }

  /** Notes that there is another connection, on which no byte of the chunk was sent. */
  void resend() {
    sentBefore |= sent;
    sent = false;
  }

  /** Notes that the write has returned; {@code whole} is whether the system took all bytes. */
  void sent(boolean whole) {
    leaving = false;
    sent |= whole;
  }

  boolean isLeaving() {
    return leaving;
  }

  /** Returns whether the system has taken all bytes of the chunk on the current connection. */
  boolean isSent() {
    return sent;
  }

  /** Notes that the reader found damage in the chunk's place. */
  void refused() {
    refusals++;
  }

  /** Returns whether the chunk was refused too often for an accident of the connection. */
  boolean isRefusedTooOften() {
    return refusals >= MAX_REFUSALS;
  }

  /**
   * Returns the outcome of the chunk if it is dropped: only a chunk that was sent as a whole can
   * have arrived.
   */
  Outcome unanswered() {
    return sent || sentBefore || leaving ? Outcome.UNCONFIRMED : Outcome.FAILED;
  }

  /** Notifies the caller that the chunk waits; called without the monitor. */
  void delay(String why) {
    completion.delayed(chunk, why);
  }

  /** Completes the chunk; called once, without the monitor, when its bytes are no longer used. */
  void complete(Outcome outcome, Exception cause) {
    try {
      completion.completed(chunk, outcome, cause);
    } catch (RuntimeException | Error e) {
      Loggers.get(TcpRawWriter.class.getName())
          .log(System.Logger.Level.WARNING, "a completion threw, which none should", e);
    }
  }
}
