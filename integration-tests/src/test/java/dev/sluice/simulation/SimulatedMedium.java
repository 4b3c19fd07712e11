package dev.sluice.simulation;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.VirtualPlatform;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A medium in memory, in virtual time: raw writers append chunks to partitions, raw readers of a
 * group hand over what is there and go on behind what was acknowledged. Without faults every chunk
 * arrives and is acknowledged at once. With them it does whatever TCP, Kafka or HTTP may do to a
 * collector or a record stream, as a test says. For one thread.
 */
final class SimulatedMedium {
  /** What becomes of a chunk that is written. */
  public enum Writing {
    /** It arrives, and after the delay it is acknowledged. */
    ACKNOWLEDGED,
    /** The same, and afterwards somebody says that it has failed. */
    TWICE,
    /** The writer tells at once that it waits for the medium; then the same as the first. */
    DELAYED,
    /** The write takes as long as the delay, unless it is interrupted; then it arrives. */
    BLOCKED,
    /** It arrives, and after the delay nobody knows. */
    UNCONFIRMED,
    /** Nobody knows at once, and after the delay it arrives. */
    LATE,
    /** It does not arrive, and after the delay nobody knows. */
    VANISHED,
    /** It arrives, and nothing is answered before {@link #answer} or the end. */
    SILENT,
    /** It does not arrive, and nothing is answered before {@link #answer} or the end. */
    SWALLOWED,
    /** It does not arrive, and after the delay it has failed for good. */
    FAILED,
    /** An {@link IOException}: not now. */
    REFUSED,
    /** A {@link RuntimeException}, which no raw writer should throw. */
    THROWN,
    /** It arrives, and an {@link IOException}; {@link RawWriter#leftTraces} says so. */
    LEFT
  }

  /** What becomes of a poll. */
  public enum Reading {
    /** What is there is handed over and acknowledged. */
    DONE,
    /** An {@link IOException} before anything. */
    REFUSED,
    /** An {@link IOException} behind the first chunk, which is not acknowledged. */
    BROKEN,
    /** All is handed over, and acknowledging it has no effect. */
    FORGOTTEN,
    /** First goes back to what was acknowledged: it comes again. */
    AGAIN,
    /** First goes back to the start of all partitions, and forgets what was acknowledged. */
    REWOUND
  }

  /** Decides what becomes of writes and polls. */
  public interface Faults {
    /** Asked before each write. */
    Writing write(Chunk chunk);

    /** Asked before each poll. */
    Reading read();

    /** How long the next answer takes, in nanoseconds; asked after {@link #write}. */
    long delayNanos();

    /** Called when a chunk arrives. */
    default void arrived(Chunk chunk) {}

    /** Called when a writer is told that a chunk arrived, or that it failed. */
    default void certain(Chunk chunk) {}

    /** Called when a writer is told that nobody knows whether a chunk arrived. */
    default void uncertain(Chunk chunk) {}
  }

  /** A medium that works. */
  public static final Faults NONE =
      new Faults() {
        @Override
        public Writing write(Chunk chunk) {
          return Writing.ACKNOWLEDGED;
        }

        @Override
        public Reading read() {
          return Reading.DONE;
        }

        @Override
        public long delayNanos() {
          return 0;
        }
      };

  private static final int MOST_CHUNKS = 64;
  private static final long LOOK_NANOS = 5_000_000;

  private final VirtualPlatform time;
  private final List<List<byte[]>> partitions = new ArrayList<>();
  private final Map<String, long[]> groups = new LinkedHashMap<>();
  private final List<Writer> writers = new ArrayList<>();
  private final boolean ordered;
  private Faults faults = NONE;
  private int maxChunkBytes = ChunkLayout.MAX_CHUNK_BYTES;
  private String violation;

  /**
   * An empty medium.
   *
   * @param count partitions, at least 1
   * @param ordered whether all chunks of a producer go to one of them, so that they stay in order
   */
  public SimulatedMedium(VirtualPlatform time, int count, boolean ordered) {
    this.time = time;
    this.ordered = ordered;
    for (int i = 0; i < count; i++) {
      partitions.add(new ArrayList<>());
    }
  }

  /** Lets writes and polls fail from now on. */
  public void faults(Faults decided) {
    faults = decided;
  }

  /** The largest chunk that it takes from now on, in bytes; a larger one fails for good. */
  public void maxChunkBytes(int bytes) {
    maxChunkBytes = bytes;
  }

  /** Answers all that wait for an answer: nobody knows. */
  public void answer() {
    List.copyOf(writers).forEach(writer -> writer.end(Outcome.UNCONFIRMED));
  }

  /** What a caller has done against the contract of raw writers, in one line; null for nothing. */
  public String violation() {
    return violation;
  }

  /** How many chunks lie in a partition. */
  public long end(int partition) {
    return partitions.get(partition).size();
  }

  /** A chunk as it lies there. */
  public byte[] bytes(int partition, long offset) {
    return partitions.get(partition).get((int) offset).clone();
  }

  /** Changes one byte of what lies there, so that it is damaged. */
  public void damage(int partition, long offset) {
    byte[] bytes = bytes(partition, offset);
    bytes[bytes.length / 2] ^= 1;
    partitions.get(partition).set((int) offset, bytes);
  }

  /** Somebody else puts bytes there. */
  public void add(int partition, byte[] bytes) {
    partitions.get(partition).add(bytes.clone());
  }

  private void arrive(byte[] bytes, Chunk chunk) {
    faults.arrived(chunk);
    long by = ordered ? chunk.accounting().producerId() : chunk.accounting().sequence();
    partitions.get((int) Math.floorMod(by, (long) partitions.size())).add(bytes);
  }

  /** The raw writer of a program that pauses on its platform. */
  public Writer writer(Platform program) {
    Writer writer = new Writer(program);
    writers.add(writer);
    return writer;
  }

  /** Writes to the medium as one program. */
  public final class Writer implements RawWriter {
    private final Platform program;
    private final List<OnTheWay> unanswered = new ArrayList<>();
    private boolean closed;
    private boolean killed;
    private boolean leftTraces;

    private Writer(Platform program) {
      this.program = program;
    }

    @Override
    public int maxChunkBytes() {
      return maxChunkBytes;
    }

    @Override
    public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
      Writing writing = chunk.length() > maxChunkBytes ? Writing.FAILED : faults.write(chunk);
      long delay = faults.delayNanos();
      leftTraces = false;
      refuse(closed || writing == Writing.REFUSED);
      if (writing == Writing.LEFT) {
        arrive(chunk.toByteArray(), chunk);
        leftTraces = true;
        faults.uncertain(chunk);
        refuse(true);
      }
      if (writing == Writing.THROWN) {
        throw new IllegalStateException("injected: the raw writer fails");
      }
      OnTheWay sent = new OnTheWay(chunk, completion);
      if (writing == Writing.BLOCKED) {
        block(delay);
      }
      switch (writing) {
        case ACKNOWLEDGED, TWICE, DELAYED, BLOCKED, UNCONFIRMED, SILENT ->
            arrive(sent.bytes, chunk);
        case LATE -> time.at(time.now() + delay, () -> arrive(sent.bytes, sent.copy));
        default -> {}
      }
      unanswered.add(sent);
      answer(sent, writing, delay);
    }

    @Override
    public boolean leftTraces() {
      return leftTraces;
    }

    /** Tells now or later what became of a chunk, true or not. */
    private void answer(OnTheWay sent, Writing writing, long delay) {
      switch (writing) {
        case BLOCKED -> answer(sent, Outcome.ACKNOWLEDGED);
        case LATE -> answer(sent, Outcome.UNCONFIRMED);
        case ACKNOWLEDGED, TWICE -> answer(sent, Outcome.ACKNOWLEDGED, delay);
        case UNCONFIRMED, VANISHED -> answer(sent, Outcome.UNCONFIRMED, delay);
        case FAILED -> answer(sent, Outcome.FAILED, delay);
        case DELAYED -> {
          sent.completion.delayed(sent.chunk, "injected: it does not answer");
          answer(sent, Outcome.ACKNOWLEDGED, delay);
        }
        default -> {}
      }
      if (writing == Writing.TWICE) {
        time.at(time.now() + delay, () -> tell(sent, Outcome.FAILED));
      }
    }

    private void block(long nanos) throws IOException, InterruptedException {
      program.pause(nanos);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while the medium took nothing");
      }
      refuse(closed);
    }

    private void refuse(boolean refused) throws IOException {
      if (refused || killed) {
        throw new IOException("injected: not taken");
      }
    }

    private void answer(OnTheWay sent, Outcome outcome, long delay) {
      if (delay == 0) {
        answer(sent, outcome);
      } else {
        time.at(time.now() + delay, () -> answer(sent, outcome));
      }
    }

    private void answer(OnTheWay sent, Outcome outcome) {
      if (unanswered.remove(sent) && !killed) {
        if (!Arrays.equals(sent.bytes, sent.chunk.toByteArray())) {
          violation = "the bytes of " + sent.copy + " were changed before it was completed";
        }
        tell(sent, outcome);
      }
    }

    private void tell(OnTheWay sent, Outcome outcome) {
      if (!killed) {
        if (outcome == Outcome.UNCONFIRMED) {
          faults.uncertain(sent.copy);
        } else {
          faults.certain(sent.copy);
        }
        IOException cause = outcome == Outcome.ACKNOWLEDGED ? null : new IOException("injected");
        sent.completion.completed(sent.chunk, outcome, cause);
      }
    }

    @Override
    public void flush() throws IOException {
      refuse(closed);
    }

    @Override
    public void close(Duration timeout) {
      long until = program.nanoTime() + timeout.toNanos();
      closed = true;
      while (!unanswered.isEmpty() && program.nanoTime() - until < 0) {
        program.pause(Math.min(LOOK_NANOS, until - program.nanoTime()));
      }
      end(Outcome.UNCONFIRMED);
      writers.remove(this);
    }

    /** Its program is no more: nobody is told anything. */
    public void kill() {
      killed = true;
      writers.remove(this);
    }

    private void end(Outcome outcome) {
      List.copyOf(unanswered).forEach(sent -> answer(sent, outcome));
    }
  }

  /** A chunk that was taken and not answered. */
  private static final class OnTheWay {
    private final Chunk chunk;
    private final Completion completion;
    private final Chunk copy;
    private final byte[] bytes;

    OnTheWay(Chunk chunk, Completion completion) {
      this.chunk = chunk;
      this.completion = completion;
      this.copy = chunk.copy();
      this.bytes = copy.array();
    }
  }

  /** A raw reader of a group, which goes on where the group has come to. */
  public Reader reader(String group) {
    return new Reader(groups.computeIfAbsent(group, none -> new long[partitions.size()]));
  }

  /** Reads the medium as one of a group. */
  public final class Reader implements RawReader {
    private final long[] acknowledged;
    private long[] next;
    private int first;

    private Reader(long[] acknowledged) {
      this.acknowledged = acknowledged;
      this.next = acknowledged.clone();
    }

    /** By partition, the offset of the last chunk that was handed over. */
    public Map<String, Long> handed() {
      Map<String, Long> handed = new LinkedHashMap<>();
      for (int i = 0; i < next.length; i++) {
        if (next[i] > 0) {
          handed.put("medium-" + i, next[i] - 1);
        }
      }
      return handed;
    }

    @Override
    public int poll(ChunkHandler handler, Duration timeout) throws IOException {
      Reading reading = faults.read();
      if (reading == Reading.REFUSED) {
        throw new IOException("injected: the medium is away");
      }
      if (reading == Reading.REWOUND) {
        Arrays.fill(acknowledged, 0);
      }
      if (reading == Reading.REWOUND || reading == Reading.AGAIN) {
        next = acknowledged.clone();
      }
      boolean handled = false;
      try {
        int count = handOver(handler, reading == Reading.BROKEN);
        if (count > 0) {
          handler.beforeAcknowledge();
        } else {
          time.pause(timeout.toNanos());
        }
        handled = true;
        return count;
      } finally {
        if (!handled) {
          next = acknowledged.clone();
        } else if (reading != Reading.FORGOTTEN) {
          System.arraycopy(next, 0, acknowledged, 0, next.length);
        }
      }
    }

    private int handOver(ChunkHandler handler, boolean breaks) throws IOException {
      int count = 0;
      for (int i = 0; i < next.length && count < MOST_CHUNKS; i++) {
        int partition = (first + i) % next.length;
        while (next[partition] < end(partition) && count < MOST_CHUNKS) {
          if (breaks && count > 0) {
            throw new IOException("injected: the connection ends");
          }
          handOver(handler, partition, next[partition]++);
          count++;
        }
      }
      first = (first + 1) % next.length;
      return count;
    }

    private void handOver(ChunkHandler handler, int partition, long offset) {
      byte[] bytes = bytes(partition, offset);
      SourcePosition position = new SourcePosition("medium-" + partition, offset);
      Chunk chunk;
      try {
        chunk = ChunkLayout.parse(bytes, 0, bytes.length);
      } catch (MalformedChunkException e) {
        handler.damaged(new Damage(position, bytes.length, e.getMessage(), bytes));
        return;
      }
      handler.chunk(chunk, position);
    }

    @Override
    public boolean exhausted() {
      return false;
    }

    @Override
    public boolean isEndless() {
      return true;
    }

    @Override
    public void wakeup() {
      // nobody waits: all is one thread
    }

    @Override
    public void close() {
      // what was acknowledged is the group's
    }
  }
}
