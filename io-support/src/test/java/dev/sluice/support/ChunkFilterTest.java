package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkFilterTest {
  private static final SourcePosition PLACE = new SourcePosition("topic-0", 7);

  private final List<String> told = new ArrayList<>();
  private final ChunkHandler handler =
      new ChunkHandler() {
        @Override
        public void chunk(Chunk chunk, SourcePosition position) {
          told.add("chunk " + chunk.accounting().sequence() + " at " + position);
        }

        @Override
        public void damaged(Damage damage) {
          told.add(damage.reason() + ", " + damage.bytes().length + " bytes");
          assertThat(damage.position()).isEqualTo(PLACE);
          assertThat(damage.length()).isEqualTo(damage.bytes().length);
        }

        @Override
        public void beforeAcknowledge() {
          told.add("before acknowledge");
        }
      };

  private static Chunk chunk(Accounting accounting, ChunkSigner signer) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + 10 + ChunkLayout.CRC_BYTES];
    ChunkHeader header = ChunkHeader.of(200, 10, 1, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header, signer);
  }

  private static Chunk chunk(long sequence, long first, long last) {
    return chunk(new Accounting.Builder(1).sequence(sequence).times(first, last).build(), null);
  }

  @Test
  void chunks_before_a_time_are_left_out_and_all_else_is_passed_on() {
    ChunkHandler filter = ChunkFilter.before(handler, Instant.ofEpochSecond(0, 100));
    filter.chunk(chunk(0, 10, 99), PLACE);
    filter.chunk(chunk(1, 10, 100), PLACE);
    filter.chunk(chunk(new Accounting.Builder(1).sequence(2).build(), null), PLACE);
    filter.damaged(new Damage(PLACE, 2, "torn", new byte[2]));
    filter.beforeAcknowledge();

    assertThat(told)
        .containsExactly(
            "chunk 1 at " + PLACE, "chunk 2 at " + PLACE, "torn, 2 bytes", "before acknowledge");
    assertThat(ChunkFilter.before(handler, null)).isSameAs(handler);
  }

  @Test
  void chunks_outside_a_range_are_left_out() {
    ChunkHandler filter = ChunkFilter.within(handler, new TimeRange(100, 200));
    filter.chunk(chunk(0, 10, 99), PLACE);
    filter.chunk(chunk(1, 150, 250), PLACE);
    filter.chunk(chunk(2, 201, 250), PLACE);

    assertThat(told).containsExactly("chunk 1 at " + PLACE);
  }

  @Test
  void a_listener_is_told_of_each_chunk_before_it_is_passed_on() {
    ChunkFilter.notifying(handler, chunk -> told.add("heard")).chunk(chunk(0, 1, 2), PLACE);

    assertThat(told).containsExactly("heard", "chunk 0 at " + PLACE);
  }

  @Test
  void a_reader_with_keys_hands_over_signed_chunks_and_takes_others_for_damage() throws Exception {
    ChunkSigner keys = new ChunkSigner(List.of(new byte[32]));
    Chunk unsigned = chunk(1, 1, 2);
    Scripted reader =
        new Scripted(chunk(new Accounting.Builder(1).build(), keys), unsigned, unsigned);
    RawReader verified = HandledReader.verified(reader, keys);
    assertThat(verified.poll(handler, Duration.ofSeconds(3))).isEqualTo(3);

    String damage = "chunk is not signed, " + unsigned.length() + " bytes";
    assertThat(told).containsExactly("chunk 0 at " + PLACE, damage, damage);
    assertThat(HandledReader.verified(reader, null)).isSameAs(reader);
  }

  @Test
  void a_reader_with_keys_is_otherwise_the_reader_itself() throws Exception {
    Scripted reader = new Scripted();
    RawReader verified = HandledReader.verified(reader, new ChunkSigner(List.of(new byte[32])));
    for (boolean is : new boolean[] {true, false}) {
      reader.is = is;
      assertThat(verified.exhausted()).isEqualTo(is);
      assertThat(verified.isEndless()).isEqualTo(!is);
    }
    verified.wakeup();
    verified.close();
    assertThat(reader.done).containsExactly("wakeup", "close");
  }

  private static final class Scripted implements RawReader {
    private final List<Chunk> chunks;
    private final List<String> done = new ArrayList<>();
    private boolean is;

    Scripted(Chunk... chunks) {
      this.chunks = List.of(chunks);
    }

    @Override
    public int poll(ChunkHandler to, Duration timeout) throws IOException {
      assertThat(timeout).isEqualTo(Duration.ofSeconds(3));
      chunks.forEach(chunk -> to.chunk(chunk, PLACE));
      return chunks.size();
    }

    @Override
    public boolean exhausted() {
      return is;
    }

    @Override
    public boolean isEndless() {
      return !is;
    }

    @Override
    public void wakeup() {
      done.add("wakeup");
    }

    @Override
    public void close() {
      done.add("close");
    }
  }
}
