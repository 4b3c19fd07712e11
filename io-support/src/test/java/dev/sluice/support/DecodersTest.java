package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DecodersTest {
  private static final int ID = 201;
  private static final FieldSelection WANTED = FieldSelection.of(Map.of("type", Set.of("field")));
  private static final RecordCursor RECORDS = some(RecordCursor.class);
  private static final ColumnCursor COLUMNS = some(ColumnCursor.class);
  private static final List<String> DONE = new ArrayList<>();
  private static Error failing;

  private final Decoders decoders = new Decoders(DecodeLimits.FORMAT, WANTED);

  /** Makes decoders that note what is asked of them. */
  public static final class Noting implements Deserializer, ChunkDecoder {
    /** For {@link java.util.ServiceLoader}. */
    public Noting() {}

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public int id() {
      return ID;
    }

    @Override
    public ChunkDecoder newDecoder(DecodeLimits limits) {
      assertThat(limits).isSameAs(DecodeLimits.FORMAT);
      DONE.add("new");
      return this;
    }

    @Override
    public RecordCursor decode(Chunk chunk) {
      throw new AssertionError("fields are selected");
    }

    @Override
    public RecordCursor decode(Chunk chunk, FieldSelection wanted) {
      assertThat(wanted).isSameAs(WANTED);
      DONE.add("records of " + chunk.accounting().sequence());
      if (failing != null) {
        throw failing;
      }
      return RECORDS;
    }

    @Override
    public ColumnCursor columns(Chunk chunk, FieldSelection wanted) {
      assertThat(wanted).isSameAs(WANTED);
      DONE.add("columns of " + chunk.accounting().sequence());
      return COLUMNS;
    }
  }

  private static <T> T some(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> null));
  }

  @BeforeEach
  void forget() {
    DONE.clear();
    failing = null;
  }

  private static Chunk chunk(int id, int records, int bodyBytes, long sequence) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + bodyBytes + ChunkLayout.CRC_BYTES];
    Accounting accounting = new Accounting.Builder(1).sequence(sequence).build();
    ChunkHeader header = ChunkHeader.of(id, bodyBytes, records, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  @Test
  void a_decoder_is_made_once_for_all_chunks_of_its_serializer() throws Exception {
    assertThat(decoders.decode(chunk(ID, 1, 10, 0)) == RECORDS).isTrue();
    assertThat(decoders.columns(chunk(ID, 1, 10, 1)) == COLUMNS).isTrue();
    decoders.decode(chunk(ID, 0, 10, 2));

    assertThat(DONE).containsExactly("new", "records of 0", "columns of 1", "records of 2");
  }

  @Test
  void a_chunk_without_records_and_body_needs_no_decoder() throws Exception {
    RecordCursor none = decoders.decode(chunk(250, 0, 0, 0));
    assertThat(none.next()).isFalse();
    assertThat(none.types()).isEmpty();
    assertThatThrownBy(none::type).isInstanceOf(IllegalStateException.class);
    assertThat(decoders.columns(chunk(250, 0, 0, 0)).next()).isFalse();
    assertThat(DONE).isEmpty();
  }

  @Test
  void a_serializer_that_nobody_knows_is_told_with_its_place() {
    for (Chunk chunk : List.of(chunk(250, 1, 10, 0), chunk(250, 0, 10, 0))) {
      assertThatThrownBy(() -> decoders.decode(chunk))
          .isInstanceOf(MalformedChunkException.class)
          .hasMessage("no deserializer for id 250 (at byte 5 of the chunk)");
    }
  }

  @Test
  void the_chunk_after_one_that_broke_a_decoder_gets_another_one() throws Exception {
    failing = new StackOverflowError("on purpose");
    Chunk chunk = chunk(ID, 1, 10, 0);
    assertThatThrownBy(() -> decoders.decode(chunk))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining("decoder failed with java.lang.StackOverflowError: on purpose")
        .hasCause(failing);
    failing = null;
    decoders.decode(chunk);

    assertThat(DONE).containsExactly("new", "records of 0", "new", "records of 0");
  }
}
