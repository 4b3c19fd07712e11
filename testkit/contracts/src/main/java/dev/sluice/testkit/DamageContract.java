package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The part of {@link SerializerContract} for bad bytes and limits. */
abstract class DamageContract {
  private static final int MUTATIONS = 10_000;

  /** The pair under test. */
  protected final SerializerPair pair;

  DamageContract(String name) {
    this.pair = SerializerPair.named(name);
  }

  /**
   * Returns the maximum number of bytes that decoding a body of {@code bodyBytes} bytes may
   * allocate, whether it is accepted or refused.
   */
  protected abstract long memoryBound(int bodyBytes);

  @Test
  public void lower_limits_are_honoured() throws Exception {
    Chunk chunk = pair.chunk(pair.encoder(), SampleRecords.mixed(100).build());
    DecodeLimits all = DecodeLimits.FORMAT;
    int bytes = chunk.length();
    assertThat(decode(chunk, new DecodeLimits(bytes, all.maxRawBytes(), 100, 2, 65_536))).isTrue();
    assertThat(decode(chunk, new DecodeLimits(bytes - 1, all.maxRawBytes(), 100, 2, 65_536)))
        .isFalse();
    assertThat(decode(chunk, new DecodeLimits(bytes, all.maxRawBytes(), 99, 2, 65_536))).isFalse();
    assertThat(decode(chunk, new DecodeLimits(bytes, all.maxRawBytes(), 100, 1, 65_536))).isFalse();
  }

  private boolean decode(Chunk chunk, DecodeLimits limits) {
    return isAccepted(pair.deserializer().newDecoder(limits), chunk);
  }

  @Test
  public void bytes_that_are_no_zstd_are_refused() {
    ChunkHeader zstd =
        ChunkHeader.of(pair.serializer().id(), 0, 0, SerializerPair.accounting(0))
            .compressed(ChunkLayout.COMPRESSION_ZSTD, 100);
    assertThatThrownBy(() -> pair.decoder().decode(pair.chunk(new byte[10], zstd)))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageMatching(".*(needs compression|zstd).*");
  }

  @Test
  public void a_truncated_body_with_a_right_crc_is_refused() throws Exception {
    byte[] body = SerializerPair.body(pair.chunk(pair.encoder(), SampleRecords.mixed(200).build()));
    ChunkDecoder decoder = pair.decoder();
    for (int length = 1; length < body.length; length += length < 2000 ? 1 : 17) {
      Chunk cut = pair.chunk(Arrays.copyOf(body, length), 200);
      assertThatThrownBy(() -> decoder.decode(cut)).isInstanceOf(MalformedChunkException.class);
    }
  }

  @Test
  public void a_mutated_body_is_decoded_or_refused_and_nothing_else() throws Exception {
    Random random = new Random(4711);
    List<Chunk> seeds = new ArrayList<>();
    for (int records : new int[] {1, 5, 40, 300}) {
      seeds.add(pair.chunk(pair.encoder(), SampleRecords.mixed(records).build()));
      seeds.add(pair.chunk(pair.encoder(), SampleRecords.operations(records).build()));
      TestBatch rows = new TestBatch();
      RandomRecords source = new RandomRecords(random);
      for (int i = 0; i < records; i++) {
        source.addTo(rows);
      }
      seeds.add(pair.chunk(pair.encoder(), rows.build()));
    }
    seeds.add(pair.chunk(pair.encoder(), SampleRecords.mixed(3000).build()));
    ChunkDecoder decoder = pair.decoder();
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      Chunk seed = seeds.get(random.nextInt(seeds.size()));
      byte[] body = Mutations.of(SerializerPair.body(seed), random);
      int records = random.nextInt(10) == 0 ? random.nextInt(70_000) : seed.header().recordCount();
      if (!isAccepted(decoder, pair.chunk(body, Math.min(records, ChunkLayout.MAX_RECORDS)))) {
        refused++;
      }
    }
    System.out.println(MUTATIONS + " mutations, " + refused + " refused");
    assertThat(refused).isBetween(MUTATIONS / 10, MUTATIONS - 1);
  }

  @Test
  public void damaged_and_random_bytes_stay_within_the_memory_bound() throws Exception {
    byte[] seed = SerializerPair.body(pair.chunk(pair.encoder(), SampleRecords.mixed(40).build()));
    // The first time the JVM allocates for what it links.
    decodeDamaged(seed, (length, allocated) -> {});
    decodeDamaged(
        seed,
        (length, allocated) ->
            assertThat(allocated).as("body of %d bytes", length).isLessThan(memoryBound(length)));
  }

  private interface Allocated {
    void bytes(int bodyLength, long allocated);
  }

  private void decodeDamaged(byte[] seed, Allocated result) {
    Random random = new Random(99);
    for (int i = 0; i < 4000; i++) {
      byte[] body = i % 2 == 0 ? random(random) : Mutations.of(seed, random);
      Chunk chunk = pair.chunk(body, random.nextInt(ChunkLayout.MAX_RECORDS));
      ChunkDecoder decoder = pair.decoder();
      long before = Allocations.ofThisThread();
      decode(decoder, chunk);
      result.bytes(body.length, Allocations.ofThisThread() - before);
    }
  }

  private static byte[] random(Random random) {
    byte[] body = new byte[random.nextInt(300)];
    random.nextBytes(body);
    for (int k = 0; k < Math.min(10, body.length); k++) {
      body[k] &= 31;
    }
    return body;
  }

  /** Decodes a chunk without reading the records; returns whether the chunk was accepted. */
  private static boolean decode(ChunkDecoder decoder, Chunk chunk) {
    try {
      decoder.decode(chunk);
      return true;
    } catch (MalformedChunkException e) {
      return false;
    }
  }

  /**
   * Returns whether the chunk is accepted; then all its records can be read except those reported
   * as unread.
   */
  protected static boolean isAccepted(ChunkDecoder decoder, Chunk chunk) {
    try {
      RecordCursor cursor = decoder.decode(chunk);
      int unread = cursor.unread().stream().mapToInt(UnreadRecords::count).sum();
      List<List<Object>> records = RecordValues.of(cursor);
      assertThat(records).hasSize(chunk.header().recordCount() - unread);
      assertThat(RecordValues.of(decoder.columns(chunk, FieldSelection.ALL))).isEqualTo(records);
      return true;
    } catch (MalformedChunkException e) {
      // Not the message: the JVM leaves out that of an exception that it throws often.
      assertThatThrownBy(() -> decoder.columns(chunk, FieldSelection.ALL))
          .isInstanceOfSatisfying(
              MalformedChunkException.class,
              again -> assertThat(again.position()).isEqualTo(e.position()));
      assertThat(e.position()).isBetween(0L, 100_000_000L);
      assertThat(e.reason()).isNotBlank();
      return false;
    }
  }
}
