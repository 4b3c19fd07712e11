package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.support.Decoders;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.rows.RecordCopier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Emits the records of one producer to a collector of its own, on a thread of its own: a producer
 * that is ahead of its time holds up no other.
 */
public final class Replayer implements Runnable {
  private static final int CHUNKS_AHEAD = 8;

  private final BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(CHUNKS_AHEAD);
  private final Decoders decoders = new Decoders(DecodeLimits.FORMAT);
  private final ChunkingCollector collector;
  private final RecordCopier copier;
  private final ReplayClock pace;
  private final Endpoint sink;
  private final Thread thread;

  /** What to add to instants so that they stay what they are. */
  private final long instantShift;

  private long time = Long.MIN_VALUE;
  private volatile boolean complete;
  private volatile long emitted;
  private volatile RuntimeException failure;

  /**
   * A replayer, started.
   *
   * @param first the producer's first chunk, which says who it is
   * @param uri the sink
   */
  Replayer(Chunk first, String uri, ReplayClock pace) {
    Map<String, String> defaults = ProducerReader.identity(first);
    // A replay is there to send everything; who wants to see drops says so in the sink's URI.
    defaults.put("policy", "block");
    defaults.put("block.deadline", "10s");
    this.sink = Endpoint.parse(uri, defaults);
    this.collector = ChunkingCollector.open(sink);
    this.instantShift = System.nanoTime() - SystemPlatform.get().epochNanos();
    this.copier = new RecordCopier(collector.rows());
    this.pace = pace;
    this.thread = new Thread(this, "sluice-replay");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Takes a chunk, once there is room; its bytes are copied. Throws what its thread failed with.
   */
  void put(Chunk chunk) throws InterruptedException {
    Chunk copy = chunk.copy();
    do {
      check();
    } while (thread.isAlive() && !chunks.offer(copy, 100, TimeUnit.MILLISECONDS));
  }

  private void check() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Records emitted so far. Any thread. */
  long emitted() {
    return emitted;
  }

  /** Says that no more chunks come, and waits until all records are emitted. */
  void finish() throws InterruptedException {
    complete = true;
    thread.join();
    check();
  }

  /** Sends the remaining records within the time, and returns the counts of all. */
  CollectorReport close(Duration time) {
    return collector.close(time);
  }

  @Override
  public void run() {
    try {
      boolean going = true;
      while (going) {
        boolean last = complete; // before the look, so that no chunk is missed
        Chunk chunk = chunks.poll(10, TimeUnit.MILLISECONDS);
        going = chunk != null ? replay(chunk) : !last;
      }
    } catch (InterruptedException e) {
      // nobody does that
    } catch (MalformedChunkException | RuntimeException e) {
      failure = e instanceof ToolException known ? known : new ToolException(e.getMessage(), e);
    }
  }

  /** Emits the records of a chunk; false if the pace was ended. */
  private boolean replay(Chunk chunk) throws MalformedChunkException {
    long[] times = pace.needsTimes() ? times(chunk) : null;
    RecordCursor cursor = decoders.decode(chunk);
    int count = 0;
    while (cursor.next() && pace.await(times == null ? 0 : times[count])) {
      count++;
      if (!copier.emit(cursor, instantShift)
          && collector.status().state() == CollectorState.RETRYING) {
        long sent = collector.report().acknowledged();
        throw new ToolException(sink + " accepts no more records after the first " + sent);
      }
    }
    emitted += count; // by this thread alone
    return !pace.isEnded();
  }

  /**
   * Returns when the records come. A collector takes rows thread by thread, so that times go back
   * and forth; the n-th record comes at the n-th of the times.
   */
  private long[] times(Chunk chunk) throws MalformedChunkException {
    long[] times = new long[chunk.header().recordCount()];
    RecordCursor cursor = decoders.decode(chunk);
    if (time == Long.MIN_VALUE && chunk.accounting().hasTime()) {
      time = chunk.accounting().firstTime() + chunk.accounting().clockOffset();
    }
    int count = 0;
    for (; cursor.next(); count++) {
      int field = cursor.type().recordTimeField();
      time = field < 0 ? time : cursor.longValue(field);
      times[count] = time;
    }
    Arrays.sort(times, 0, count);
    return times;
  }
}
