package dev.sluice.benchmarks;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.serializers.binary.BinaryDeserializer;
import dev.sluice.serializers.binary.BinarySerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Records a second from the bytes of a chunk, CRC checked, to every field of every record visited
 * row by row; texts as references into the chunk's table. Chunks of 1024 records from the real
 * collector.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class DecodeBenchmark {
  private static final int CHUNKS = 64;
  private static final int CHUNK_RECORDS = 1024;
  private static final int RECORDS = CHUNKS * CHUNK_RECORDS;

  private final List<byte[]> chunks = new ArrayList<>();
  private final ChunkDecoder decoder = new BinaryDeserializer().newDecoder(DecodeLimits.FORMAT);

  /** Makes the chunks. */
  @Setup
  public void encode() {
    ChunkingCollector collector =
        ChunkingCollector.builder(new Keeping(), new BinarySerializer())
            .policy(FullRingPolicy.BLOCK)
            .maxDelay(Duration.ofMinutes(1))
            .chunkRecords(CHUNK_RECORDS)
            .build();
    Emitter emitter = new Emitter(collector.rows());
    while (chunksKept() < CHUNKS) {
      emitter.emit(Emitter.DEPTH * 100);
    }
    Checks.nothingLost(collector.close(Duration.ofSeconds(10)));
    synchronized (chunks) {
      chunks.subList(CHUNKS, chunks.size()).clear();
    }
  }

  private int chunksKept() {
    synchronized (chunks) {
      return chunks.size();
    }
  }

  /** Decodes all chunks. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long decodeAndVisit() throws MalformedChunkException {
    long sum = 0;
    for (byte[] bytes : chunks) {
      Chunk chunk = ChunkLayout.parse(bytes, 0, bytes.length);
      RecordCursor cursor = decoder.decode(chunk);
      while (cursor.next()) {
        sum += visit(cursor);
      }
    }
    return sum;
  }

  // The fields of an operation execution, in the order of its schema.
  private static long visit(RecordCursor cursor) {
    return (cursor.text(0) == null ? 1 : 0)
        + (cursor.text(1) == null ? 1 : 0)
        + cursor.longValue(2)
        + cursor.longValue(3)
        + cursor.longValue(4)
        + (cursor.text(5) == null ? 1 : 0)
        + cursor.longValue(6)
        + cursor.longValue(7);
  }

  /** Keeps a copy of every chunk. */
  private final class Keeping implements RawWriter {
    @Override
    public int maxChunkBytes() {
      return ChunkLayout.MAX_CHUNK_BYTES;
    }

    @Override
    public void write(Chunk chunk, Completion completion) {
      synchronized (chunks) {
        chunks.add(chunk.toByteArray());
      }
      completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
    }

    @Override
    public void flush() {}

    @Override
    public void close(Duration timeout) {}
  }
}
