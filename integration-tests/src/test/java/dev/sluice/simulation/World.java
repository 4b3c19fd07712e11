package dev.sluice.simulation;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.SimulatedDisk;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Programs, a medium and consumers, with all that befalls them, made from one seed. */
final class World {
  static final long HOUR = 3_600_000_000_000L;
  private static final long EPOCH = 1_700_000_000_000_000_000L;
  private static final long MILLI = 1_000_000;

  /** A spill directory that could not be used is tried again after ten seconds. */
  private static final long REOPENED = 11_000 * MILLI;

  private static final int MOST_TURNS = 2_000_000;
  private static final int TURNS_TOLD = Integer.getInteger("sluice.turns", 50);

  final long seed;
  final VirtualPlatform time;
  final SimulatedDisk disk;
  final SimulatedMedium medium;
  final Faults faults;
  final Sinks sinks;
  final Map<Long, Life> lives = new LinkedHashMap<>();
  final Set<Reached> reached = EnumSet.noneOf(Reached.class);

  /** What is wrong; null as long as nothing is. */
  String failure;

  /** Whether there are no faults any more. */
  boolean ending;

  private final Random random;
  private final List<Program> programs = new ArrayList<>();
  private final List<Consumer> consumers = new ArrayList<>();
  private final Deque<String> last = new ArrayDeque<>();
  private final boolean crashes;
  private final int partitions;

  /** Draws of what came later, so that what was there before stays what it is. */
  private final Random more;

  private long hash = 17;
  private int turns;

  World(long seed) {
    this.seed = seed;
    this.random = random("world");
    long[] epoch = {EPOCH / MILLI};
    this.disk = new SimulatedDisk(() -> epoch[0] + now() / MILLI);
    this.time = new VirtualPlatform(EPOCH, seed, disk);
    this.partitions = 1 + random.nextInt(3);
    this.medium = new SimulatedMedium(time, partitions, random.nextInt(3) > 0);
    this.faults = new Faults(this, random("faults"));
    this.sinks = new Sinks(this, random("ways"));
    this.more = random("more");
    this.crashes = random.nextInt(4) > 0;
    medium.faults(faults);
    for (int i = random.nextInt(4); i >= 0; i--) {
      String name = "program" + i;
      programs.add(new Program(this, name, random(name)));
    }
    for (int i = random.nextInt(2); i >= 0; i--) {
      String name = "consumer" + i;
      consumers.add(new Consumer(this, name, random(name)));
    }
  }

  /** Draws of its own for each, so that a new one changes as little as it can. */
  Random random(String of) {
    return new Random((31 * seed + of.hashCode()) * 0x9E3779B97F4A7C15L);
  }

  private long now() {
    return time == null ? 0 : time.now();
  }

  void reached(Reached what) {
    reached.add(what);
  }

  void log(String line) {
    last.add(now() / 1000 + " us: " + line);
    if (last.size() > TURNS_TOLD) {
      last.remove();
    }
  }

  void logUnless(boolean nothing, Supplier<String> line) {
    if (!nothing) {
      log(line.get());
    }
  }

  void fail(String what, Throwable cause) {
    if (failure == null) {
      StringBuilder where = new StringBuilder(what);
      if (cause != null) {
        where.append(": ").append(cause);
        List.of(cause.getStackTrace()).stream()
            .limit(12)
            .forEach(at -> where.append("\n  ").append(at));
      }
      failure = where.toString();
    }
  }

  /** Something befell a program or its disk. */
  void disturb(Process process) {
    programs.stream().filter(one -> one.process == process).forEach(Program::disturb);
  }

  void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      fail(otherwise.get(), null);
    }
  }

  /** By how much a turn is late, because others had the processor. */
  long late() {
    return random.nextInt(4) == 0 ? 1_000L * random.nextInt(300) : 0;
  }

  /** After each turn. */
  void turned(String what, long wait) {
    hash = 31 * (31 * (31 * hash + what.hashCode()) + time.now()) + wait;
    for (Program program : programs) {
      if (program.isRunning()) {
        CollectorReport report = program.check();
        hash = 31 * hash + report.acknowledged() - 7 * report.spilled() + 3 * report.emitted();
      }
    }
    require(medium.violation() == null, medium::violation);
    require(++turns < MOST_TURNS, () -> "no end of turns");
  }

  /** Lives from the start to the end; the hash of all turns. */
  long live() {
    Thread own = Thread.currentThread();
    own.setUncaughtExceptionHandler(
        (thread, thrown) -> {
          if (!(thrown instanceof Process.Killed)) {
            fail("a task threw", thrown);
          }
        });
    try {
      return liveOn();
    } finally {
      own.setUncaughtExceptionHandler(null);
    }
  }

  private long liveOn() {
    programs.forEach(program -> program.start(records()));
    consumers.forEach(Consumer::start);
    long chaos = time.now() + 1_000 * MILLI * (1 + random.nextInt(15));
    while (time.now() < chaos && failure == null) {
      time.advanceTo(time.now() + MILLI * (1 + random.nextInt(600)));
      befall();
      if (more.nextInt(8) == 0) {
        sinks.befall(more);
      }
    }
    end();
    return hash;
  }

  private int records() {
    return 1 + random.nextInt(1 << random.nextInt(12));
  }

  /** Something happens. */
  private void befall() {
    Program program = programs.get(random.nextInt(programs.size()));
    switch (random.nextInt(15)) {
      case 0 -> faults.disk = random.nextInt(100);
      case 1 -> faults.disk = 0;
      case 2, 3 -> faults.medium = random.nextInt(500);
      case 4 -> faults.medium = 0;
      case 5 -> faults.away = random.nextBoolean();
      case 6 -> {
        time.setWallClock(Duration.ofMillis(random.nextInt(20_000) - 10_000));
        reached(Reached.CLOCK_JUMPED);
      }
      case 7 -> {
        boolean full = random.nextBoolean();
        disk.capacity(full ? (64L << 20) + random.nextInt(200_000) : Long.MAX_VALUE / 2);
        note(full, Reached.DISK_FULL);
        programs.forEach(Program::disturb);
      }
      case 8 -> medium.answer();
      case 9 -> crash(program);
      case 10 -> {
        if (crashes) {
          consumers.get(random.nextInt(consumers.size())).kill();
        }
      }
      case 11 -> {
        boolean small = random.nextBoolean();
        medium.maxChunkBytes(small ? 1024 + random.nextInt(2_000) : ChunkLayout.MAX_CHUNK_BYTES);
        note(small, Reached.LIMIT_SHRANK);
      }
      case 12 -> damage();
      case 13 -> vanish(program);
      default -> {}
    }
    if (!program.isRunning()) {
      program.start(records());
    }
  }

  /** A chunk that lies in the medium is no chunk any more. */
  private void damage() {
    int partition = random.nextInt(partitions);
    long end = medium.end(partition);
    if (end > 0 && random.nextInt(4) == 0) {
      long offset = end - 1 - random.nextInt((int) Math.min(end, 10));
      try {
        byte[] bytes = medium.bytes(partition, offset);
        Chunk chunk = ChunkLayout.parse(bytes, 0, bytes.length);
        lives.get(chunk.accounting().producerId()).unreadable = true;
        log("damage of " + chunk);
        medium.damage(partition, offset);
        reached(Reached.CHUNK_DAMAGED);
      } catch (MalformedChunkException e) {
        log("is damaged already: " + e.getMessage());
      }
    }
  }

  /** Somebody removes a spill directory. */
  private void vanish(Program program) {
    if (crashes && program.spill != null && random.nextInt(3) == 0) {
      log(program.spill + " is removed");
      disk.remove(program.spill);
      program.lives.forEach(life -> life.forgotten = true);
      program.disturb();
      reached(Reached.DIRECTORY_VANISHED);
    }
  }

  private void note(boolean is, Reached what) {
    if (is) {
      reached(what);
    }
  }

  private void crash(Program program) {
    if (!crashes) {
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> failMachine();
      case 1, 2 -> program.kill();
      default -> program.process.operationsLeft = random.nextInt(20);
    }
  }

  private void failMachine() {
    log("the machine fails");
    reached(Reached.MACHINE_FAILED);
    programs.forEach(Program::machineFailed);
    consumers.forEach(Consumer::kill);
    disk.program().fail(random);
  }

  private void end() {
    ending = true;
    log("no more faults");
    faults.end();
    medium.maxChunkBytes(ChunkLayout.MAX_CHUNK_BYTES);
    disk.capacity(Long.MAX_VALUE / 2);
    medium.answer();
    for (Program program : programs) {
      program.stopEmitting();
      if (program.isRunning()) {
        program.process.operationsLeft = -1;
      } else {
        program.start(0);
      }
    }
    time.advanceTo(time.now() + REOPENED);
    await("programs keep something", () -> programs.stream().allMatch(Program::isQuiet));
    if (failure == null) {
      programs.forEach(program -> program.close(Duration.ofSeconds(10)));
      long longest = consumers.stream().mapToLong(Consumer::longestPoll).max().orElse(0);
      time.advanceTo(time.now() + sinks.noticed(longest));
      await("consumers do not come to an end", () -> consumers.stream().allMatch(Consumer::isIdle));
    }
    if (failure == null) {
      consumers.forEach(this::verify);
    }
  }

  private void await(String otherwise, Supplier<Boolean> quiet) {
    long until = time.now() + 60_000 * MILLI;
    do {
      time.advanceTo(time.now() + 500 * MILLI);
    } while (failure == null && !quiet.get() && time.now() < until);
    require(quiet.get(), () -> otherwise + " " + state());
  }

  private String state() {
    StringBuilder text = new StringBuilder();
    programs.stream()
        .filter(Program::isRunning)
        .forEach(
            one ->
                text.append("\n  ").append(one.collector.report()).append(one.collector.status()));
    return text.toString();
  }

  private void verify(Consumer consumer) {
    Audit audit = consumer.audit();
    note(audit.complete(), Reached.AUDIT_COMPLETE);
    note(!audit.complete(), Reached.AUDIT_INCOMPLETE);
    note(!disk.files(consumer.quarantine).isEmpty(), Reached.QUARANTINED);
    note(audit.producers().stream().anyMatch(one -> one.duplicates() > 0), Reached.REDELIVERED);
    programs.forEach(program -> verify(consumer, program));
    lives.forEach(
        (producer, life) -> {
          long chunks = count(consumer, true, producer);
          long rows = count(consumer, false, producer);
          require(rows <= life.possible(), () -> rows + " came, " + life.report);
          audit.producers().stream()
              .filter(one -> one.id().equals(life.report.producer()))
              .forEach(
                  one -> {
                    verify(one, life, chunks, rows);
                    String came = sequences(consumer, producer);
                    require(
                        life.unreadable || isPage(one.sequences()) || one.sequences().equals(came),
                        () -> "chunks " + came + " came, but " + one);
                  });
        });
  }

  /** With many gaps the audit writes a page of bits. */
  private static boolean isPage(String sequences) {
    return sequences.contains(":");
  }

  /** The chunks of a producer that came, in the audit's words. */
  private static String sequences(Consumer consumer, long producer) {
    StringBuilder text = new StringBuilder();
    long[] sorted =
        consumer.got.stream()
            .filter(one -> one.isChunk() && one.producer() == producer)
            .mapToLong(Consumer.Got::number)
            .sorted()
            .toArray();
    for (int i = 0, from = 0; i < sorted.length; i++) {
      if (i + 1 == sorted.length || sorted[i + 1] != sorted[i] + 1) {
        text.append(text.isEmpty() ? "" : ",").append(sorted[from]);
        text.append(from < i ? "-" + sorted[i] : "");
        from = i + 1;
      }
    }
    return text.toString();
  }

  private static long count(Consumer consumer, boolean chunks, long producer) {
    return consumer.got.stream()
        .filter(one -> one.isChunk() == chunks && one.producer() == producer)
        .count();
  }

  /** Nothing is lost that a program was told is safe, unless its next lives say so. */
  private void verify(Consumer consumer, Program program) {
    long safe = program.lives.stream().mapToLong(Life::safe).sum();
    long toldLost =
        program.lives.stream().mapToLong(life -> life.adoptedLost + life.doubtfulRecords()).sum();
    long rows = 0;
    for (Map.Entry<Long, Life> life : lives.entrySet()) {
      if (life.getValue().program == program) {
        rows += count(consumer, false, life.getKey());
      }
    }
    long came = rows;
    boolean unreadable = program.lives.stream().anyMatch(life -> life.unreadable);
    require(
        unreadable || came >= safe - toldLost,
        () ->
            came
                + " of "
                + program.name
                + " came, "
                + safe
                + " are safe, less "
                + toldLost
                + told(consumer, program));
  }

  private static String told(Consumer consumer, Program program) {
    StringBuilder text = new StringBuilder();
    for (Life life : program.lives) {
      text.append("\n  ").append(life.report);
      text.append(" came ").append(count(consumer, false, life.report.producerId()));
      text.append(life.crashed ? ", crashed" : "").append(life.forgotten ? ", forgotten" : "");
      text.append(", gave up ").append(life.adoptedLost).append(" of others");
    }
    return text.toString();
  }

  private void verify(ProducerAudit audit, Life life, long chunks, long rows) {
    // A chunk of which a part was handed over may be damaged then, or go with the machine before
    // anybody has forced it; it counts when it came whole.
    boolean ofParts = life.unreadable || life.machineFailed && !sinks.forces();
    require(
        audit.delivered() == rows
            || ofParts && audit.delivered() < rows
            || life.repeated && audit.delivered() > rows,
        () -> rows + " came, but " + audit);
    require(audit.conflicts() == 0 || life.repeated, () -> "a conflict: " + audit);
    require(audit.emitted() <= life.report.emitted(), () -> audit + " of " + life.report);
    // One that was killed while it closed may have told its end.
    boolean ended = life.crashed ? audit.ended() : chunks == life.report.chunks();
    boolean came = ended && rows == life.report.emitted();
    boolean all = came && life.report.dropped().total() == 0;
    require(!audit.complete() || came, () -> "not complete: " + audit + " of " + life.report);
    require(
        life.unreadable
            || life.repeated
            || (audit.complete() ? all || came && life.machineFailed : !all),
        () -> "complete should be " + all + ": " + audit + ", " + chunks + " of " + life.report);
    require(
        life.unreadable
            || life.crashed
            || !audit.ended()
            || audit.gaps() == life.report.chunks() - chunks,
        () -> "other gaps: " + audit + ", " + chunks + " of " + life.report);
  }

  /** What is wrong, how to see it again, and what came before. */
  String told() {
    return "seed "
        + seed
        + ": "
        + failure
        + "\n./mvnw -pl integration-tests -am verify -DskipITs -Dskip.jdk25 -Dtest=SimulationTest"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.seed="
        + seed
        + "\n"
        + String.join("\n", last);
  }
}
