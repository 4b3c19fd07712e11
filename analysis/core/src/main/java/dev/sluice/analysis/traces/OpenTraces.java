package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The traces of which not everything came yet. Flat: eight words a trace in one array, found by an
 * open-addressing table of indexes, and a block of a {@link RecordPool} for its records. A trace is
 * found by its producer and its id. For one thread.
 *
 * <p>Words of a trace at {@code index * STRIDE}:
 *
 * <pre>
 *   0  its id
 *   1  the id of its producer
 *   2  upper half: number of records, lower half: flags
 *   3  upper half: largest order index, lower half: before events less after events
 *   4  the highest sequence of the chunks that its records came in
 *   5  stream time then
 *   6  when it began, as far as is known
 *   7  neighbours in the order of last records: the one before in the upper half, the next below
 * </pre>
 */
final class OpenTraces {
  static final int EXECUTIONS = 1;
  static final int EVENTS = 2;
  static final int ANNOUNCED = 4;
  static final int ROOT = 8;
  static final int LISTED = 16;

  /** Events of it came, although executions tell of it. */
  static final int OTHER_EVENTS = 32;

  /** Opened by a chunk that was given up before: others of it may be closed. */
  static final int LATE = 64;

  /** It may have more calls to other processes than are kept. */
  static final int MORE_CALLS = 128;

  /** A request's spans, of which nobody knows which is the last. */
  static final int SPANS = 256;

  /** What joins a trace with one of another process takes the room of so many records. */
  private static final int REMOTE_ROOM = 3;

  private static final int STRIDE = 8;
  private static final int KEY = 0;
  private static final int PRODUCER = 1;
  private static final int COUNT = 2;
  private static final int ORDER = 3;
  private static final int CHUNK = 4;
  private static final int TIME = 5;
  private static final int BEGIN = 6;
  private static final int LINKS = 7;
  private static final int NONE = -1;

  private static final long LOW = 0xffff_ffffL;

  private final RecordPool pool;
  private long[] words = new long[64 * STRIDE];
  private long[][] blocks = new long[64][];
  private String[] sessions = new String[64];
  private String[] hosts = new String[64];
  private final Map<Integer, List<Remote>> remotes = new HashMap<>();

  /** Indexes of traces plus one; 0 is free. The length is a power of two, at most half is used. */
  private int[] table = new int[256];

  private int used;
  private int open;
  private int free = NONE;
  private int oldest = NONE;
  private int youngest = NONE;
  private int room;

  OpenTraces(RecordPool pool) {
    this.pool = pool;
  }

  /** How many there are. */
  int size() {
    return open;
  }

  /** For how many records all of them have room. */
  int room() {
    return room;
  }

  /** The trace that had no record for longest, or -1. */
  int oldest() {
    return oldest;
  }

  /** The trace that had its last record after that one, or -1. */
  int younger(int trace) {
    return (int) words[trace * STRIDE + LINKS];
  }

  private static int hash(long id, long producer) {
    long mixed = (id ^ producer * 0x9e37_79b9_7f4a_7c15L) * 0xd6e8_feb8_6659_fd93L;
    return (int) (mixed ^ mixed >>> 32);
  }

  /** The trace with that id, or -1. */
  int find(long id, long producer) {
    int mask = table.length - 1;
    for (int at = hash(id, producer) & mask; table[at] != 0; at = at + 1 & mask) {
      int trace = table[at] - 1;
      if (words[trace * STRIDE] == id && words[trace * STRIDE + PRODUCER] == producer) {
        return trace;
      }
    }
    return NONE;
  }

  /** Opens a trace that is not there. */
  int open(long id, long producer, long chunk, long time) {
    if ((open + 1) * 2 > table.length) {
      table = new int[table.length * 2];
      for (int each = oldest; each != NONE; each = younger(each)) {
        insert(each);
      }
    }
    int trace = free;
    if (trace == NONE) {
      trace = used++;
      if (trace == blocks.length) {
        grow();
      }
    } else {
      free = younger(trace);
    }
    int at = trace * STRIDE;
    words[at + KEY] = id;
    words[at + PRODUCER] = producer;
    words[at + COUNT] = 0;
    words[at + ORDER] = -1L << 32;
    words[at + CHUNK] = chunk;
    words[at + TIME] = time;
    words[at + BEGIN] = Long.MAX_VALUE;
    long[] block = pool.take();
    blocks[trace] = block;
    room += RecordPool.records(block);
    append(trace);
    insert(trace);
    open++;
    return trace;
  }

  /** Writes or reads all of them, the one that had no record for longest first. */
  void state(StateCodec codec, TraceLimits limits) throws IOException {
    int count = codec.count(open, limits.openTraces());
    int trace = oldest;
    for (int i = 0; i < count; i++) {
      boolean reading = codec.isReading();
      long id = codec.number(reading ? 0 : id(trace));
      long producer = codec.number(reading ? 0 : producer(trace));
      if (reading) {
        if (find(id, producer) >= 0) {
          throw new IOException("the state has an open trace twice");
        }
        trace = open(id, producer, 0, 0);
      }
      for (int word = COUNT; word < LINKS; word++) {
        words[trace * STRIDE + word] = codec.number(words[trace * STRIDE + word]);
      }
      sessions[trace] = codec.text(sessions[trace]);
      hosts[trace] = codec.text(hosts[trace]);
      List<Remote> joins = Remote.state(codec, remotes(trace));
      long[] block = codec.numbers(blocks[trace], count(trace) * RecordPool.WORDS);
      if (reading) {
        take(trace, block, limits.openRecords());
        for (Remote one : joins) {
          join(trace, one);
        }
      }
      trace = reading ? trace : younger(trace);
    }
  }

  /** Gives a trace the records that were read. */
  private void take(int trace, long[] records, int most) throws IOException {
    int count = count(trace);
    if (count < 0 || count > most || records.length != count * RecordPool.WORDS) {
      throw new IOException("the state has a trace of " + count + " records with others");
    }
    room -= RecordPool.records(blocks[trace]);
    while (blocks[trace].length < records.length) {
      blocks[trace] = pool.grown(blocks[trace]);
    }
    room += RecordPool.records(blocks[trace]);
    System.arraycopy(records, 0, blocks[trace], 0, records.length);
  }

  private void grow() {
    int more = blocks.length * 2;
    words = Arrays.copyOf(words, more * STRIDE);
    blocks = Arrays.copyOf(blocks, more);
    sessions = Arrays.copyOf(sessions, more);
    hosts = Arrays.copyOf(hosts, more);
  }

  private void insert(int trace) {
    int mask = table.length - 1;
    int at = hash(id(trace), producer(trace)) & mask;
    while (table[at] != 0) {
      at = at + 1 & mask;
    }
    table[at] = trace + 1;
  }

  /** Removes a trace and gives its block back. */
  void close(int trace) {
    remove(trace);
    unlink(trace);
    room -= RecordPool.records(blocks[trace]);
    pool.give(blocks[trace]);
    blocks[trace] = null;
    sessions[trace] = null;
    hosts[trace] = null;
    forgetRemotes(trace);
    words[trace * STRIDE + COUNT] = 0;
    words[trace * STRIDE + LINKS] = links(NONE, free);
    free = trace;
    open--;
  }

  /** Without tombstones: what was pushed behind the hole moves into it. */
  private void remove(int trace) {
    int mask = table.length - 1;
    int hole = hash(id(trace), producer(trace)) & mask;
    while (table[hole] != trace + 1) {
      hole = hole + 1 & mask;
    }
    for (int at = hole + 1 & mask; table[at] != 0; at = at + 1 & mask) {
      int other = table[at] - 1;
      int home = hash(id(other), producer(other)) & mask;
      if ((at - home & mask) >= (at - hole & mask)) {
        table[hole] = table[at];
        hole = at;
      }
    }
    table[hole] = 0;
  }

  private static long links(int before, int next) {
    return (long) before << 32 | next & LOW;
  }

  private void append(int trace) {
    words[trace * STRIDE + LINKS] = links(youngest, NONE);
    if (youngest == NONE) {
      oldest = trace;
    } else {
      int at = youngest * STRIDE + LINKS;
      words[at] = links((int) (words[at] >> 32), trace);
    }
    youngest = trace;
  }

  private void unlink(int trace) {
    long links = words[trace * STRIDE + LINKS];
    int before = (int) (links >> 32);
    int next = (int) links;
    if (before == NONE) {
      oldest = next;
    } else {
      int at = before * STRIDE + LINKS;
      words[at] = links((int) (words[at] >> 32), next);
    }
    if (next == NONE) {
      youngest = before;
    } else {
      int at = next * STRIDE + LINKS;
      words[at] = links(before, (int) words[at]);
    }
  }

  /** Notes that a record of the trace came with the chunk of that sequence. */
  void touch(int trace, long chunk, long time) {
    int at = trace * STRIDE;
    if (words[at + CHUNK] != chunk) {
      words[at + CHUNK] = Math.max(words[at + CHUNK], chunk);
      words[at + TIME] = Math.max(words[at + TIME], time);
      if (trace != youngest) {
        unlink(trace);
        append(trace);
      }
    }
  }

  /**
   * Adds a record.
   *
   * @param begin a time at which the trace ran
   * @param order its order index; negative if it has none
   * @return how many records the trace has now
   */
  int add(int trace, long begin, int order, long word0, long word1, long word2, long word3) {
    int at = trace * STRIDE;
    int count = (int) (words[at + COUNT] >>> 32);
    long[] block = blocks[trace];
    int to = count * RecordPool.WORDS;
    if (to == block.length) {
      room += RecordPool.records(block);
      block = pool.grown(block);
      blocks[trace] = block;
    }
    block[to] = word0;
    block[to + 1] = word1;
    block[to + 2] = word2;
    block[to + 3] = word3;
    words[at + COUNT] += 1L << 32;
    words[at + BEGIN] = Math.min(words[at + BEGIN], begin);
    if (order > maxOrder(trace)) {
      words[at + ORDER] = (long) order << 32 | words[at + ORDER] & LOW;
    }
    return count + 1;
  }

  /** Forgets the records, so that others have room; the trace stays open. */
  void clear(int trace) {
    int at = trace * STRIDE;
    words[at + COUNT] &= LOW;
    words[at + ORDER] = -1L << 32;
    words[at + BEGIN] = Long.MAX_VALUE;
    room -= RecordPool.records(blocks[trace]);
    pool.give(blocks[trace]);
    blocks[trace] = pool.take();
    room += RecordPool.records(blocks[trace]);
  }

  /** Adds what joins it with a trace of another process, unless it has enough of them. */
  boolean join(int trace, Remote remote) {
    List<Remote> all = remotes.computeIfAbsent(trace, absent -> new ArrayList<>(2));
    boolean fits = all.size() < Remote.MOST;
    if (fits) {
      all.add(remote);
      room += REMOTE_ROOM;
    }
    if (all.size() == Remote.MOST) {
      set(trace, MORE_CALLS);
    }
    return fits;
  }

  /** What joins it with traces of other processes. */
  List<Remote> remotes(int trace) {
    return remotes.isEmpty() ? List.of() : remotes.getOrDefault(trace, List.of());
  }

  /** They were handed over. */
  void forgetRemotes(int trace) {
    List<Remote> gone = remotes.isEmpty() ? null : remotes.remove(trace);
    room -= gone == null ? 0 : gone.size() * REMOTE_ROOM;
    unset(trace, MORE_CALLS);
  }

  long id(int trace) {
    return words[trace * STRIDE];
  }

  long producer(int trace) {
    return words[trace * STRIDE + PRODUCER];
  }

  int count(int trace) {
    return (int) (words[trace * STRIDE + COUNT] >>> 32);
  }

  boolean has(int trace, int flag) {
    return (words[trace * STRIDE + COUNT] & flag) != 0;
  }

  void set(int trace, int flag) {
    words[trace * STRIDE + COUNT] |= flag;
  }

  void unset(int trace, int flag) {
    words[trace * STRIDE + COUNT] &= ~(long) flag;
  }

  /** The largest order index of its records; -1 if it has none. */
  int maxOrder(int trace) {
    return (int) (words[trace * STRIDE + ORDER] >> 32);
  }

  /** Adds to the number of before events less after events, and returns it. */
  int balance(int trace, int change) {
    int at = trace * STRIDE + ORDER;
    int balance = (int) words[at] + change;
    words[at] = words[at] & ~LOW | balance & LOW;
    return balance;
  }

  /** The highest sequence of the chunks that its records came in. */
  long chunk(int trace) {
    return words[trace * STRIDE + CHUNK];
  }

  /** Whether no record of the trace can be missing, or only its last ones. */
  boolean isComplete(int trace) {
    if (has(trace, SPANS)) {
      return has(trace, ROOT);
    }
    int records = count(trace) - (has(trace, ANNOUNCED) ? 1 : 0);
    return records == maxOrder(trace) + 1
        && (has(trace, EVENTS) ? records > 0 && balance(trace, 0) == 0 : has(trace, ROOT));
  }

  /** The stream time when its last record came. */
  long time(int trace) {
    return words[trace * STRIDE + TIME];
  }

  /** When it began, as far as is known. */
  long begin(int trace) {
    return words[trace * STRIDE + BEGIN];
  }

  /** Its records, {@link #count} of them, {@link RecordPool#WORDS} words each. */
  long[] block(int trace) {
    return blocks[trace];
  }

  void name(int trace, String session, String host) {
    sessions[trace] = Operations.cut(session);
    hosts[trace] = Operations.cut(host);
  }

  String session(int trace) {
    return sessions[trace];
  }

  String host(int trace) {
    return hosts[trace];
  }
}
