package dev.sluice.cli.oracle;

import dev.sluice.api.record.RecordType;
import dev.sluice.cli.oracle.Producer.Probe;
import dev.sluice.monitoring.records.AfterOperationFailedReader;
import dev.sluice.monitoring.records.AfterOperationReader;
import dev.sluice.monitoring.records.BeforeOperationReader;
import dev.sluice.monitoring.records.OperationDurationReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.monitoring.records.TraceMetadataReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Lets the threads of a program run in turns, and emits what its probes would. */
final class Run {
  private static final int DEEPEST = 12;
  private static final String TYPE = "shop.Type";

  private final Random random;
  private final Producer producer;
  private final List<String> operations;
  private final List<Lane> lanes = new ArrayList<>();
  private final int sampled;
  private long nextId;
  private long clock;

  /** How many times as long everything takes; with more than 1, calls are repeated. */
  int stretch = 1;

  Run(Random random, Producer producer, List<String> operations, long firstId) {
    this.random = random;
    this.producer = producer;
    this.operations = operations;
    nextId = firstId;
    sampled = random.nextInt(4) == 0 ? 3 : 1;
    clock = 1_700_000_000_000_000_000L + random.nextInt(1_000_000_000);
    int threads = 1 + random.nextInt(4);
    for (int i = 0; i < threads; i++) {
      lanes.add(new Lane(100 + i));
    }
  }

  /** Its clock is off by that much. */
  void shift(long nanos) {
    clock += nanos;
  }

  /** A thread. */
  private final class Lane {
    private final long thread;
    private final String session;
    private Call active;
    private boolean recorded;

    Lane(long thread) {
      this.thread = thread;
      session = random.nextInt(3) == 0 ? "session " + thread : null;
    }

    void begin() {
      if (active == null) {
        recorded = sampled == 1 || random.nextInt(sampled) == 0;
        Call.Tree tree = new Call.Tree(nextId, thread, session);
        if (recorded) {
          nextId += 1 + random.nextInt(3);
          producer.trees.add(tree);
          adopt(tree);
        }
        active = new Call(tree, pick(), null, clock);
      } else {
        active = new Call(active.tree, next(active), active, clock);
      }
      if (recorded && producer.has(Probe.EVENTS)) {
        announce(active, clock);
        active.before = event(active, BeforeOperationReader.TYPE);
      }
    }

    /** Some traces are started by another thread's. */
    private void adopt(Call.Tree tree) {
      Lane other = lanes.get(random.nextInt(lanes.size()));
      if (other == this || other.active == null || !other.recorded || random.nextBoolean()) {
        return;
      }
      tree.parent = other.active.tree;
      tree.starter = other.active;
      tree.parentOrder =
          producer.has(Probe.EVENTS) ? tree.parent.events - 1 : tree.parent.calls.size() - 1;
      tree.parentDepth = other.active.depth + 1;
    }

    void end() {
      Call call = active;
      call.end = clock;
      call.ended = true;
      call.failed = random.nextInt(10) == 0;
      active = call.caller;
      if (recorded && producer.has(Probe.EXECUTION)) {
        if (call.tree.parent != null) {
          announce(call, call.begin);
        }
        call.execution =
            emit(
                OperationExecutionReader.TYPE,
                clock,
                call,
                call.operation,
                call.tree.session,
                call.tree.id,
                call.begin,
                clock,
                producer.host,
                call.order,
                call.depth,
                call.failed);
      }
      if (recorded && producer.has(Probe.EVENTS)) {
        call.after =
            event(call, call.failed ? AfterOperationFailedReader.TYPE : AfterOperationReader.TYPE);
      }
      producer.ended.add(call);
      call.emittedBefore = producer.emitted.size();
      if (producer.has(Probe.DURATION)) {
        emit(
            OperationDurationReader.TYPE,
            clock,
            call,
            clock,
            call.operation,
            call.end - call.begin,
            call.failed);
      }
    }

    private Emission event(Call call, RecordType type) {
      Call.Tree tree = call.tree;
      List<Object> values =
          new ArrayList<>(Arrays.asList(clock, tree.id, tree.events++, call.operation, TYPE));
      if (type == AfterOperationFailedReader.TYPE) {
        values.add("java.lang.IllegalStateException: no");
      }
      return emit(type, clock, call, values.toArray());
    }
  }

  /** Calls that take long come again and again. */
  private String next(Call caller) {
    int callees = caller.callees.size();
    boolean again = stretch > 1 && callees > 0 && random.nextInt(8) > 0;
    return again ? caller.callees.get(callees - 1).operation : pick();
  }

  private String pick() {
    return operations.get(random.nextInt(operations.size()));
  }

  private void announce(Call call, long time) {
    Call.Tree tree = call.tree;
    if (tree.announcement == null) {
      emit(
          TraceMetadataReader.TYPE,
          time,
          null,
          time,
          tree.id,
          tree.thread,
          tree.session,
          producer.host,
          tree.parent == null ? tree.id : tree.parent.id,
          tree.parentOrder,
          tree.parentDepth);
      tree.announcement = producer.emitted.get(producer.emitted.size() - 1);
    }
  }

  private Emission emit(RecordType type, long time, Call call, Object... values) {
    Emission record = new Emission(type, time, call, Arrays.asList(values));
    producer.emitted.add(record);
    return record;
  }

  /**
   * Lets them run for so many calls and returns; then all return, or the program ends.
   *
   * @param pauses draws minutes in which nothing happens, or null
   */
  void steps(int steps, boolean backwards, Random pauses) {
    boolean returns = random.nextInt(4) > 0;
    for (int i = 0; i < steps || !producer.hasAny(); i++) {
      tick(backwards);
      if (pauses != null && pauses.nextInt(20) == 0) {
        clock += TimeUnit.SECONDS.toNanos(200 + pauses.nextInt(200));
      }
      Lane lane = lanes.get(random.nextInt(lanes.size()));
      int depth = lane.active == null ? 0 : lane.active.depth + 1;
      int deepest = stretch > 1 ? 3 : DEEPEST;
      int begins = stretch > 1 ? 85 : 48;
      if (depth == 0 || depth < deepest && random.nextInt(100) < begins) {
        lane.begin();
      } else {
        lane.end();
      }
    }
    for (Lane lane : lanes) {
      while (returns && lane.active != null) {
        tick(backwards);
        lane.end();
      }
    }
  }

  private void tick(boolean backwards) {
    if (backwards && random.nextInt(20) == 0) {
      clock -= random.nextInt(20_000);
    } else {
      clock += random.nextInt(4) == 0 ? 0 : (long) stretch * random.nextInt(5_000);
    }
  }
}
