package dev.sluice.benchmarks.codec;

import com.sun.management.ThreadMXBean;
import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.testkit.TestBatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The child that measures one codec over one set, so that no other codec shapes its compiled code.
 * Takes orders on its standard input, one a line, and answers each with one line of numbers behind
 * {@value WorkerJvm#ANSWER}; ends with its input:
 *
 * <pre>
 * stage RECORDS          cuts the set into chunks; the answer is its density
 * encode MILLIS          encodes chunk after chunk for so long; records, nanoseconds, bytes allocated,
 *                        milliseconds spent on compilation since the start
 * decode MILLIS          the same
 * columns MILLIS         the same, to columns
 * fields MILLIS          the same, to columns of two fields
 * </pre>
 */
final class CodecWorker {
  /** Records between two looks at the clock, which then costs less than 1 in 1000. */
  private static final int BLOCK_RECORDS = 16_384;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Codec codec;
  private final TestBatch records;
  private int[] chunkRecords;
  private int next;

  private long sum;

  /** Keeps what encoding and decoding return alive. */
  volatile long blackHole;

  CodecWorker(Codec codec, TestBatch records) {
    this.codec = codec;
    this.records = records;
  }

  /** Arguments: set, folder of the logs, serializer, compression. */
  public static void main(String[] args) throws IOException {
    try {
      work(RecordSet.valueOf(args[0]), Path.of(args[1]), new Subject(args[2], args[3]));
    } catch (RuntimeException e) {
      // The last line is what our parent shows.
      e.printStackTrace();
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** Obeys orders until there are no more. */
  static void work(RecordSet set, Path data, Subject subject) throws IOException {
    CodecWorker worker = new CodecWorker(subject.codec(), set.load(data));
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      System.out.println(WorkerJvm.ANSWER + worker.obey(order));
    }
  }

  private String obey(String order) {
    String[] words = order.split(" ");
    int number = Integer.parseInt(words[1]);
    return switch (words[0]) {
      case "stage" -> stage(number);
      case "encode" -> encode(number * NANOS_PER_MILLI);
      case "decode" -> decode(number * NANOS_PER_MILLI);
      case "columns" -> columns(number * NANOS_PER_MILLI, false);
      case "fields" -> columns(number * NANOS_PER_MILLI, true);
      default -> throw new IllegalArgumentException(order);
    };
  }

  private String stage(int size) {
    Codec.Density density = codec.stage(records, size);
    chunkRecords = new int[Batches.count(records, size)];
    for (int i = 0; i < chunkRecords.length; i++) {
      chunkRecords[i] = Math.min(size, records.size() - i * size);
    }
    next = 0;
    return density.bytes()
        + " "
        + density.accountingBytes()
        + " "
        + density.bytesWithoutStaticTable()
        + " "
        + chunkRecords.length;
  }

  private String encode(long nanos) {
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = nanos();
    long done = 0;
    long elapsed;
    do {
      for (long until = done + BLOCK_RECORDS; done < until; done += advance()) {
        sum += codec.encode(next);
      }
      elapsed = nanos() - start;
    } while (elapsed < nanos);
    return answer(done, elapsed, threads.getCurrentThreadAllocatedBytes() - allocated);
  }

  private String decode(long nanos) {
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = nanos();
    long done = 0;
    long elapsed;
    do {
      for (long until = done + BLOCK_RECORDS; done < until; done += advance()) {
        sum += codec.decode(next);
      }
      elapsed = nanos() - start;
    } while (elapsed < nanos);
    return answer(done, elapsed, threads.getCurrentThreadAllocatedBytes() - allocated);
  }

  private String columns(long nanos, boolean two) {
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = nanos();
    long done = 0;
    long elapsed;
    do {
      for (long until = done + BLOCK_RECORDS; done < until; done += advance()) {
        sum += codec.columns(next, two);
      }
      elapsed = nanos() - start;
    } while (elapsed < nanos);
    return answer(done, elapsed, threads.getCurrentThreadAllocatedBytes() - allocated);
  }

  /**
   * Processor time of this thread and pauses for garbage, which other programs do not lengthen as
   * they do the time on the wall; on a quiet machine both are the same.
   */
  private long nanos() {
    long pauses = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      pauses += collector.getCollectionTime();
    }
    return threads.getCurrentThreadCpuTime() + pauses * NANOS_PER_MILLI;
  }

  /** On to the next chunk; the records of the one that is done. */
  private int advance() {
    int done = chunkRecords[next];
    next = next + 1 == chunkRecords.length ? 0 : next + 1;
    return done;
  }

  private String answer(long done, long elapsed, long allocated) {
    blackHole = sum;
    long compilation = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    return done + " " + elapsed + " " + allocated + " " + compilation;
  }
}
