package dev.sluice.analysis.traces;

import dev.sluice.api.chunk.DropCause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A program of some threads with random call trees, of whose records some get lost. */
final class RandomTraces {
  private static final int DEEPEST = 9;

  private final Random random;
  private final TestProgram program;
  private final boolean events;
  private final double drops;
  private final double gaps;
  private final List<ProgramThread> threads = new ArrayList<>();
  private long clock = 1_000;
  private long traces;
  private int inChunk;
  private boolean losing;
  private long written;
  private long inLostChunk;

  /** By trace: order indexes of records that arrive, and of those that do not. */
  final Map<Long, Set<Integer>> arrived = new HashMap<>();

  final Map<Long, Set<Integer>> lost = new HashMap<>();

  /** By trace and order index: the order index of the caller. */
  final Map<Long, Map<Integer, Integer>> callers = new HashMap<>();

  final Set<Long> ended = new HashSet<>();

  RandomTraces(long seed, boolean events, double drops, double gaps) {
    this.random = new Random(seed);
    this.program = new TestProgram(seed);
    this.events = events;
    this.drops = drops;
    this.gaps = gaps;
    for (int i = 0; i < 5; i++) {
      threads.add(new ProgramThread());
    }
  }

  /** Lets the program run; afterwards it has ended, or was killed. */
  TestProgram run(int steps, boolean killed) {
    for (int i = 0; i < steps; i++) {
      threads.get(random.nextInt(threads.size())).step();
      if (++inChunk > 40 && random.nextInt(20) == 0) {
        nextChunk();
      }
    }
    nextChunk();
    losing = false;
    return killed ? program : program.end();
  }

  long written() {
    return written;
  }

  private void nextChunk() {
    inChunk = 0;
    if (losing) {
      program.lostChunk();
    } else {
      program.chunk();
    }
    losing = random.nextDouble() < gaps;
  }

  private boolean arrives(long trace, int order) {
    if (!losing && random.nextDouble() < drops) {
      program.drop(random.nextBoolean() ? DropCause.RING_FULL : DropCause.OVERSIZE, 1);
      lost.computeIfAbsent(trace, t -> new HashSet<>()).add(order);
      return false;
    }
    written += losing ? 0 : 1;
    (losing ? lost : arrived).computeIfAbsent(trace, t -> new HashSet<>()).add(order);
    return true;
  }

  private record Call(int order, int operation, long begin) {}

  private final class ProgramThread {
    private final Deque<Call> calls = new ArrayDeque<>();
    private long trace;
    private int begun;
    private int event;

    void step() {
      clock += random.nextInt(3);
      if (calls.isEmpty() || calls.size() < DEEPEST && random.nextInt(100) < 47) {
        begin();
      } else {
        end(calls.pop());
      }
    }

    private void begin() {
      if (calls.isEmpty()) {
        trace = ++traces;
        begun = 0;
        event = 0;
      }
      Call call = new Call(begun++, random.nextInt(6), clock);
      callers
          .computeIfAbsent(trace, t -> new HashMap<>())
          .put(call.order, calls.isEmpty() ? -1 : calls.peek().order);
      calls.push(call);
      int order = event++;
      if (events && arrives(trace, order)) {
        program.before(trace, name(call), clock, order);
      }
    }

    private String name(Call call) {
      return "x.C.m" + call.operation + "()";
    }

    private void end(Call call) {
      int order = events ? event++ : call.order;
      if (arrives(trace, order)) {
        if (events) {
          program.after(trace, name(call), clock, order);
        } else {
          program.execution(trace, name(call), call.begin, clock, order, calls.size());
        }
      }
      if (calls.isEmpty()) {
        ended.add(trace);
      }
    }
  }
}
