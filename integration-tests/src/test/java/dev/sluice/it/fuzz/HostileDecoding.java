package dev.sluice.it.fuzz;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.testkit.Allocations;
import dev.sluice.testkit.SerializerPair;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Decodes chunks that anybody may have made and checks what must hold for each: it is refused with
 * one exception, or has as many records as it says, and these are the same in whatever order they
 * are looked at; and the memory taken stays within a bound.
 */
final class HostileDecoding {
  private final SerializerPair pair;
  private final ChunkDecoder decoder;
  private final ChunkDecoder other;
  private final ToLongFunction<Chunk> memoryBound;

  /**
   * For a serializer whose decoder takes no more memory for a chunk than {@code memoryBound} says.
   */
  HostileDecoding(String serializer, ToLongFunction<Chunk> memoryBound) {
    this.pair = SerializerPair.named(serializer);
    this.decoder = pair.decoder();
    this.other = pair.decoder();
    this.memoryBound = memoryBound;
  }

  /** Whether a chunk with this body is accepted; 0 is the raw length of one not compressed. */
  boolean accepts(byte[] body, int records, int rawLength) {
    int compression = rawLength > 0 ? ChunkLayout.COMPRESSION_LZ4 : 0;
    return accepts(
        pair.chunk(
            body,
            ChunkHeader.of(pair.serializer().id(), 0, records, SerializerPair.accounting(1L << 60))
                .compressed(compression, rawLength)));
  }

  private boolean accepts(Chunk chunk) {
    long most = memoryBound.applyAsLong(chunk);
    long before = Allocations.ofThisThread();
    boolean accepted = isAccepted(decoder, chunk);
    // At first the JVM too allocates, for what it links.
    if (Allocations.ofThisThread() - before > most) {
      ChunkDecoder fresh = pair.decoder();
      before = Allocations.ofThisThread();
      isAccepted(fresh, chunk);
      long taken = Allocations.ofThisThread() - before;
      require(taken <= most, "bytes taken: " + taken + ", more than " + most, null);
    }
    if (accepted) {
      compare(chunk);
    }
    return accepted;
  }

  private static boolean isAccepted(ChunkDecoder decoder, Chunk chunk) {
    try {
      walk(decoder.decode(chunk), chunk, false, false);
      return true;
    } catch (MalformedChunkException e) {
      require(e.position() >= 0 && !e.reason().isBlank(), "position and reason", e);
      return false;
    }
  }

  private void compare(Chunk chunk) {
    try {
      // The first decoder has the tables of this chunk already, the second has others.
      long forwards = walk(decoder.decode(chunk), chunk, false, true);
      long backwards = walk(other.decode(chunk), chunk, true, true);
      require(forwards == backwards, "records differ by the order of looking", null);
    } catch (MalformedChunkException e) {
      throw new AssertionError("accepted once and then refused", e);
    }
  }

  private static long walk(RecordCursor cursor, Chunk chunk, boolean backwards, boolean copies) {
    long hash = 0;
    int records = 0;
    while (cursor.next()) {
      List<Field> fields = cursor.type().fields();
      long row = cursor.type().name().hashCode();
      for (int i = 0; i < fields.size(); i++) {
        int field = backwards ? fields.size() - 1 - i : i;
        row += (field + 1) * 0x9E3779B97F4A7C15L * value(cursor, field, fields.get(field), copies);
      }
      hash = hash * 31 + row;
      records++;
    }
    int unread = cursor.unread().stream().mapToInt(UnreadRecords::count).sum();
    require(records + unread == chunk.header().recordCount(), "number of records", null);
    return hash;
  }

  private static long value(RecordCursor cursor, int i, Field field, boolean copies) {
    if (field.type().isText()) {
      String text = cursor.text(i);
      return text == null ? -1 : text.hashCode();
    }
    if (field.type() == FieldType.BYTES) {
      return copies ? Arrays.hashCode(cursor.bytes(i)) : 0;
    }
    return field.type().isIntegral()
        ? cursor.longValue(i)
        : Double.doubleToRawLongBits(cursor.doubleValue(i));
  }

  /** Fails; the fuzzer keeps the input. */
  static void require(boolean holds, String what, Throwable cause) {
    if (!holds) {
      throw new AssertionError(what, cause);
    }
  }
}
