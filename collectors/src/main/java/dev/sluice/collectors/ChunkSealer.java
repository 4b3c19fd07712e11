package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.collectors.delivery.Ledger;
import dev.sluice.collectors.delivery.Outbox;
import dev.sluice.collectors.delivery.Producer;
import dev.sluice.collectors.ring.Types;
import dev.sluice.support.FailureLog;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Turns rows into a sealed chunk. A row that cannot be encoded or does not fit a chunk is dropped
 * and counted, the other rows are kept; a batch that does not fit one chunk is halved until it
 * does. Pump only.
 */
final class ChunkSealer {
  private static final int BODY_AT = ChunkLayout.MAX_HEADER_BYTES;
  private static final int NO_BODY = -1;

  /**
   * Maximum size in bytes of a header without attributes: its name 64, a signature 34, each of 20
   * numbers 10.
   */
  static final int HEADER_ROOM = 320;

  private final Types types;
  private final Outbox outbox;
  private final Ledger ledger;
  private final int serializerId;
  private final Attributes attributes;
  private final ChunkSigner signer;
  private final Supplier<ChunkEncoder> encoders;
  private final PendingBatch pending;
  private final byte[] body;
  private final ClockAnchor anchor;
  private final FailureLog encoding;
  private final FailureLog oversize;
  private double bytesPerWord = Long.BYTES;
  private int maxRecords;

  /** Length of the encoded body, or {@link #NO_BODY}. */
  private int length;

  /** Reason why there is no body; null if no row was left. */
  private Throwable failure;

  /** Whether the batch had no rows from the start, so that the chunk publishes drops or the end. */
  private boolean publish;

  /** The encoder; null after it failed, because its state is then unknown. */
  private ChunkEncoder encoder;

  /**
   * Creates a sealer.
   *
   * @param batch where the rows are
   * @param bodyBytes largest body, in bytes
   * @param anchor what is told of the clock in each chunk
   * @param signer signs each chunk; null for none
   * @param encoder the first encoder
   * @param encoders where others come from when that one failed
   */
  ChunkSealer(
      RowBatch batch,
      Types types,
      int bodyBytes,
      Outbox outbox,
      Producer producer,
      ClockAnchor anchor,
      int serializerId,
      ChunkSigner signer,
      ChunkEncoder encoder,
      Supplier<ChunkEncoder> encoders) {
    this.types = types;
    this.outbox = outbox;
    this.ledger = outbox.ledger;
    this.serializerId = serializerId;
    this.attributes = producer.attributes();
    this.signer = signer;
    this.encoder = encoder;
    this.encoders = encoders;
    this.pending = new PendingBatch(batch);
    this.body = new byte[bodyBytes];
    this.anchor = anchor;
    this.encoding = producer.log();
    this.oversize = producer.log();
  }

  /** Returns the maximum number of records that the encoder puts into a chunk. */
  int maxRecords() {
    if (encoder != null) {
      maxRecords = Math.min(encoder.maxRecords(), ChunkLayout.MAX_RECORDS);
    }
    return maxRecords;
  }

  /** Returns whether the last encoder failed and the next batch needs another. */
  boolean isBroken() {
    return encoder == null;
  }

  private ChunkEncoder encoder() {
    if (encoder == null) {
      encoder = encoders.get();
    }
    return encoder;
  }

  /**
   * Returns about how many words of rows give a chunk of {@code chunkBytes}, estimated from earlier
   * chunks.
   */
  int wordsFor(int chunkBytes) {
    return (int) Math.min(Integer.MAX_VALUE, (chunkBytes - HEADER_ROOM) / (bytesPerWord * 1.1));
  }

  boolean isFailing() {
    return encoding.isFailing();
  }

  /**
   * Encodes as many of the batch's rows as fit one chunk; {@link #seal} must follow.
   *
   * @param maxBytes bytes of the chunk at most, and never more than the body has room for
   */
  void encode(int maxBytes) {
    publish = pending.shown().rows() == 0;
    length = NO_BODY;
    failure = null;
    pending.begin(maxRecords());
    try {
      length =
          encodeUpTo(BODY_AT + maxBytes - HEADER_ROOM - attributes.bytes() - ChunkLayout.CRC_BYTES);
    } catch (Throwable e) {
      failure = e;
    }
  }

  /**
   * Seals what was encoded; the batch keeps the remaining rows.
   *
   * @param reason why the chunk is closed
   * @param end whether it is the last chunk
   * @return whether there is a chunk; not if no row was left of a batch that had some
   */
  boolean seal(CloseReason reason, boolean end) {
    if (publish) {
      putEmpty(reason, end);
      return true;
    }
    try {
      return sealRows(reason, end);
    } finally {
      pending.end();
    }
  }

  private boolean sealRows(CloseReason reason, boolean end) {
    try {
      if (failure == null) {
        boolean left = length != NO_BODY;
        if (left) {
          put(length, reason, end);
        }
        return left;
      }
    } catch (Throwable e) {
      failure = e;
    }
    // Whatever it was, these rows would only fail again; others need not.
    encoder = null;
    int rows = pending.shown().rows();
    ledger.spoiled(DropCause.ENCODE_ERROR, rows);
    encoding.failed(
        "a batch of " + rows + " records could not be encoded and is lost", "", failure);
    return false;
  }

  private int encodeUpTo(int to) {
    RowBatch rows = pending.shown();
    while (rows.rows() > 0) {
      try {
        int length = encoder().encode(rows, body, BODY_AT, to);
        if (length >= 0) {
          encoding.succeeded("batches are encoded again");
          oversize.succeeded(null);
          noteSize(length, rows.length());
          return length;
        }
        halve(rows);
      } catch (RecordEncodeException e) {
        String type = typeName(Objects.checkIndex(e.row(), rows.rows()));
        pending.remove(e.row());
        ledger.spoiled(DropCause.ENCODE_ERROR, 1);
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
    ledger.spoiled(DropCause.OVERSIZE, 1);
    oversize.failed("a record of type " + type + " does not fit a chunk and is dropped", "", null);
  }

  private String typeName(int row) {
    return types.type(pending.typeId(row)).qualifiedName();
  }

  private void noteSize(int length, int words) {
    double ratio = (double) length / words;
    bytesPerWord = Math.max(0.01, bytesPerWord + (ratio - bytesPerWord) / 4);
  }

  // An encoder that fails even without rows must not keep a drop count or the end from being told.
  private void putEmpty(CloseReason reason, boolean end) {
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
    put(length, reason, end);
  }

  /** Puts a chunk into the outbox. This is the last step: a failure before it has no effect. */
  private void put(int length, CloseReason reason, boolean end) {
    int rows = pending.shown().rows();
    Accounting.Builder accounting = ledger.next(rows, reason, end).clockOffset(anchor.offset());
    pending.addTimes(accounting, types.timeWords());
    ChunkHeader header = ChunkHeader.of(serializerId, length, rows, accounting.build());
    if (length > 0) {
      header = header.compressed(encoder.compression(), encoder.rawLength());
    }
    // The chunk lies in the array where its body is.
    outbox.add(ChunkLayout.seal(body, BODY_AT, header.with(attributes), signer), reason);
  }
}
