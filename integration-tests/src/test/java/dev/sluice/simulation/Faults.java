package dev.sluice.simulation;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.simulation.SimulatedMedium.Reading;
import dev.sluice.simulation.SimulatedMedium.Writing;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;

/** How disk and medium behave now. */
final class Faults implements SimulatedMedium.Faults {
  private static final Outcome[] DISK = {Outcome.FAILS, Outcome.SHORT, Outcome.LATE};

  /** Those that were there when the first seeds were lived; others have draws of their own. */
  private static final Writing[] WRITING =
      EnumSet.range(Writing.ACKNOWLEDGED, Writing.THROWN).toArray(Writing[]::new);

  private static final Reading[] READING = Reading.values();

  private final World world;
  private final Random random;
  private final Random leaves;
  private final Deliveries deliveries;

  /** Of a thousand operations so many do not do what they should. */
  int disk;

  int medium;

  /** Whether the medium takes nothing. */
  boolean away;

  Faults(World world, Random random) {
    this.world = world;
    this.random = random;
    this.leaves = world.random("leaves");
    this.deliveries = new Deliveries(world);
  }

  void end() {
    disk = 0;
    medium = 0;
    away = false;
  }

  private boolean strikes(int ofThousand) {
    return ofThousand > 0 && random.nextInt(1000) < ofThousand;
  }

  Outcome disk(Process process, Operation operation, Path path) {
    Outcome outcome = disk(process, operation);
    if (outcome != Outcome.DONE) {
      world.disturb(process);
    }
    world.logUnless(
        outcome == Outcome.DONE,
        () -> process.name + ": " + operation + " " + path.getFileName() + " " + outcome);
    return outcome;
  }

  private Outcome disk(Process process, Operation operation) {
    if (process.operationsLeft >= 0 && process.operationsLeft-- == 0) {
      if (operation == Operation.APPEND && !process.torn) {
        process.torn = true;
        process.operationsLeft = 0; // half is written, and the next one finds it dead
        world.reached(Reached.TORN_WRITE);
        return Outcome.SHORT;
      }
      process.killer.run();
      return Outcome.FAILS;
    }
    if (strikes(disk)) {
      if (random.nextInt(4) == 0) {
        world.time.skip(Duration.ofMillis(random.nextInt(3_000))); // a lock may be held here
        world.reached(Reached.DISK_HUNG);
        return Outcome.DONE;
      }
      return DISK[random.nextInt(DISK.length)];
    }
    return Outcome.DONE;
  }

  @Override
  public Writing write(Chunk chunk) {
    if (away) {
      return Writing.REFUSED;
    }
    Writing writing = strikes(medium) ? writing() : Writing.ACKNOWLEDGED;
    world.logUnless(writing == Writing.ACKNOWLEDGED, () -> chunk + " " + writing);
    Life life = world.lives.get(chunk.accounting().producerId());
    switch (writing) {
      case VANISHED, SWALLOWED -> life.vanished(chunk);
      case FAILED, THROWN, BLOCKED, REFUSED -> {}
      default -> life.doubtful.remove(chunk.accounting().sequence());
    }
    if (writing == Writing.UNCONFIRMED || writing == Writing.SILENT || writing == Writing.LATE) {
      world.reached(Reached.ARRIVED_UNCONFIRMED);
    }
    return writing;
  }

  private Writing writing() {
    Writing writing = WRITING[random.nextInt(WRITING.length)];
    if (writing == Writing.REFUSED && leaves.nextBoolean()) {
      world.reached(Reached.LEFT_TRACES);
      return Writing.LEFT;
    }
    return writing;
  }

  @Override
  public void arrived(Chunk chunk) {
    deliveries.arrived(chunk);
  }

  @Override
  public void certain(Chunk chunk) {
    deliveries.certain(chunk);
  }

  @Override
  public void uncertain(Chunk chunk) {
    deliveries.uncertain(chunk);
  }

  @Override
  public Reading read() {
    if (away) {
      return Reading.REFUSED;
    }
    Reading reading = strikes(medium) ? READING[random.nextInt(READING.length)] : Reading.DONE;
    if (reading == Reading.REWOUND) {
      world.reached(Reached.REWOUND);
    }
    return reading;
  }

  @Override
  public long delayNanos() {
    return medium == 0 ? 0 : 1_000L * random.nextInt(1 << random.nextInt(20));
  }
}
