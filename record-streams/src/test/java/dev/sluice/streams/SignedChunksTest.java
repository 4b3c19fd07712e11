package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.Damage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignedChunksTest {
  private static final byte[] KEY = new byte[32];
  private static final ChunkSigner SIGNER = new ChunkSigner(List.of(KEY));
  private static final ChunkSigner STRANGER =
      new ChunkSigner(
          List.of("another key, of exactly 32 bytes".getBytes(StandardCharsets.US_ASCII)));

  @TempDir Path temporary;
  private final TestProducer producer = new TestProducer(1);
  private final ScriptedReader reader = new ScriptedReader();
  private final List<Long> numbers = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private final List<Damage> told = new ArrayList<>();
  private Path keys;

  @BeforeEach
  void writeKeys() throws Exception {
    keys = temporary.resolve("keys");
    Files.writeString(keys, "");
    keys.toFile().setReadable(false, false);
    keys.toFile().setReadable(true, true);
    Files.writeString(keys, Base64.getEncoder().encodeToString(KEY));
  }

  private static Chunk signed(Chunk chunk, ChunkSigner signer) {
    int bodyAt = ChunkLayout.MAX_HEADER_BYTES;
    int body = chunk.header().bodyLength();
    byte[] bytes = new byte[bodyAt + body + ChunkLayout.CRC_BYTES];
    System.arraycopy(chunk.bodyArray(), chunk.bodyOffset(), bytes, bodyAt, body);
    return ChunkLayout.seal(bytes, bodyAt, chunk.header(), signer);
  }

  private Audit drain(int threads) throws Exception {
    try (RecordStream stream =
        RecordStream.builder(reader)
            .verifyKey(keys)
            .parallelism(threads)
            .quarantine(temporary.resolve("aside"))
            .damageListener(
                damage -> {
                  told.add(damage);
                  reasons.add(damage.reason());
                })
            .open()) {
      stream.drain(
          (cursor, chunk) -> {
            synchronized (numbers) {
              numbers.add(cursor.longValue(0));
            }
          });
      return stream.audit();
    }
  }

  @Test
  void nothing_of_a_chunk_that_is_not_signed_is_handed_out_or_counted() throws Exception {
    for (int threads : new int[] {1, 3}) {
      numbers.clear();
      reasons.clear();
      TestProducer own = new TestProducer(10 + threads);
      Chunk genuine = signed(own.events(2), SIGNER);
      Chunk unsigned = new TestProducer(20 + threads).events(5);
      Chunk strange = signed(new TestProducer(30 + threads).events(5), STRANGER);
      reader.poll(genuine, unsigned, strange, signed(own.end(), SIGNER));
      Audit audit = drain(threads);

      assertThat(numbers).hasSize(2);
      assertThat(reasons)
          .containsExactly("chunk is not signed", "signature is of no key that is known here");
      assertThat(audit.records()).isEqualTo(2);
      assertThat(audit.damaged()).isEqualTo(2);
      assertThat(audit.skippedBytes()).isEqualTo(unsigned.length() + strange.length());
      assertThat(audit.complete()).as("somebody tried").isFalse();
      assertThat(audit.producers()).singleElement().matches(ProducerAudit::complete);
      assertThat(reader.acknowledged).as("told once, never again").isEqualTo(threads == 1 ? 4 : 8);
    }
    assertThat(Files.list(temporary.resolve("aside"))).isNotEmpty();
  }

  @Test
  void an_unsigned_range_total_or_end_of_a_producer_hides_nothing_of_it() throws Exception {
    Chunk range =
        producer.forged(
            new Accounting.Builder(1).sequence(5).replacing(5).end(true).emitted(0).build());
    Chunk first = signed(producer.events(1), SIGNER);
    Chunk lost = signed(producer.events(1), SIGNER);
    Chunk last = signed(producer.end(), SIGNER);
    reader.poll(range, first, last, range);
    Audit audit = drain(1);

    assertThat(numbers).containsExactly(0L);
    ProducerAudit own = audit.producers().get(0);
    assertThat(own.gaps()).as("%s is missing", lost).isEqualTo(1);
    assertThat(own.conflicts()).isZero();
    assertThat(own.duplicates()).isZero();
    assertThat(own.emitted()).isEqualTo(2);
    assertThat(audit.complete()).isFalse();
  }

  @Test
  void a_forged_copy_that_comes_first_does_not_take_the_place_of_a_genuine_chunk()
      throws Exception {
    Chunk genuine = producer.events(3);
    reader.poll(
        TestProducer.seal(TestDeserializer.ID, "event 99 1\n", 1, genuine.accounting()),
        signed(genuine, STRANGER),
        signed(genuine, SIGNER),
        signed(producer.end(), SIGNER));
    Audit audit = drain(1);

    assertThat(numbers).containsExactly(0L, 1L, 2L);
    assertThat(audit.producers().get(0).complete()).isTrue();
    assertThat(audit.producers().get(0).conflicts()).isZero();
    assertThat(told).hasSize(2);
  }

  @Test
  void a_genuine_chunk_that_is_repeated_is_a_duplicate() throws Exception {
    Chunk genuine = signed(producer.events(3), SIGNER);
    reader.poll(genuine, genuine, signed(producer.end(), SIGNER));
    Audit audit = drain(1);

    assertThat(numbers).hasSize(3);
    assertThat(audit.producers().get(0).duplicates()).isEqualTo(1);
    assertThat(audit.complete()).isTrue();
  }
}
