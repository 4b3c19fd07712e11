package dev.sluice.analysis.traces;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A reconstructed trace: its executions in the order in which they began, so that each follows the
 * one that called it. Times are nanoseconds since the epoch. A listener gets the same object again
 * and again; {@link #copy} keeps one. For one thread.
 */
public final class Trace {
  static final byte PRESENT = 1;
  static final byte FAILED = 2;
  static final byte UNFINISHED = 4;
  static final byte LOOSE = 8;

  /** Of what joins it with others, so many are kept in a copy of some executions. */
  private static final int FEW_REMOTES = 16;

  final Operations operations;
  int size;
  int calls;
  int[] operation = {};
  int[] order = {};
  int[] depth = {};
  int[] parent = {};
  long[] begin = {};
  long[] end = {};
  long[] self = {};
  byte[] flags = {};

  long id;
  long producer;
  String producerName;
  String session;
  String host;
  TraceState state;
  EnumSet<Reason> reasons = EnumSet.noneOf(Reason.class);
  Set<String> causes = new LinkedHashSet<>();
  String fault;
  int records;
  long since;
  long until;
  long missing;
  long lostFrom = Long.MAX_VALUE;
  long lostUntil = Long.MIN_VALUE;
  boolean proven;
  boolean fromEvents;
  boolean withEvents;
  boolean rootless;
  boolean announced;
  long thread;
  long parentTrace;
  int parentOrder;
  int parentDepth;
  List<Remote> remotes = List.of();
  boolean callsKnown;

  Trace(Operations operations) {
    this.operations = operations;
  }

  /** Makes room for {@code count} executions; what was there is gone. */
  void prepare(int count) {
    if (operation.length < count) {
      int room = Math.max(16, Integer.highestOneBit(Math.max(1, count - 1)) << 1);
      operation = new int[room];
      order = new int[room];
      depth = new int[room];
      parent = new int[room];
      begin = new long[room];
      end = new long[room];
      self = new long[room];
      flags = new byte[room];
    } else {
      Arrays.fill(flags, 0, count, (byte) 0);
    }
    size = count;
    calls = count;
  }

  /**
   * How many executions it had; more than {@link #size} in a {@linkplain #copy(int) copy} of some.
   */
  public int calls() {
    return calls;
  }

  /** How many executions there are. */
  public int size() {
    return size;
  }

  /** The number of the execution's operation in {@link #operations}. */
  public int operation(int execution) {
    return operation[execution];
  }

  /** The signature of the execution's operation. */
  public String signature(int execution) {
    return operations.signature(operation[execution]);
  }

  /** What the numbers of operations mean; the same for all traces of a reconstruction. */
  public Operations operations() {
    return operations;
  }

  /** When it began. */
  public long begin(int execution) {
    return begin[execution];
  }

  /** When it ended; if it is {@link #unfinished}, the last time known of the trace. */
  public long end(int execution) {
    return end[execution];
  }

  /** Nanoseconds from begin to end; 0 if the clock went backwards. */
  public long duration(int execution) {
    return Math.max(0, end[execution] - begin[execution]);
  }

  /**
   * Nanoseconds without those of the executions that it called and that are here, at least 0. In a
   * trace that is not valid it may hold time of executions that are missing.
   */
  public long self(int execution) {
    return Math.max(0, self[execution]);
  }

  /** How many executions of the trace were active when it began; 0 for the first. */
  public int depth(int execution) {
    return depth[execution];
  }

  /** How many executions of the trace began before; where events are missing, at most. */
  public int order(int execution) {
    return order[execution];
  }

  /** The execution that called it; -1 if none did or it is missing. */
  public int parent(int execution) {
    return parent[execution];
  }

  /** Whether it was called by an execution that is missing. */
  public boolean isLoose(int execution) {
    return (flags[execution] & LOOSE) != 0;
  }

  /** Whether it ended with an exception. */
  public boolean failed(int execution) {
    return (flags[execution] & FAILED) != 0;
  }

  /** Whether its end is missing. */
  public boolean unfinished(int execution) {
    return (flags[execution] & UNFINISHED) != 0;
  }

  /** The trace's id; unique within its producer. */
  public long id() {
    return id;
  }

  /** The id of its producer. */
  public long producer() {
    return producer;
  }

  /** The name of its producer, or null. */
  public String producerName() {
    return producerName;
  }

  /** Its session, or null. */
  public String session() {
    return session;
  }

  /** The host that its first record names, or null. */
  public String host() {
    return host;
  }

  /** How much of it is there. */
  public TraceState state() {
    return state;
  }

  /** Why it is incomplete; empty if it is valid, and of a broken one what was lost meanwhile. */
  public Set<Reason> reasons() {
    return Collections.unmodifiableSet(reasons);
  }

  /** The causes of drops, by label, if it is incomplete because of {@link Reason#DROPPED}. */
  public Set<String> dropCauses() {
    return Collections.unmodifiableSet(causes);
  }

  /** What contradicts itself in a broken trace, else null. */
  public String fault() {
    return fault;
  }

  /** How many records it was made of. */
  public int records() {
    return records;
  }

  /**
   * When the first of the losses began that may concern it, if it is not valid: the record time
   * before; {@code Long.MIN_VALUE} if that is not known, {@code Long.MAX_VALUE} without a loss.
   */
  public long lostFrom() {
    return lostFrom;
  }

  /** When the last of them ended; {@code Long.MAX_VALUE} if nothing came after it. */
  public long lostUntil() {
    return lostUntil;
  }

  /** How many executions, or events, are missing for certain; there may be more. */
  public long missing() {
    return missing;
  }

  /**
   * Whether it is valid and nothing of its producer was lost while it ran. Without, the last
   * executions of a valid trace of operation executions may be missing: nothing follows that would
   * leave a hole.
   */
  public boolean isProven() {
    return proven;
  }

  /** Whether it was made from before and after events. */
  public boolean fromEvents() {
    return fromEvents;
  }

  /** Whether a {@code TraceMetadata} came, and {@link #thread} is known. */
  public boolean isAnnounced() {
    return announced;
  }

  /** {@link Thread#getId} of its thread, 0 if not known. */
  public long thread() {
    return thread;
  }

  /** Whether another trace started it. */
  public boolean hasParent() {
    return announced && parentTrace != id;
  }

  /** The trace that started it, of the same producer; its own id if none did. */
  public long parentTrace() {
    return announced ? parentTrace : id;
  }

  /**
   * The order index of the parent's last event before or, if it has no events, of the last
   * execution that began in it; -1 if no trace started this one.
   */
  public int parentOrder() {
    return announced ? parentOrder : -1;
  }

  /** How many executions of the parent were active; 0 if no trace started this one. */
  public int parentDepth() {
    return announced ? parentDepth : 0;
  }

  /** What joins it with traces of other processes, in no order. */
  public List<Remote> remotes() {
    return remotes;
  }

  /** The call of another process that it works for; null if none is known. */
  public Remote remoteParent() {
    for (Remote one : remotes) {
      if (one.kind() == Remote.Kind.PARENT) {
        return one;
      }
    }
    return null;
  }

  /**
   * Whether it is valid, nothing of its producer was lost while it ran, and all its calls to other
   * processes were kept: so that it made no others.
   */
  public boolean knowsCalls() {
    return callsKnown;
  }

  /** The execution of this trace that started another; -1 if it is missing or not known. */
  public int starter(Trace started) {
    return starter(started.parentOrder(), started.parentDepth());
  }

  /**
   * The execution of this trace that was the innermost at a place; -1 if it is missing or not
   * known.
   *
   * @param order the order index of the last event before or, without events, of the last execution
   *     that began
   * @param active how many executions were active
   */
  public int starter(int order, int active) {
    int level = active - 1;
    int execution = begun(order);
    while (execution >= 0 && depth[execution] > level) {
      execution = parent[execution];
    }
    return execution >= 0 && depth[execution] == level ? execution : -1;
  }

  /** The last execution that began until that place in the trace; -1 if it is not known. */
  int begun(int place) {
    boolean placed = fromEvents ? state == TraceState.VALID : !withEvents;
    if (!placed || state == TraceState.BROKEN || size < calls) {
      return -1;
    }
    int first = 0;
    int last = size - 1;
    while (first <= last) {
      int middle = first + last >>> 1;
      if (place(middle) <= place) {
        first = middle + 1;
      } else {
        last = middle - 1;
      }
    }
    return last >= 0 && (fromEvents || order[last] == place) ? last : -1;
  }

  /** Where an execution began: before it all others began, and those that are not active ended. */
  private int place(int execution) {
    return fromEvents ? 2 * execution - depth[execution] : order[execution];
  }

  /** The first time known of it: when the first of its executions began, or was announced. */
  public long begin() {
    return since;
  }

  /** The last time known of it: when the last of its executions ended. */
  public long end() {
    return until;
  }

  /**
   * Nanoseconds of the root or, if it is missing, from the first begin to the last end; see {@link
   * #isCut}.
   */
  public long duration() {
    return size == 0 ? 0 : rootless ? Math.max(0, until - since) : duration(0);
  }

  /** Whether its beginning or its end is missing, so that it took {@link #duration} at least. */
  public boolean isCut() {
    return rootless || size == 0 || unfinished(0);
  }

  /**
   * No execution came.
   *
   * @param begin when it had begun
   * @param losses of its producer, or null if they are not known
   * @param why it is closed, null if it ended
   */
  void lacksAll(long begin, Losses losses, Reason why) {
    prepare(0);
    state = TraceState.INCOMPLETE;
    since = begin;
    until = begin;
    callsKnown = false;
    if (losses != null) {
      losses.collect(begin, Long.MAX_VALUE, this);
    }
    if (why != null && (why != Reason.RUNNING || reasons.isEmpty())) {
      reasons.add(why);
    }
  }

  /** The same as an object of its own, with at most {@code most} executions, the first ones. */
  public Trace copy(int most) {
    return copy(most, Math.max(most, FEW_REMOTES));
  }

  Trace copy(int most, int mostRemotes) {
    int count = Math.min(size, most);
    Trace copy = new Trace(operations);
    copy.size = count;
    copy.calls = calls;
    copy.operation = Arrays.copyOf(operation, count);
    copy.order = Arrays.copyOf(order, count);
    copy.depth = Arrays.copyOf(depth, count);
    copy.parent = Arrays.copyOf(parent, count);
    copy.begin = Arrays.copyOf(begin, count);
    copy.end = Arrays.copyOf(end, count);
    copy.self = Arrays.copyOf(self, count);
    copy.flags = Arrays.copyOf(flags, count);
    copy.id = id;
    copy.producer = producer;
    copy.producerName = producerName;
    copy.session = session;
    copy.host = host;
    copy.state = state;
    copy.reasons = EnumSet.copyOf(reasons);
    copy.causes = new LinkedHashSet<>(causes);
    copy.fault = fault;
    copy.records = records;
    copy.since = since;
    copy.until = until;
    copy.missing = missing;
    copy.lostFrom = lostFrom;
    copy.lostUntil = lostUntil;
    copy.proven = proven;
    copy.fromEvents = fromEvents;
    copy.withEvents = withEvents;
    copy.rootless = rootless;
    copy.announced = announced;
    copy.thread = thread;
    copy.parentTrace = parentTrace;
    copy.parentOrder = parentOrder;
    copy.parentDepth = parentDepth;
    boolean isAll = remotes.size() <= mostRemotes;
    copy.remotes = isAll ? remotes : List.copyOf(remotes.subList(0, mostRemotes));
    copy.callsKnown = callsKnown && isAll;
    return copy;
  }

  /**
   * Writes a copy, or reads one.
   *
   * @param kept what is written; any, or null, if a trace is read
   * @param all what the numbers of its operations mean
   */
  public static Trace state(StateCodec codec, Trace kept, Operations all) throws IOException {
    return TraceCodec.state(codec, codec.isReading() ? new Trace(all) : kept);
  }

  /** The same as an object of its own. */
  public Trace copy() {
    return copy(size, Remote.MOST);
  }
}
