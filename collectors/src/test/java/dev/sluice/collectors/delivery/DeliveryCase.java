package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.chunking.ChunkLimits;
import dev.sluice.collectors.chunking.Chunking;
import dev.sluice.collectors.ring.DropCounters;
import dev.sluice.collectors.spill.ChunkStore;
import dev.sluice.collectors.spill.SpillStatus;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.LogLines;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** An outbox whose steps a test makes, with a raw writer and a store that do what it wants. */
abstract class DeliveryCase {
  static final int BUFFER = 4096;
  static final int ROWS = 10;
  static final Duration SECOND = Duration.ofSeconds(1);

  final LogLines log = new LogLines();
  final VirtualPlatform clock = new VirtualPlatform(0, 7);
  final Producer producer = new Producer(7, "test", Attributes.NONE, clock);
  final BufferPool pool = new BufferPool(64 << 10);
  final Ledger ledger = new Ledger(producer, pool, new DropCounters());
  final CollectorThreads threads = new CollectorThreads(clock);
  final Chunking chunking =
      new Chunking(new ChunkLimits(100, 1 << 20, 1_000_000_000), 100, null, clock.nanoTime());
  final Writer writer = new Writer();
  final Store store = new Store();
  Backlog backlog;
  Outbox outbox;
  private long sealed;

  @AfterEach
  void the_identity_holds() {
    log.close();
    assertThat(isFree(backlog)).as("no lock is left").isTrue();
    assertThat(ledger.report(sealed, 0).balanced()).as("%s", ledger.report(sealed, 0)).isTrue();
  }

  /** Whether another thread may call it. */
  private static boolean isFree(Backlog backlog) {
    Thread other = new Thread(backlog::maintain);
    other.setDaemon(true);
    other.start();
    boolean interrupted = false;
    try {
      other.join(10_000);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    return !other.isAlive() && !interrupted;
  }

  void open(boolean stores, long windowBytes) {
    backlog = new Backlog(stores ? store : null, false, !stores, ledger, producer);
    outbox =
        new Outbox(
            writer, ledger, backlog, threads, chunking, "records wait", windowBytes, producer);
  }

  void withoutStore() {
    open(false, Long.MAX_VALUE);
  }

  void withStore() {
    open(true, Long.MAX_VALUE);
  }

  void add(int chunks) {
    for (int i = 0; i < chunks; i++) {
      outbox.add(chunk(), CloseReason.AGE);
      sealed += ROWS;
    }
  }

  Chunk chunk() {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + ChunkLayout.CRC_BYTES];
    ChunkHeader header =
        ChunkHeader.of(200, 0, ROWS, ledger.next(ROWS, CloseReason.AGE, false).build());
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  /** The chunk that the writer was given last. */
  SealedChunk last() {
    return writer.taken.get(writer.taken.size() - 1);
  }

  void complete(SealedChunk chunk, Outcome outcome) {
    chunk.completed(null, outcome, outcome == Outcome.FAILED ? new Exception("no topic") : null);
  }

  /** Takes chunks and completes none, unless a test says how it fails. */
  static final class Writer implements RawWriter {
    /** What a call may do beside. */
    interface Call {
      void run() throws IOException, InterruptedException;
    }

    final List<SealedChunk> taken = new ArrayList<>();

    /** The chunk of the call that goes on. */
    SealedChunk offered;

    Call onWrite = () -> {};
    Runnable onFlush = () -> {};
    Runnable onClose = () -> {};
    boolean leftTraces;
    int attempts;
    int flushes;
    Duration closedWithin;

    @Override
    public int maxChunkBytes() {
      return 12_345;
    }

    @Override
    public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
      attempts++;
      offered = (SealedChunk) completion;
      onWrite.run();
      taken.add(offered);
    }

    @Override
    public boolean leftTraces() {
      return leftTraces;
    }

    @Override
    public void flush() {
      flushes++;
      onFlush.run();
    }

    @Override
    public void close(Duration timeout) {
      closedWithin = timeout;
      onClose.run();
    }
  }

  /** Keeps chunks in a list until they are handed out. */
  static final class Store implements ChunkStore {
    final List<Stored> kept = new ArrayList<>();
    final List<DropCause> done = new ArrayList<>();
    DropCause refusal;
    boolean leftTraces;
    RuntimeException failure;

    /** What comes of the traces instead of an answer. */
    RuntimeException tracesFailure;

    /** Bytes of the next chunk, whatever it has. */
    int told;

    /** Whether chunks come without their bytes. */
    boolean empty;

    int maintained;
    boolean closed;

    private void failIfWanted() {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public DropCause put(Chunk chunk, boolean uncertain) {
      failIfWanted();
      if (refusal == null) {
        kept.add(new Stored(chunk.copy(), true, uncertain, null));
      }
      return refusal;
    }

    @Override
    public boolean leftTraces() {
      if (tracesFailure != null) {
        throw tracesFailure;
      }
      return leftTraces;
    }

    @Override
    public int nextBytes() {
      if (told > 0) {
        return told;
      }
      return kept.isEmpty() ? 0 : kept.get(0).chunk().length();
    }

    @Override
    public Stored next(byte[] buffer) {
      failIfWanted();
      Stored next = kept.remove(0);
      if (empty) {
        return new Stored(null, next.own(), next.uncertain(), next);
      }
      return new Stored(next.chunk().copyTo(buffer), next.own(), next.uncertain(), next);
    }

    @Override
    public void done(Stored stored, DropCause lost) {
      failIfWanted();
      done.add(lost);
    }

    @Override
    public void requeue(Stored stored, boolean uncertain) {
      Chunk chunk = ((Stored) stored.ticket()).chunk();
      kept.add(0, new Stored(chunk, stored.own(), uncertain, null));
    }

    @Override
    public void maintain() {
      failIfWanted();
      maintained++;
    }

    @Override
    public SpillStatus status() {
      long bytes = kept.stream().mapToLong(stored -> stored.chunk().length()).sum();
      return new SpillStatus(bytes, 0, 0, null);
    }

    @Override
    public void close() {
      failIfWanted();
      closed = true;
    }
  }
}
