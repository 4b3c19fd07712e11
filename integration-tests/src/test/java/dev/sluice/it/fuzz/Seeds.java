package dev.sluice.it.fuzz;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What fuzzing starts from: small chunks as our encoders write them today. */
final class Seeds {
  private Seeds() {}

  private static List<RowBatch> batches() {
    List<RowBatch> batches = new ArrayList<>();
    for (int records : new int[] {0, 1, 5, 40}) {
      batches.add(SampleRecords.mixed(records).build());
      batches.add(SampleRecords.operations(records).build());
      TestBatch random = new TestBatch();
      RandomRecords source = new RandomRecords(new Random(records));
      IntStream.range(0, records).forEach(i -> source.addTo(random));
      batches.add(random.build());
    }
    return batches;
  }

  /** Chunks of a serializer with these options. */
  static Stream<Chunk> chunks(String serializer, Map<String, String> options) {
    SerializerPair pair = SerializerPair.named(serializer);
    ChunkEncoder encoder = pair.encoder(options);
    return batches().stream().map(batch -> chunk(pair, encoder, batch));
  }

  private static Chunk chunk(SerializerPair pair, ChunkEncoder encoder, RowBatch batch) {
    try {
      return pair.chunk(encoder, batch);
    } catch (RecordEncodeException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
