package dev.sluice.simulation;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.collectors.Memory;
import dev.sluice.serializers.binary.BinarySerializer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A program that emits records, ends or is killed, and is started again with the same directory.
 */
final class Program {
  private static final FullRingPolicy[] POLICIES = FullRingPolicy.values();
  private static final long CLOSED_AFTERWARDS = 1_000_000_000;
  private static final long MOST_MEMORY = 2 << 20;
  private static final long LARGEST_CHUNK = MOST_MEMORY / 8;
  private static final String OVERSIZE = "o".repeat(200_000);

  final String name;
  final Path spill;
  private final boolean isWordy;
  private final boolean forces; // to the device, what is spilled
  final List<Life> lives = new ArrayList<>();
  private final World world;
  private final Random random;
  Process process;
  ChunkingCollector collector;

  /** Chunks of which nobody knows whether they arrived. */
  final Set<String> unanswered = new HashSet<>();

  /** The one that it lives, or lived last. */
  Life life;

  private RawWriter writer;
  private RowWriter rows;
  private Symbol symbol;
  private long memory;
  private int left;

  Program(World world, String name, Random random) {
    this.world = world;
    this.name = name;
    this.random = random;
    this.spill = random.nextInt(3) == 0 ? null : Path.of("/simulated/spill-" + name);
    this.forces = random.nextBoolean();
    this.isWordy = random.nextInt(5) == 0;
  }

  /** The text of a record: long for some. */
  String text(long number) {
    int length = (int) (number * 31 % 40) + (number % 97 == 0 || isWordy ? 2_000 : 0);
    return "x".repeat(length) + number;
  }

  boolean isRunning() {
    return collector != null;
  }

  /** Begins a life; with faults some do not begin. */
  void start(int records) {
    life = new Life(this);
    process = new Process(world, name);
    process.killer = this::kill;
    writer = world.sinks.writer(this, process);
    memory = random.nextBoolean() ? MOST_MEMORY : MOST_MEMORY / 2;
    ChunkingCollectorBuilder builder =
        ChunkingCollector.builder(writer, new BinarySerializer(), options())
            .platform(process)
            .producerName(name)
            .policy(POLICIES[random.nextInt(POLICIES.length)])
            .blockDeadline(Duration.ofMillis(random.nextInt(400)))
            .memoryBytes(memory)
            .maxDelay(Duration.ofMillis(1 + random.nextInt(300)))
            .chunkRecords(1 + random.nextInt(60));
    if (spill != null) {
      builder.spill(spill);
    }
    world.sinks.sign(builder);
    collector = builder.build();
    life.report = collector.report();
    world.lives.put(life.report.producerId(), life);
    lives.add(life);
    rows = RowWriter.create(collector.rows());
    symbol = collector.rows().symbol(name);
    left = records;
    process.start("emitter", new Emitter());
  }

  private dev.sluice.api.config.Options options() {
    java.util.Map<String, String> values = new java.util.HashMap<>();
    if (spill != null && forces) {
      values.put("spill.fsync", "chunk");
    }
    return new dev.sluice.api.config.Options(values);
  }

  private final class Emitter extends Process.Own {
    private final int burst = 1 + random.nextInt(1 << random.nextInt(10));
    private final long gap = 1_000_000L * (1 + random.nextInt(200));
    private long number;

    @Override
    public long turn() {
      long before = number;
      for (int i = random.nextInt(burst) + 1; i > 0 && left > 0 && !process.dead; i--) {
        left--;
        emit(number++);
      }
      world.logUnless(number == before, () -> name + " has emitted " + number);
      if (left == 0 && !process.dead && !world.ending) {
        close(Duration.ofMillis(random.nextInt(4_000)));
      }
      return left == 0 ? -World.HOUR : -gap;
    }

    private void emit(long row) {
      int kind = random.nextInt(500);
      boolean taken;
      if (kind == 0) {
        taken = rows.emit((Row) null);
      } else {
        String text = kind == 1 ? OVERSIZE : text(row);
        taken = rows.emit(symbol, text, row, world.time.epochNanos());
      }
      if (taken) {
        life.accepted.set((int) row);
      } else if (!process.dead) {
        life.refused++;
      }
    }
  }

  /** Ends the life; a kill may come in between. */
  void close(Duration timeout) {
    CollectorReport before = collector.report();
    process.waitsFor(world.time.caller());
    CollectorReport report = collector.close(timeout);
    if (process.dead) {
      return;
    }
    world.require(
        process.waited() <= timeout.toNanos() + CLOSED_AFTERWARDS,
        () -> "close(" + timeout + ") has waited " + process.waited() + " ns: " + report);
    world.log(name + " closed within " + timeout + ": " + report);
    world.require(report.balanced() && report.pending() == 0, () -> "at the end: " + report);
    if (report.dropped().of(DropCause.CLOSED) > before.dropped().of(DropCause.CLOSED)) {
      world.reached(Reached.CLOSE_RAN_OUT);
    }
    end(report);
    process.kill();
    world.sinks.kill(writer);
  }

  void kill() {
    if (collector != null) {
      world.log(name + " is killed");
      world.reached(Reached.KILLED);
      life.crashed = true;
      disturb();
      CollectorReport report = collector.report();
      process.kill();
      world.sinks.kill(writer);
      end(report);
    }
  }

  private void end(CollectorReport report) {
    if (!unanswered.isEmpty()) {
      disturb(); // what was acknowledged behind them in the spill is sent again, too
    }
    life.report = report;
    life.adoptedLost = collector.status().adoptedDropped();
    if (spill != null) {
      note(report.spilled() > 0, Reached.SPILLED);
      note(collector.status().adopted() > 0, Reached.ADOPTED);
    }
    note(report.unconfirmed() > 0, Reached.UNCONFIRMED);
    note(report.dropped().of(DropCause.SPILL_FULL) > 0, Reached.SPILL_REFUSED);
    note(report.dropped().of(DropCause.EVICTED) > 0, Reached.GAVE_WAY);
    note(report.dropped().of(DropCause.BLOCK_DEADLINE) > 0, Reached.WAITED_IN_VAIN);
    note(report.dropped().of(DropCause.RING_FULL) > 0, Reached.RING_FULL);
    note(report.dropped().of(DropCause.OVERSIZE) > 0, Reached.OVERSIZE);
    note(report.dropped().of(DropCause.ENCODE_ERROR) > 0, Reached.POISONED);
    note(report.dropped().of(DropCause.WRITE_REJECTED) > 0, Reached.REJECTED_BY_MEDIUM);
    collector = null;
  }

  private void note(boolean is, Reached what) {
    if (is) {
      world.reached(what);
    }
  }

  /** What it noted of its spill may be gone: chunks of its lives may be sent again. */
  void disturb() {
    lives.forEach(each -> each.disturbed = true);
  }

  /** The machine fails: what nobody forced may be gone. */
  void machineFailed() {
    kill();
    disturb();
    for (Life each : lives) {
      each.machineFailed = true;
      each.forgotten |= !forces || !world.sinks.forces();
    }
  }

  /** What holds at each moment; the report. */
  CollectorReport check() {
    CollectorReport report = collector.report();
    world.require(report.balanced(), () -> "not balanced: " + report);
    long most = memory / 4 + LARGEST_CHUNK; // of a life that had more memory
    world.require(
        Memory.sealedBytes(collector) <= most,
        () -> name + " has " + Memory.sealedBytes(collector) + " bytes of chunks");
    return report;
  }

  /** Whether everything is where it should be once faults are over. */
  boolean isQuiet() {
    CollectorReport report = collector.report();
    return left == 0
        && report.pending() == 0
        && report.spilled() == 0
        && collector.status().spilledBytes() == 0;
  }

  void stopEmitting() {
    left = 0;
  }
}
