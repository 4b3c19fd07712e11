package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkHandler;
import dev.sluice.api.spi.Damage;
import dev.sluice.api.spi.Decoders;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.SourcePosition;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Takes chunks from a raw reader to the consumer's records. */
final class ChunkPipeline implements ChunkHandler {
  private final Decoders decoders;
  private final AuditTrail audit;
  private final Quarantine quarantine;
  private final PositionStore positions;
  private final Consumer<Chunk> chunkListener;
  private final Consumer<Damage> damageListener;

  /** By partition, the last offset that was handled in this poll. */
  private final Map<String, Long> handled = new HashMap<>();

  /**
   * By partition, the last offset handled in a poll that failed later: up to there all comes again.
   */
  private final Map<String, Long> comesAgain = new HashMap<>();

  private RecordConsumer consumer;
  private int records;

  ChunkPipeline(
      Decoders decoders,
      AuditTrail audit,
      Quarantine quarantine,
      PositionStore positions,
      Consumer<Chunk> chunkListener,
      Consumer<Damage> damageListener) {
    this.decoders = decoders;
    this.audit = audit;
    this.quarantine = quarantine;
    this.positions = positions;
    this.chunkListener = chunkListener;
    this.damageListener = damageListener;
  }

  int poll(RawReader reader, RecordConsumer recordConsumer, Duration timeout) throws IOException {
    consumer = recordConsumer;
    records = 0;
    boolean acknowledged = false;
    try {
      reader.poll(this, timeout);
      acknowledged = true;
    } catch (SaveException e) {
      throw e.cause;
    } finally {
      if (acknowledged) {
        comesAgain.clear();
      } else {
        comesAgain.putAll(handled);
      }
      handled.clear();
    }
    return records;
  }

  Audit audit() {
    return audit.snapshot();
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    if (wasHandled(position)) {
      return;
    }
    if (!audit.isKnown(chunk.accounting())) {
      deliver(chunk, position);
    }
    handled.put(position.partition(), position.offset());
  }

  @Override
  public void damaged(Damage damage) {
    if (!wasHandled(damage.position())) {
      setAside(damage);
      handled.put(damage.position().partition(), damage.position().offset());
    }
  }

  @Override
  public void beforeAcknowledge() {
    try {
      if (positions != null) {
        positions.save(audit.positions());
      }
    } catch (IOException e) {
      throw new SaveException(e);
    }
  }

  private boolean wasHandled(SourcePosition position) {
    return !comesAgain.isEmpty()
        && position.offset() <= comesAgain.getOrDefault(position.partition(), -1L);
  }

  private void deliver(Chunk chunk, SourcePosition position) {
    RecordCursor cursor;
    try {
      cursor = decoders.decode(chunk);
    } catch (MalformedChunkException e) {
      setAside(new Damage(position, chunk.length(), e.getMessage(), chunk.toByteArray()));
      return;
    }
    int count = 0;
    while (cursor.next()) {
      consumer.accept(cursor, chunk);
      count++;
    }
    chunkListener.accept(chunk);
    audit.delivered(chunk.accounting(), count);
    records += count;
  }

  private void setAside(Damage damage) {
    if (quarantine != null) {
      quarantine.put(damage);
    }
    damageListener.accept(damage);
    audit.damaged(damage.length());
  }

  /** Carries a failure to save through the raw reader, apart from whatever the consumer throws. */
  private static final class SaveException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final IOException cause;

    SaveException(IOException cause) {
      super(cause);
      this.cause = cause;
    }
  }
}
