package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes chunks of random bytes through the medium's raw writer and notes when its raw reader hands
 * them out. For one thread.
 */
final class SinkProbe implements AutoCloseable {
  private static final int ANY_SERIALIZER = 1;
  private static final long PATIENCE_SECONDS = 20;
  private static final long FIRST_WAIT_MILLIS = 500;
  private static final int SMALL = 512;

  /** The moment at which a chunk arrives that the medium does not take. */
  private static final long REFUSED = Long.MIN_VALUE;

  private final long producer = ThreadLocalRandom.current().nextLong();
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final BlockingQueue<Arrival> acknowledgements = new LinkedBlockingQueue<>();
  private final Medium medium;
  private final RawWriter writer;
  private final Receiver receiver;
  private long sequence;
  private volatile String trouble = "no chunk arrived";

  private record Arrival(long sequence, long nanos) {}

  /**
   * What a slice of chunks gave.
   *
   * @param roundTrips nanoseconds from the write to the reader's handler, for each chunk
   * @param acknowledged nanoseconds from the write to its acknowledgement, for each chunk
   * @param cpuNanos processor time of both sides; of the thread that sends only that of its writes,
   *     because a collector's thread does not wait for arrivals
   * @param seconds how long it took
   */
  record Slice(long[] roundTrips, long[] acknowledged, long cpuNanos, double seconds) {}

  private SinkProbe(Medium medium, Receiver receiver) {
    this.medium = medium;
    this.writer = medium.newWriter();
    this.receiver = receiver;
    receiver.listener(this::arrived);
  }

  /**
   * Opens the writer and sees a first chunk through; the receiver reads for us until it gets
   * another listener.
   *
   * @throws ToolException if none comes out within 20 s
   */
  static SinkProbe open(Medium medium, Receiver receiver) throws IOException, InterruptedException {
    SinkProbe probe = new SinkProbe(medium, receiver);
    try {
      probe.connect();
      return probe;
    } catch (ToolException | IOException | InterruptedException e) {
      probe.close();
      throw e;
    }
  }

  private void arrived(Chunk chunk, long nanos) {
    if (chunk.accounting().producerId() == producer) {
      arrivals.add(new Arrival(chunk.accounting().sequence(), nanos));
    }
  }

  /** A reader that starts at the end misses what comes before it has found that. */
  private void connect() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    writer.flush(); // once, as a collector does
    while (System.nanoTime() - end < 0) {
      try {
        write(chunk(SMALL));
      } catch (IOException e) {
        trouble = e.getMessage();
      }
      receiver.check();
      Arrival first = arrivals.poll(FIRST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
      if (first != null && first.nanos() != REFUSED) {
        return;
      }
    }
    throw down();
  }

  private ToolException down() {
    return new ToolException("the sink " + medium + " does not work: " + trouble);
  }

  /**
   * Returns the largest chunk that the medium takes, at most {@code wanted}: what its raw writer
   * says, and of that as much as it does not refuse, for it may not know what is behind it.
   *
   * @throws ToolException if a chunk is neither refused nor comes out within 20 s
   */
  int largestOf(int wanted) throws IOException, InterruptedException {
    int bytes = Math.min(wanted, writer.maxChunkBytes());
    while (!takes(bytes) && bytes > SMALL) {
      bytes = Math.max(SMALL, Math.min(bytes / 2, writer.maxChunkBytes()));
    }
    return bytes;
  }

  private boolean takes(int bytes) throws IOException, InterruptedException {
    Chunk chunk = chunk(bytes);
    write(chunk);
    Arrival arrival;
    do {
      arrival = next(arrivals);
    } while (arrival.sequence() != chunk.accounting().sequence());
    return arrival.nanos() != REFUSED;
  }

  private Arrival next(BlockingQueue<Arrival> queue) throws InterruptedException {
    Arrival arrival = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (arrival == null) {
      receiver.check();
      throw down();
    }
    return arrival;
  }

  /**
   * Sends chunks at moments whose distances are 0 to twice {@code gapNanos}, whether those before
   * have arrived or not; random, so that nothing periodic in the medium, as a reader that looks now
   * and then, is met always at the same moment.
   */
  Slice send(int bytes, int chunks, long gapNanos) throws IOException, InterruptedException {
    Chunk[] sealed = new Chunk[chunks];
    for (int i = 0; i < chunks; i++) {
      sealed[i] = chunk(bytes);
    }
    long[] roundTrips = new long[chunks];
    long writes = 0;
    CpuClock.Others before = CpuClock.others();
    long start = System.nanoTime();
    long due = start;
    for (int i = 0; i < chunks; i++) {
      due += ThreadLocalRandom.current().nextLong(2 * gapNanos + 1);
      pause(due - System.nanoTime());
      roundTrips[i] = -System.nanoTime();
      writes -= CpuClock.own();
      write(sealed[i]);
      writes += CpuClock.own();
    }
    long[] acknowledged = roundTrips.clone();
    awaitAll(arrivals, sealed[0].accounting().sequence(), roundTrips);
    awaitAll(acknowledgements, sealed[0].accounting().sequence(), acknowledged);
    return new Slice(
        roundTrips,
        acknowledged,
        writes + CpuClock.others().since(before),
        (System.nanoTime() - start) / 1e9);
  }

  /** Returns what both sides need without a chunk. */
  Slice idle(Duration time) {
    long start = System.nanoTime();
    CpuClock.Others before = CpuClock.others();
    pause(time.toNanos());
    return new Slice(
        new long[0],
        new long[0],
        CpuClock.others().since(before),
        (System.nanoTime() - start) / 1e9);
  }

  private static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long rest = nanos; rest > 0; rest = end - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }

  /** Adds the moments of the arrivals to those of the writes, which are negative. */
  private void awaitAll(BlockingQueue<Arrival> queue, long first, long[] roundTrips)
      throws InterruptedException {
    for (int missing = roundTrips.length; missing > 0; ) {
      Arrival arrival = next(queue);
      if (arrival.nanos() == REFUSED) {
        throw down();
      }
      int index = (int) (arrival.sequence() - first);
      // A chunk of the beginning, or one that came twice.
      if (index >= 0 && index < roundTrips.length && roundTrips[index] < 0) {
        roundTrips[index] += arrival.nanos();
        missing--;
      }
    }
  }

  private void write(Chunk chunk) throws IOException, InterruptedException {
    writer.write(
        chunk,
        new Completion() {
          @Override
          public void completed(Chunk done, Outcome outcome, Throwable cause) {
            if (cause != null) {
              trouble = cause.getMessage();
            }
            long number = done.accounting().sequence();
            if (outcome == Outcome.FAILED) {
              arrivals.add(new Arrival(number, REFUSED));
            } else if (outcome == Outcome.ACKNOWLEDGED) {
              acknowledgements.add(new Arrival(number, System.nanoTime()));
            }
          }

          @Override
          public void delayed(Chunk waiting, String why) {
            trouble = why;
          }
        });
  }

  /** Returns a chunk of the given maximum size in bytes, unless its header alone is larger. */
  private Chunk chunk(int bytes) {
    int body = Math.max(1, bytes - ChunkLayout.MIN_CHUNK_BYTES);
    Accounting accounting =
        new Accounting.Builder(producer).name("sluice-tune").sequence(sequence++).build();
    Chunk sealed = sealed(body, accounting);
    while (sealed.length() > bytes && body > 1) { // again if only the new bytes need a mask
      body = Math.max(1, body - (sealed.length() - bytes));
      sealed = sealed(body, accounting);
    }
    return sealed;
  }

  private static Chunk sealed(int body, Accounting accounting) {
    byte[] array = new byte[ChunkLayout.MAX_HEADER_BYTES + body + ChunkLayout.CRC_BYTES];
    ThreadLocalRandom.current().nextBytes(array);
    return ChunkLayout.seal(
        array, ChunkLayout.MAX_HEADER_BYTES, ChunkHeader.of(ANY_SERIALIZER, body, 0, accounting));
  }

  @Override
  public void close() {
    writer.close(Duration.ofSeconds(1));
  }
}
