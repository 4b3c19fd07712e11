package dev.sluice.rawwriters.tcp;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.Completion.Outcome;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;

/** A chunk that the writer has taken and that is not completed. Guarded by the window's lock. */
final class Taken {
  private static final int MAX_REFUSALS = 3;

  final Chunk chunk;
  private final Completion completion;
  private ChannelFuture sending;
  private boolean sentBefore;
  private int refusals;

  Taken(Chunk chunk, Completion completion) {
    this.chunk = chunk;
    this.completion = completion;
  }

  boolean is(long producerId, long sequence) {
    Accounting accounting = chunk.accounting();
    return accounting.sequence() == sequence && accounting.producerId() == producerId;
  }

  /** Its bytes are being written to a connection, perhaps not for the first time. */
  void sending(ChannelFuture written) {
    sentBefore |= isSent();
    sending = written;
  }

  boolean isSentOn(Channel channel) {
    return sending != null && sending.channel() == channel;
  }

  /** Whether the system has taken all of its bytes, on the last connection. */
  boolean isSent() {
    return sending != null && sending.isSuccess();
  }

  /** The reader found damage in its place. */
  void refused() {
    refusals++;
  }

  /** Whether it was refused too often for an accident on the way. */
  boolean isHopeless() {
    return refusals >= MAX_REFUSALS;
  }

  /** What to say of it when it is given up: only what left whole can have arrived. */
  Outcome unanswered() {
    boolean pending = sending != null && !sending.isDone();
    return sentBefore || isSent() || pending ? Outcome.UNCONFIRMED : Outcome.FAILED;
  }

  /** To be called once, when nothing refers to the bytes any more and without the lock. */
  void complete(Outcome outcome, Exception cause) {
    try {
      completion.completed(chunk, outcome, cause);
    } catch (RuntimeException | Error e) {
      Loggers.get(TcpRawWriter.class.getName())
          .log(System.Logger.Level.WARNING, "a completion threw, which none should", e);
    }
  }
}
