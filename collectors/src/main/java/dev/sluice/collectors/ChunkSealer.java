package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.FailureLog;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Turns rows into a sealed chunk. A row that cannot be encoded or does not fit a chunk is dropped
 * and counted, the others go on; what does not fit one chunk is halved until it does. Pump only.
 */
final class ChunkSealer {
  private static final int BODY_AT = ChunkLayout.MAX_HEADER_BYTES;
  private static final int NO_BODY = -1;

  private final Parts parts;
  private final int serializerId;
  private final Supplier<ChunkEncoder> encoders;
  private final PendingBatch pending;
  private final byte[] body;
  private final ClockAnchor anchor;
  private final FailureLog encoding;
  private final FailureLog oversize;
  private final FailureLog rejections;
  private final BatchTimes times = new BatchTimes();
  private double bytesPerWord = Long.BYTES;
  private int maxRecords;

  /** Null after it failed: nobody knows what state it is in. */
  private ChunkEncoder encoder;

  /** A sealer with its first encoder, and where others are had from when that failed. */
  ChunkSealer(
      Parts parts, int serializerId, ChunkEncoder encoder, Supplier<ChunkEncoder> encoders) {
    this.parts = parts;
    this.serializerId = serializerId;
    this.encoder = encoder;
    this.encoders = encoders;
    this.pending = new PendingBatch(parts.batch);
    this.body = new byte[parts.budget.bodyBytes()];
    this.anchor = new ClockAnchor(parts.clock);
    this.encoding = parts.episode();
    this.oversize = parts.episode();
    this.rejections = parts.episode();
  }

  /** Records a chunk may have, as the encoder says. */
  int maxRecords() {
    if (encoder != null) {
      maxRecords = Math.min(encoder.maxRecords(), ChunkLayout.MAX_RECORDS);
    }
    return maxRecords;
  }

  /** Whether the last encoder failed and the next batch needs another. */
  boolean isBroken() {
    return encoder == null;
  }

  private ChunkEncoder encoder() {
    if (encoder == null) {
      encoder = encoders.get();
    }
    return encoder;
  }

  /** About how many words of rows give a chunk of so many bytes, going by the chunks before. */
  int wordsFor(int chunkBytes) {
    return (int) Math.min(Integer.MAX_VALUE, (chunkBytes - BODY_AT) / (bytesPerWord * 1.1));
  }

  boolean isFailing() {
    return encoding.isFailing();
  }

  /**
   * Seals as many of the batch's rows as fit one chunk; the batch keeps the others.
   *
   * @param maxBytes bytes of the chunk at most
   * @return the chunk, already in the ledger; null if no row was left, unless it is the last chunk
   *     or the batch was empty from the start
   */
  SealedChunk seal(int maxBytes, boolean end) {
    boolean publish = end || pending.shown().rows() == 0;
    pending.begin(maxRecords());
    try {
      SealedChunk chunk = sealRows(maxBytes, end);
      return chunk == null && publish ? putEmpty(end) : chunk;
    } finally {
      pending.end();
    }
  }

  private SealedChunk sealRows(int maxBytes, boolean end) {
    try {
      int length = encode(Math.min(maxBytes, body.length) - ChunkLayout.CRC_BYTES);
      return length != NO_BODY ? put(length, end) : null;
    } catch (Throwable e) {
      // Whatever it was, these rows would only fail again; others need not.
      encoder = null;
      int rows = pending.shown().rows();
      parts.ledger.spoiled(DropCause.ENCODE_ERROR, rows);
      encoding.failed("a batch of " + rows + " records could not be encoded and is lost", "", e);
      return null;
    }
  }

  private int encode(int to) {
    RowBatch rows = pending.shown();
    while (rows.rows() > 0) {
      try {
        int length = encoder().encode(rows, body, BODY_AT, to);
        if (length >= 0) {
          encoding.over("batches are encoded again");
          oversize.over(null);
          learn(length, rows.length());
          return length;
        }
        halve(rows);
      } catch (RecordEncodeException e) {
        String type = typeName(Objects.checkIndex(e.row(), rows.rows()));
        pending.remove(e.row());
        parts.ledger.spoiled(DropCause.ENCODE_ERROR, 1);
        encoding.failed("a record of type " + type + " could not be encoded: ", e, null);
      }
    }
    return NO_BODY;
  }

  private void halve(RowBatch rows) {
    if (rows.rows() > 1) {
      pending.show(rows.rows() / 2);
      return;
    }
    String type = typeName(0);
    pending.remove(0);
    parts.ledger.spoiled(DropCause.OVERSIZE, 1);
    oversize.failed("a record of type " + type + " does not fit a chunk and is dropped", "", null);
  }

  private String typeName(int row) {
    return parts.types.type(pending.typeId(row)).qualifiedName();
  }

  private void learn(int length, int words) {
    double ratio = (double) length / words;
    bytesPerWord = Math.max(0.01, bytesPerWord + (ratio - bytesPerWord) / 4);
  }

  // An encoder that fails even without rows must not keep a drop count or the end from being told.
  private SealedChunk putEmpty(boolean end) {
    pending.show(0);
    int length = 0;
    try {
      length =
          Math.max(
              0,
              encoder()
                  .encode(pending.shown(), body, BODY_AT, body.length - ChunkLayout.CRC_BYTES));
    } catch (Throwable e) {
      encoder = null;
      encoding.failed("an empty chunk could not be encoded", "", e);
    }
    return put(length, end);
  }

  private SealedChunk put(int length, boolean end) {
    BufferPool.Buffer buffer = parts.pool.take(BODY_AT + length + ChunkLayout.CRC_BYTES);
    SealedChunk sealed = null;
    try {
      sealed = fill(buffer, length, end);
    } finally {
      if (sealed == null) {
        parts.pool.give(buffer);
      }
    }
    return sealed;
  }

  private SealedChunk fill(BufferPool.Buffer buffer, int length, boolean end) {
    RowBatch rows = pending.shown();
    System.arraycopy(body, BODY_AT, buffer.bytes, BODY_AT, length);
    times.of(rows, parts.types.timeWords());
    ChunkHeader header =
        ChunkHeader.of(
            serializerId,
            length,
            rows.rows(),
            parts.ledger.next(rows.rows(), end, parts.sink.refused(), anchor.offset(), times));
    if (length > 0) {
      header = header.compressed(encoder.compression(), encoder.rawLength());
    }
    Chunk chunk = ChunkLayout.seal(buffer.bytes, BODY_AT, header);
    SealedChunk sealed = new SealedChunk(chunk, buffer, parts, rejections);
    // The last step: what fails before it leaves no trace but the buffer, which goes back.
    return parts.ledger.sealed(sealed) ? sealed : null;
  }
}
