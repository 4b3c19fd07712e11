package dev.sluice.simulation;

import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Signal;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import dev.sluice.testkit.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;

/** What one program or consumer sees of its world, until it is killed. */
final class Process implements Platform {
  /** Ends what a process that was killed was doing. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }

  final String name;
  final SimulatedDisk disk;

  /** Operations of the disk until it is killed within one; negative: it is not. */
  int operationsLeft = -1;

  /** Whether half of its last write is written. */
  boolean torn;

  boolean dead;

  /** What kills it. */
  Runnable killer = this::kill;

  private Object waiting;
  private long waited;
  private final World world;
  private final List<Worker> workers = new ArrayList<>();

  Process(World world, String name) {
    this.world = world;
    this.name = name;
    this.disk = world.disk.program();
    disk.with((operation, path) -> world.faults.disk(this, operation, path));
  }

  /** Measures from now on how long one of its workers waits. */
  void waitsFor(Object worker) {
    waiting = worker;
    waited = 0;
  }

  /**
   * For how long that worker asked to pause, in nanoseconds. What others did meanwhile may have
   * taken longer, because all are one thread.
   */
  long waited() {
    return waited;
  }

  void kill() {
    dead = true;
    disk.kill();
    workers.forEach(Worker::stop);
  }

  private void live() {
    if (dead) {
      throw new Killed();
    }
  }

  @Override
  public long nanoTime() {
    live();
    return world.time.nanoTime();
  }

  @Override
  public long epochNanos() {
    live();
    return world.time.epochNanos();
  }

  @Override
  public long randomLong() {
    live();
    return world.time.randomLong();
  }

  @Override
  public Worker start(String task, Task work) {
    live();
    Worker worker = world.time.start(task, new Turns(name + " " + task, work));
    workers.add(worker);
    return worker;
  }

  @Override
  public void pause(long nanos) {
    live();
    waited += caller() == waiting ? nanos : 0;
    world.time.pause(nanos);
    live();
  }

  @Override
  public Object caller() {
    return world.time.caller();
  }

  @Override
  public Disk disk() {
    return disk;
  }

  /** Checks the world after each turn, and lets some turns come later than they would. */
  private final class Turns implements Task {
    private final String what;
    private final Task work;

    Turns(String what, Task work) {
      this.what = what;
      this.work = work;
    }

    @Override
    public long turn() {
      if (dead || world.failure != null) {
        return -World.HOUR;
      }
      long wait;
      try {
        wait = work.turn();
      } catch (Killed e) {
        wait = -World.HOUR;
      } catch (Throwable e) {
        wait = -World.HOUR;
        world.fail(what + " threw", e);
      }
      if (wait <= 0 && !(work instanceof Own)) {
        world.log(what + " -> " + wait);
      }
      world.turned(what, wait);
      return wait > 0 ? wait : wait - world.late();
    }

    @Override
    public boolean isAwake() {
      return !dead && work.isAwake();
    }

    @Override
    public Signal signal() {
      return work.signal();
    }
  }

  /** A task that is nobody's but the simulation's: it makes turns at times of its own. */
  abstract static class Own implements Task {
    private final Signal signal = new Signal();

    @Override
    public final boolean isAwake() {
      return false;
    }

    @Override
    public final Signal signal() {
      return signal;
    }
  }
}
