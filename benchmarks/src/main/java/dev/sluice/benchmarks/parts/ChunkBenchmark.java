package dev.sluice.benchmarks.parts;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.binary.BinaryDeserializer;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.support.KeyedHash;
import dev.sluice.testkit.SampleRecords;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the parts of one chunk of operation executions cost: encoding it, sealing it (header, CRC,
 * the search for a magic in it) with and without a signature, hashing it, decoding all fields and
 * decoding two of the eight.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class ChunkBenchmark {
  private static final FieldSelection TWO =
      FieldSelection.of(Map.of(SampleRecords.OPERATION.qualifiedName(), Set.of("tin", "tout")));
  private static final int TIN = 3;
  private static final int TOUT = 4;

  /** Records of the chunk. */
  @Param({"16", "1024"})
  int records;

  private final ChunkEncoder encoder = new BinarySerializer().newEncoder(new Options(Map.of()));
  private final ChunkDecoder decoder = new BinaryDeserializer().newDecoder(DecodeLimits.FORMAT);
  private final byte[] bytes = new byte[1 << 20];
  private RowBatch batch;
  private ChunkHeader header;
  private final ChunkSigner signer = new ChunkSigner(List.of(new byte[32]));
  private final KeyedHash hash = new KeyedHash(1, 2);
  private Chunk chunk;

  /** Makes the chunk. */
  @Setup
  public void fill() throws RecordEncodeException {
    batch = SampleRecords.operations(records).build();
    int length = encode();
    Accounting accounting = new Accounting.Builder(1).name("shop").emitted(records).build();
    header = ChunkHeader.of(1, length, records, accounting);
    chunk = seal();
  }

  /** Rows to a body. */
  @Benchmark
  public int encode() throws RecordEncodeException {
    return encoder.encode(
        batch, bytes, ChunkLayout.MAX_HEADER_BYTES, bytes.length - ChunkLayout.CRC_BYTES);
  }

  /** A body to a chunk. */
  @Benchmark
  public Chunk seal() {
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  /** The same with a signature. */
  @Benchmark
  public Chunk sealSigned() {
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header, signer);
  }

  /** The hash by which a reader knows the chunk again. */
  @Benchmark
  public KeyedHash.Value fingerprint() {
    return hash.of(chunk);
  }

  /** Begin and end of each execution, with all other fields unpacked as well. */
  @Benchmark
  public long decode() throws MalformedChunkException {
    return durations(decoder.decode(chunk));
  }

  /** Begin and end of each execution alone. */
  @Benchmark
  public long decodeTwoFields() throws MalformedChunkException {
    return durations(decoder.decode(chunk, TWO));
  }

  private static long durations(RecordCursor cursor) {
    long sum = 0;
    while (cursor.next()) {
      sum += cursor.longValue(TOUT) - cursor.longValue(TIN);
    }
    return sum;
  }
}
