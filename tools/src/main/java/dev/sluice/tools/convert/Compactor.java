package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.streams.ChunkAudit;
import dev.sluice.support.Decoders;
import dev.sluice.tools.rows.ChunkMaker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Makes one chunk of chunks that follow each other, for each producer. What cannot be joined is
 * copied as it is. For one thread.
 */
public final class Compactor {
  /** Bytes of chunks that wait for those behind them. */
  private static final long MAX_WAITING_BYTES = 64L << 20;

  /** Bytes, before compression, of chunks that become one: far below what a chunk may have. */
  private static final long MAX_RAW_BYTES = 8L << 20;

  /** A longer header might have no room for the range. */
  private static final int MAX_HEADER_BYTES = 1900;

  private final Rewriting out;
  private final int maxRecords;
  private final Options options;
  private final Decoders decoders = new Decoders(DecodeLimits.FORMAT);
  private final Map<Long, Group> groups = new LinkedHashMap<>(16, 0.75f, true);
  private ChunkMaker maker;
  private long waiting;
  private long keptAsTheyAre;

  /** Chunks of one producer that follow each other. */
  private static final class Group {
    private final List<Chunk> chunks = new ArrayList<>();
    private long records;
    private long raw;
    private long bytes;

    private Chunk last() {
      return chunks.get(chunks.size() - 1);
    }
  }

  Compactor(Rewriting out, int maxRecords, Options options) {
    this.out = out;
    this.maxRecords = maxRecords;
    this.options = options;
  }

  /**
   * Takes the next chunk; its bytes are copied. A duplicate is left out, because nobody could
   * compare it with the range that holds it. A chunk in conflict is copied as it is, because the
   * totals of a range would hide its own.
   */
  void add(Chunk chunk, ChunkAudit.Kind kind) throws IOException {
    long producer = chunk.accounting().producerId();
    boolean inConflict = kind == ChunkAudit.Kind.CONFLICT;
    if (inConflict) {
      flush(producer);
    }
    if (kind != ChunkAudit.Kind.DUPLICATE) {
      join(producer, chunk);
    }
    if (inConflict) {
      flush(producer);
      out.keepConflict(chunk);
    }
  }

  private void flush(long producer) throws IOException {
    Group group = groups.remove(producer);
    if (group != null) {
      write(group);
    }
  }

  private void join(long producer, Chunk chunk) throws IOException {
    Group group = groups.get(producer);
    if (group != null && !joins(group, chunk)) {
      flush(producer);
      group = null;
    }
    if (group == null) {
      group = new Group();
      groups.put(producer, group);
    }
    group.chunks.add(chunk.copy());
    group.records += chunk.header().recordCount();
    group.raw += raw(chunk);
    group.bytes += chunk.length();
    waiting += chunk.length();
    while (waiting > MAX_WAITING_BYTES) {
      write(groups.remove(groups.keySet().iterator().next()));
    }
  }

  private boolean joins(Group group, Chunk chunk) {
    Chunk last = group.last();
    Accounting next = chunk.accounting();
    Accounting before = last.accounting();
    return next.firstSequence() == before.sequence() + 1
        && !before.end()
        && next.emitted() >= before.emitted()
        && next.dropped().equals(before.dropped().max(next.dropped()))
        && Objects.equals(next.producerName(), before.producerName())
        && chunk.header().attributes().equals(last.header().attributes())
        && chunk.header().length() <= MAX_HEADER_BYTES
        && group.records + chunk.header().recordCount() <= maxRecords
        && group.raw + raw(chunk) <= MAX_RAW_BYTES;
  }

  private static long raw(Chunk chunk) {
    return Math.max(chunk.header().rawLength(), chunk.header().bodyLength());
  }

  /** Ends the input. */
  void finish() throws IOException {
    for (Group group : groups.values()) {
      write(group);
    }
    groups.clear();
  }

  /** Chunks that could not be read, and their neighbours. */
  long keptAsTheyAre() {
    return keptAsTheyAre;
  }

  private void write(Group group) throws IOException {
    waiting -= group.bytes;
    Chunk joined = group.chunks.size() == 1 ? group.last() : join(group);
    if (joined != null) {
      out.write(joined);
      return;
    }
    keptAsTheyAre += group.chunks.size();
    for (Chunk chunk : group.chunks) {
      out.write(chunk);
    }
  }

  /** Returns one chunk in place of those of the group; null if one of them cannot be read. */
  private Chunk join(Group group) {
    maker = maker == null ? new ChunkMaker(Integer.MAX_VALUE, options) : maker;
    Accounting last = group.last().accounting();
    try {
      for (Chunk chunk : group.chunks) {
        RecordCursor cursor = decoders.decode(chunk);
        if (!cursor.unread().isEmpty() || !copy(cursor, last.clockOffset())) {
          maker = null;
          return null;
        }
      }
      Accounting first = group.chunks.get(0).accounting();
      return maker.sealInPlaceOf(first, last, group.last().header().attributes());
    } catch (MalformedChunkException | RecordEncodeException e) {
      maker = null; // it may hold some of the records
      return null;
    }
  }

  private boolean copy(RecordCursor cursor, long clockOffset) {
    while (cursor.next()) {
      if (!maker.add(cursor, clockOffset)) {
        return false;
      }
    }
    return true;
  }
}
