package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.spi.RawReader;
import dev.sluice.support.Decoders;
import dev.sluice.support.TimeRange;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Takes chunks from a raw reader to the consumer's records. */
final class ChunkPipeline implements ChunkHandler {
  private final Settings settings;
  private final Decoders decoders;
  private final AuditTrail audit;

  /** By partition, the last offset that was handled in this poll. */
  private final Map<String, Long> handled = new HashMap<>();

  /**
   * By partition, the last offset handled in a poll that failed later: up to there all comes again.
   */
  private final Map<String, Long> comesAgain = new HashMap<>();

  private BiConsumer<Chunk, SourcePosition> taker;
  private boolean warned;

  /**
   * What becomes of what was read.
   *
   * @param quarantine where damage is set aside, or null
   * @param positions where is saved what was handled, or null
   * @param range which records are handed over
   */
  record Settings(
      Quarantine quarantine,
      PositionStore positions,
      TimeRange range,
      ErrorPolicy policy,
      Consumer<Chunk> chunkListener,
      Consumer<Damage> damageListener) {}

  ChunkPipeline(Settings settings, Decoders decoders, AuditTrail audit) {
    this.settings = settings;
    this.decoders = decoders;
    this.audit = audit;
  }

  /** How the records of a chunk are handed over. */
  @FunctionalInterface
  interface Opener {
    Delivery open(Chunk chunk, SourcePosition position) throws MalformedChunkException;
  }

  /** Hands records over one after the other. */
  Opener records(RecordConsumer consumer) {
    return (chunk, position) ->
        new RecordDelivery(
            chunk, position, decoders.decode(chunk), settings.range(), settings.policy(), consumer);
  }

  /** Hands them over as columns. */
  Opener columns(ColumnConsumer consumer) {
    return (chunk, position) ->
        new ColumnDelivery(
            chunk,
            position,
            decoders.columns(chunk),
            settings.range(),
            settings.policy(),
            consumer);
  }

  /** Hands records over; the result is their number. */
  int poll(RawReader reader, Opener opener, Duration timeout) throws IOException {
    int[] records = {0};
    pollChunks(
        reader,
        (chunk, position) -> {
          Delivery delivery = open(chunk, position, opener);
          if (delivery != null) {
            while (delivery.next()) {
              // as long as there are records
            }
            finish(delivery);
            records[0] += delivery.delivered();
          }
        },
        timeout);
    return records[0];
  }

  /** Hands chunks over, which count as delivered when they went through {@link #finish}. */
  void pollChunks(RawReader reader, BiConsumer<Chunk, SourcePosition> chunks, Duration timeout)
      throws IOException {
    taker = chunks;
    boolean acknowledged = false;
    try {
      reader.poll(this, timeout);
      acknowledged = true;
    } catch (StoppedException e) {
      throw e.error();
    } finally {
      if (acknowledged) {
        comesAgain.clear();
      } else {
        comesAgain.putAll(handled);
      }
      handled.clear();
    }
  }

  Audit audit() {
    return audit.snapshot();
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    // What is not known is handed over even there: the source may have been made anew meanwhile.
    if (!wasHandled(position) || !audit.isDelivered(chunk)) {
      taker.accept(chunk, position);
      handled.put(position.partition(), position.offset());
    }
  }

  @Override
  public void damaged(Damage damage) {
    if (!wasHandled(damage.position())) {
      setAside(damage);
      audit.damaged(damage.length());
      handled.put(damage.position().partition(), damage.position().offset());
    }
  }

  @Override
  public void beforeAcknowledge() {
    try {
      if (settings.positions() != null) {
        settings.positions().save(audit.positions());
      }
    } catch (IOException e) {
      throw new StoppedException(e);
    }
  }

  private boolean wasHandled(SourcePosition position) {
    return !comesAgain.isEmpty()
        && position.offset() <= comesAgain.getOrDefault(position.partition(), -1L);
  }

  /**
   * Decodes a chunk; the result is null if it came before, cannot be decoded or has no record in
   * the range of time. Valid until the next call.
   */
  Delivery open(Chunk chunk, SourcePosition position, Opener opener) {
    if (audit.isRepeated(chunk)) {
      return null;
    }
    if (settings.range().excludes(chunk.accounting())) {
      audit.delivered(chunk, chunk.header().recordCount(), 0);
      return null;
    }
    try {
      return opener.open(chunk, position);
    } catch (MalformedChunkException e) {
      if (settings.policy() == ErrorPolicy.STOP) {
        throw StoppedException.at(position, e.getMessage(), e);
      }
      damaged(new Damage(position, chunk.length(), e.getMessage(), chunk.toByteArray()));
      return null;
    }
  }

  /** All records of a chunk were handed over. */
  void finish(Delivery delivery) {
    Chunk chunk = delivery.chunk();
    if (delivery.rejected() == 0) {
      settings.chunkListener().accept(chunk);
    } else {
      Damage damage =
          new Damage(delivery.position(), chunk.length(), delivery.reason(), chunk.toByteArray());
      warn(damage);
      setAside(damage);
    }
    int delivered = delivery.delivered() + delivery.leftOut();
    audit.delivered(chunk, delivered, delivery.rejected());
  }

  /** A program that never asks for the audit would learn nothing of rejected records. */
  private void warn(Damage damage) {
    if (!warned) {
      warned = true;
      Loggers.get("dev.sluice.streams")
          .log(Level.WARNING, damage + "; later ones are counted and not logged");
    }
  }

  private void setAside(Damage damage) {
    if (settings.quarantine() != null) {
      settings.quarantine().put(damage);
    }
    settings.damageListener().accept(damage);
  }
}
