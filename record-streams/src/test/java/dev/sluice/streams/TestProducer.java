package dev.sluice.streams;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import java.nio.charset.StandardCharsets;

/** A producer of chunks with records {@code event <number> <id>}, numbered from 0. */
final class TestProducer {
  private final long id;
  private final long[] drops = new long[DropCause.COUNT];
  private long sequence;
  private long emitted;
  private int number;

  TestProducer(long id) {
    this.id = id;
  }

  long id() {
    return id;
  }

  Chunk events(int count) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < count; i++) {
      body.append("event ").append(number++).append(' ').append(Long.toHexString(id)).append('\n');
    }
    return chunk(body.toString(), count);
  }

  Chunk chunk(String body, int count) {
    emitted += count;
    return seal(TestDeserializer.ID, body, count, false);
  }

  Chunk ofSerializer(int serializerId) {
    emitted++;
    return seal(serializerId, "x", 1, false);
  }

  Chunk end() {
    return seal(TestDeserializer.ID, "", 0, true);
  }

  void drop(DropCause cause, int count) {
    drops[cause.ordinal()] += count;
    emitted += count;
  }

  /** Goes on with another sequence. */
  TestProducer at(long nextSequence) {
    sequence = nextSequence;
    return this;
  }

  /** A chunk without records that says so, whatever the producer has done. */
  Chunk forged(long ofSequence, boolean end, long emittedSoFar, DropCounts dropped) {
    return forged(
        new Accounting.Builder(id)
            .name("test")
            .sequence(ofSequence)
            .end(end)
            .emitted(emittedSoFar)
            .dropped(dropped)
            .build());
  }

  /** A chunk without records. */
  Chunk forged(Accounting accounting) {
    return seal(TestDeserializer.ID, "", 0, accounting);
  }

  private Chunk seal(int serializerId, String text, int count, boolean end) {
    return seal(
        serializerId,
        text,
        count,
        new Accounting.Builder(id)
            .name("test")
            .sequence(sequence++)
            .end(end)
            .emitted(emitted)
            .dropped(DropCounts.of(drops))
            .build());
  }

  static Chunk seal(int serializerId, String text, int count, Accounting accounting) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + body.length + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, body.length);
    ChunkHeader header = ChunkHeader.of(serializerId, body.length, count, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }
}
