package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.support.ChunkScanner;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No bytes of a field, name or attribute come out of a reader as a chunk, whatever is damaged. */
class PlantedChunkTest {
  private static final long PLANTED = 0xBAD;
  private static final long OUTER = 1;
  private static final byte[] MAGIC = {0x53, (byte) 0xF9, (byte) 0xF9, 0x4C};
  private static final RecordType TYPE =
      new RecordType(
          "test.planted",
          1,
          List.of(
              Field.of("text", FieldType.STRING),
              Field.of("bytes", FieldType.BYTES),
              Field.of("first", FieldType.LONG)));

  @ParameterizedTest
  @CsvSource({"binary,none", "binary,lz4", "binary,zstd", "protobuf,none"})
  void a_chunk_in_fields_is_never_handed_out_and_the_next_chunk_always(
      String serializer, String compression) throws Exception {
    SerializerPair pair = SerializerPair.named(serializer);
    byte[] outer = outer(pair, compression);
    byte[] next = sealed(new byte[20], Accounting.of(2), Attributes.NONE).toByteArray();
    assertHolds(pair, ChunkLayout.parse(outer, 0, outer.length));

    for (int bit = 0; bit < 8 * outer.length; bit++) {
      byte[] flipped = outer.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(producers(flipped, next)).as("bit %d flipped", bit).containsExactly(2L);
    }
    for (int at = 1; at < outer.length; at++) {
      assertThat(producers(Arrays.copyOf(outer, at), next)).as("cut at %d", at).containsExactly(2L);
      assertThat(producers(Arrays.copyOfRange(outer, at, outer.length), next))
          .as("begun at %d", at)
          .containsExactly(2L);
    }
    assertThat(producers(outer, outer, next)).containsExactly(OUTER, OUTER, 2L);
  }

  private static byte[] outer(SerializerPair pair, String compression) throws Exception {
    byte[] inner = sealed(new byte[5], Accounting.of(PLANTED), Attributes.NONE).toByteArray();
    TestBatch rows = new TestBatch();
    rows.add(TYPE, "x", inner, 1L);
    for (int bit = 0; bit < 32; bit += 5) {
      byte[] near = inner.clone();
      near[bit / 8] ^= (byte) (1 << bit % 8);
      rows.add(TYPE, new String(near, StandardCharsets.ISO_8859_1), near, 0x4CF9_F953L << bit);
    }
    rows.add(TYPE, new String(MAGIC, StandardCharsets.ISO_8859_1), MAGIC, -1L);
    Map<String, String> options =
        compression.equals("none") ? Map.of() : Map.of("compression", compression);
    ChunkEncoder encoder = pair.encoder(options);
    Chunk like = pair.chunk(encoder, rows.build());
    Accounting accounting = new Accounting.Builder(OUTER).emitted(rows.size()).build();
    ChunkHeader header =
        ChunkHeader.of(pair.serializer().id(), 0, rows.size(), accounting)
            .compressed(like.header().compression(), like.header().rawLength());
    return pair.chunk(SerializerPair.body(like), header).toByteArray();
  }

  private static void assertHolds(SerializerPair pair, Chunk chunk) throws Exception {
    RecordCursor records = pair.decoder().decode(chunk);
    assertThat(records.next()).isTrue();
    byte[] inner = records.bytes(1);
    assertThat(ChunkLayout.parse(inner, 0, inner.length).accounting().producerId())
        .isEqualTo(PLANTED);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3", "4"})
  void magic_in_every_place_of_a_header_is_taken_away(int shift) throws Exception {
    long magic = 0x4CF9_F953L << 8 * shift;
    Accounting accounting =
        new Accounting.Builder(magic)
            .name("x".repeat(shift))
            .clockOffset(magic)
            .times(magic, magic + 1)
            .build();
    // No text can hold the magic, but a length and an old attribute's bytes might.
    byte[] outer =
        sealed(new byte[0], accounting, Attributes.of(Map.of("rack", "S".repeat(shift))))
            .toByteArray();
    assertThat(producers(outer)).containsExactly(magic);
    for (int bit = 0; bit < 8 * outer.length; bit++) {
      byte[] flipped = outer.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      for (int at = 1; at + 4 <= outer.length; at++) {
        assertThat(Arrays.equals(flipped, at, at + 4, MAGIC, 0, 4)).isFalse();
      }
    }
  }

  private static Chunk sealed(byte[] body, Accounting accounting, Attributes attributes) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + body.length + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, body.length);
    ChunkHeader header = ChunkHeader.of(200, body.length, 0, accounting).with(attributes);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  /** The producers of the chunks that a reader finds. */
  private static List<Long> producers(byte[]... parts) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    byte[] bytes = all.toByteArray();
    List<Long> found = new ArrayList<>();
    ChunkHandler handler =
        new ChunkHandler() {
          @Override
          public void chunk(Chunk chunk, SourcePosition position) {
            found.add(chunk.accounting().producerId());
          }

          @Override
          public void damaged(Damage damage) {}
        };
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset("bytes", 0);
    int[] at = {0};
    while (at[0] < bytes.length) {
      scanner.fill(
          (into, from, length) -> {
            int count = Math.min(length, bytes.length - at[0]);
            System.arraycopy(bytes, at[0], into, from, count);
            at[0] += count;
            return count;
          });
    }
    scanner.end();
    while (scanner.next(handler)) {
      // the handler has it
    }
    return found;
  }
}
