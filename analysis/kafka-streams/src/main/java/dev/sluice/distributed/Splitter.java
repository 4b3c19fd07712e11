package dev.sluice.distributed;

import dev.sluice.analysis.Stage;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.support.Decoders;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Splits chunks by the keys of a stage: each partition gets a part of each chunk, if only to learn
 * of it. Parts of several chunks go in one message, so that small chunks do not make a message for
 * each partition. For one thread.
 */
final class Splitter {
  /** A message is handed over when it has that many bytes, or at {@link #flush}. */
  static final int MESSAGE_BYTES = 128 << 10;

  /** What is held back for all partitions together: messages are shorter where there are many. */
  private static final int HELD_BYTES = 16 << 20;

  /** Types whose projections are kept, after which all are forgotten. */
  private static final int MAX_TYPES = 1024;

  private final ChunkSigner signer;
  private final MessageDigest digest = newDigest();
  private final Stage<?> stage;
  private final Decoders decoders;
  private final PartWriter[] writers;
  private final PartMessage.Writer[] messages;
  private final Sink sink;
  private final SourceGaps gaps;
  private final Map<RecordType, Projection> projections = new IdentityHashMap<>();
  private final long[] keys = new long[ColumnCursor.MAX_ROWS];
  private final int[] ordinals = new int[ColumnCursor.MAX_ROWS];
  private final int[] partitions = new int[ColumnCursor.MAX_ROWS];
  private final int[] rows = new int[ColumnCursor.MAX_ROWS];
  private final int[] ends;
  private final int messageBytes;

  /** Takes messages; they are its own. */
  @FunctionalInterface
  interface Sink {
    void accept(int partition, byte[] message);
  }

  /** A splitter; chunks must be signed with a key of the signer, unless that is null. */
  Splitter(Stage<?> stage, int partitions, ChunkSigner signer, SourceGaps gaps, Sink sink) {
    this.gaps = gaps;
    this.signer = signer;
    this.stage = stage;
    this.sink = sink;
    this.decoders = new Decoders(DecodeLimits.FORMAT, stage.fields());
    this.writers = new PartWriter[partitions];
    this.messages = new PartMessage.Writer[partitions];
    this.ends = new int[partitions + 1];
    this.messageBytes = Math.min(MESSAGE_BYTES, HELD_BYTES / partitions);
    long[] column = new long[ColumnCursor.MAX_ROWS];
    for (int i = 0; i < partitions; i++) {
      writers[i] = new PartWriter(column);
      messages[i] = new PartMessage.Writer();
    }
  }

  /** Takes what a message of the source holds: a chunk, or something else that is reported. */
  void accept(byte[] value, SourcePosition position) {
    byte[] bytes = value == null ? new byte[0] : value;
    Damage gap = gaps.read(position, 1);
    for (PartMessage.Writer message : messages) {
      message.source(position);
      if (gap != null) {
        message.damage(position, 0, gap.reason());
      }
    }
    try {
      Chunk chunk = ChunkLayout.parse(bytes, 0, bytes.length);
      if (signer != null) {
        signer.verify(chunk);
      }
      split(chunk, decoders.columns(chunk));
    } catch (MalformedChunkException e) {
      for (PartMessage.Writer message : messages) {
        message.damage(position, bytes.length, e.getMessage());
      }
    }
    for (int partition = 0; partition < messages.length; partition++) {
      if (messages[partition].size() >= messageBytes) {
        sink.accept(partition, messages[partition].take());
      }
    }
  }

  /** Hands over what is held back. */
  void flush() {
    for (int partition = 0; partition < messages.length; partition++) {
      if (messages[partition].size() > 0) {
        sink.accept(partition, messages[partition].take());
      }
    }
  }

  private void split(Chunk chunk, ColumnCursor cursor) throws MalformedChunkException {
    List<UnreadRecords> unread = cursor.unread();
    int rejected = unread.stream().mapToInt(UnreadRecords::count).sum();
    String reason =
        unread.stream()
            .map(records -> records.type() + " (" + records.reason() + ")")
            .collect(Collectors.joining(", "));
    int read = 0;
    try {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        read += batch.rows();
        Projection type = projection(batch.type());
        if (type.fields().length > 0) {
          split(chunk, batch, type);
        }
      }
    } catch (IllegalStateException e) {
      // A decoder that fails on the way: as where nothing is split, what it had not told is lost.
      int rest = chunk.header().recordCount() - read - rejected - cursor.leftOut();
      rejected += Math.max(1, rest);
      reason = reason.isEmpty() ? e.toString() : reason;
    }
    if (Arrays.stream(writers).anyMatch(PartWriter::isTooLong)) {
      Arrays.stream(writers).forEach(PartWriter::clear);
      throw new MalformedChunkException(0, "a part of it takes more than 16 MiB");
    }
    digest.update(chunk.array(), chunk.offset(), chunk.length());
    byte[] hash = digest.digest();
    for (int partition = 0; partition < writers.length; partition++) {
      messages[partition].part(writers[partition].seal(chunk, hash, rejected, reason));
    }
  }

  /** Without a secret, as instances that split the same chunk must make the same of it. */
  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private Projection projection(RecordType type) {
    Projection known = projections.get(type);
    if (known == null) {
      if (projections.size() == MAX_TYPES) {
        projections.clear();
      }
      known = Projection.of(type, stage.fields());
      projections.put(type, known);
    }
    return known;
  }

  private void split(Chunk chunk, ColumnBatch batch, Projection type) {
    stage.keys(batch, keys);
    batch.ordinals(ordinals);
    int count = batch.rows();
    long salt = chunk.accounting().producerId() * 0x9E37_79B9_7F4A_7C15L;
    Arrays.fill(ends, 0);
    for (int row = 0; row < count; row++) {
      long hash = (keys[row] ^ salt) * 0xD6E8_FEB8_6659_FD93L;
      int partition = (int) ((hash >>> 32) * writers.length >>> 32);
      partitions[row] = partition;
      ends[partition + 1]++;
    }
    for (int partition = 0; partition < writers.length; partition++) {
      ends[partition + 1] += ends[partition];
    }
    // A counting sort; afterwards each element of ends is where its partition's rows end.
    for (int row = 0; row < count; row++) {
      rows[ends[partitions[row]]++] = row;
    }
    int from = 0;
    for (int partition = 0; partition < writers.length; partition++) {
      if (ends[partition] > from) {
        writers[partition].add(batch, type, rows, from, ends[partition], ordinals);
      }
      from = ends[partition];
    }
  }
}
