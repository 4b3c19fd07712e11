package dev.sluice.tools.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RecordCopierTest {
  private static final SerializerPair BINARY = SerializerPair.named("binary");

  @Test
  void records_of_all_types_are_the_same_when_they_were_copied() throws Exception {
    RandomRecords random = new RandomRecords(new Random(7));
    TestBatch rows = new TestBatch();
    for (int i = 0; i < 500; i++) {
      random.addTo(rows);
    }
    Chunk chunk = BINARY.chunk(BINARY.encoder(), rows.build());

    long clockOffset = 1_000_000_007;
    ChunkMaker maker = new ChunkMaker(1000, new Options(Map.of()));
    RecordCursor cursor = BINARY.decoder().decode(chunk);
    while (cursor.next()) {
      assertThat(maker.add(cursor, clockOffset)).isTrue();
    }
    Chunk copied = maker.seal(new Accounting.Builder(1).clockOffset(clockOffset), Attributes.NONE);
    assertThat(BINARY.records(copied)).isEqualTo(BINARY.records(chunk));
  }
}
