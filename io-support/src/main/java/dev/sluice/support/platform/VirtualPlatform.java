package dev.sluice.support.platform;

import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Task;
import dev.sluice.api.platform.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A platform whose time passes only when a test moves it, and whose workers make their turns at the
 * times at which their threads would make them. Equal seeds and equal calls give equal turns. Files
 * are those of the machine unless it is made with other ones. For one thread.
 *
 * <p>Who pauses within a turn goes on when those have gone on that paused after it. A lock does not
 * keep out another worker, since all are one thread: nobody pauses while it holds one.
 */
public final class VirtualPlatform implements Platform {
  /** Time in nanoseconds that a woken thread takes to run, about. */
  private static final long WAKE_NANOS = 50_000;

  // Such as a machine has that runs for some days: small ones would be packed to fewer bytes.
  private static final long BASE = 1L << 48;

  private static final Object OUTSIDE = "no worker";
  private static final Object EVENT = "an event";

  private final List<VirtualWorker> workers = new ArrayList<>();
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final SplittableRandom random;
  private final LongSupplier cpuNanos;
  private final LongSupplier lateNanos;
  private final Disk disk;
  private Object caller = OUTSIDE;
  private long epochNanos;
  private long now;
  private long eventsSoFar;
  private long workNanos;
  private long turns;

  private record Event(long at, long number, Runnable work) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /**
   * Creates a platform at time 0.
   *
   * @param epochNanos time 0 in nanoseconds since the epoch
   * @param seed of the random bits
   * @param cpuNanos processor time of the calling thread in nanoseconds; what a turn takes of it
   *     its worker needs in virtual time, too. A constant for turns that take no time
   * @param lateNanos by how much the next wait of a worker for a time is longer than it asks for
   */
  public VirtualPlatform(
      long epochNanos, long seed, LongSupplier cpuNanos, LongSupplier lateNanos) {
    this(epochNanos, seed, cpuNanos, lateNanos, SystemDisk.INSTANCE);
  }

  /** Creates a platform with turns that take no time and waits that are exact. */
  public VirtualPlatform(long epochNanos, long seed) {
    this(epochNanos, seed, SystemDisk.INSTANCE);
  }

  /** Creates a platform with turns that take no time, and with files of the given disk. */
  public VirtualPlatform(long epochNanos, long seed, Disk disk) {
    this(epochNanos, seed, () -> 0, () -> 0, disk);
  }

  private VirtualPlatform(
      long epochNanos, long seed, LongSupplier cpuNanos, LongSupplier lateNanos, Disk disk) {
    this.epochNanos = epochNanos;
    this.random = new SplittableRandom(seed);
    this.cpuNanos = cpuNanos;
    this.lateNanos = lateNanos;
    this.disk = disk;
  }

  @Override
  public long nanoTime() {
    return BASE + now;
  }

  @Override
  public long epochNanos() {
    return epochNanos + now;
  }

  @Override
  public long randomLong() {
    return random.nextLong();
  }

  @Override
  public Disk disk() {
    return disk;
  }

  @Override
  public Object caller() {
    return caller;
  }

  /** Returns nanoseconds since the start. */
  public long now() {
    return now;
  }

  /** Returns the processor time of the turns so far, in nanoseconds. */
  public long workNanos() {
    return workNanos;
  }

  /** Returns the number of turns so far; {@code cpuNanos} was called twice for each. */
  public long turns() {
    return turns;
  }

  @Override
  public Worker start(String name, Task task) {
    VirtualWorker worker = new VirtualWorker(task);
    workers.add(worker);
    return worker;
  }

  /**
   * Schedules work at a time on the clock of {@link #now()}; runs it immediately if the time is
   * over.
   */
  public void at(long nanos, Runnable work) {
    events.add(new Event(nanos, eventsSoFar++, work));
  }

  /** Stops all workers and drops all scheduled work, as in a crash. */
  public void crash() {
    workers.forEach(Worker::stop);
    workers.clear();
    events.clear();
  }

  @Override
  public void pause(long nanos) {
    pause(nanos, () -> false);
  }

  /** Pauses the caller for about this many nanoseconds, or until the condition holds. */
  private void pause(long nanos, BooleanSupplier over) {
    VirtualWorker pausing = caller instanceof VirtualWorker worker ? worker : null;
    run(
        now + Math.max(0, nanos),
        () -> pausing != null && pausing.interrupted || over.getAsBoolean());
    if (pausing != null && pausing.interrupted) {
      Thread.currentThread().interrupt(); // cleared at the end of the turn
    }
  }

  /**
   * Makes all turns that are due before a time, and moves the clock to it.
   *
   * @param nanos nanoseconds since the start; nothing happens if they are over
   */
  public void advanceTo(long nanos) {
    run(nanos, () -> false);
  }

  /** Moves the clock without any turn, as if the program had been stopped. */
  public void skip(Duration time) {
    now += time.toNanos();
  }

  /** Moves the clock that {@link #epochNanos()} reads. */
  public void setWallClock(Duration forward) {
    epochNanos += forward.toNanos();
  }

  private void run(long until, BooleanSupplier over) {
    wake(now);
    boolean more = true;
    while (more && !over.getAsBoolean()) {
      VirtualWorker worker = next();
      Event event = events.peek();
      long workAt = worker == null ? Long.MAX_VALUE : worker.at;
      long eventAt = event == null ? Long.MAX_VALUE : event.at;
      long due = Math.min(workAt, eventAt);
      more = due < until;
      if (more) {
        now = Math.max(now, due);
        if (eventAt <= workAt) {
          happen(events.remove());
        } else {
          turn(worker);
        }
      }
    }
    if (!more) {
      now = Math.max(now, until);
    }
  }

  /** Returns the worker whose turn is next; of several workers, the one that was started last. */
  private VirtualWorker next() {
    VirtualWorker next = null;
    for (int i = 0; i < workers.size(); i++) {
      VirtualWorker worker = workers.get(i);
      if (!worker.current && (next == null || worker.at <= next.at)) {
        next = worker;
      }
    }
    return next;
  }

  /** Wakes the workers that sleep and whose signal was raised, from a time on. */
  private void wake(long at) {
    for (int i = 0; i < workers.size(); i++) {
      VirtualWorker worker = workers.get(i);
      if (worker.asleep && !worker.task.signal().isAwaited()) {
        worker.asleep = false;
        worker.at = Math.min(worker.at, at + WAKE_NANOS);
      }
    }
  }

  private void happen(Event event) {
    Object before = caller;
    caller = EVENT;
    try {
      event.work.run();
    } finally {
      caller = before;
    }
    wake(now);
  }

  private void turn(VirtualWorker worker) {
    Object before = caller;
    long others = workNanos;
    long begun = cpuNanos.getAsLong();
    long wait = worker.turn();
    long took = Math.max(0, cpuNanos.getAsLong() - begun - (workNanos - others));
    caller = before;
    workNanos += took;
    turns++;
    worker.sleep(now + took, wait, lateNanos);
    if (!worker.isAlive()) {
      workers.remove(worker);
    }
    wake(now + took);
  }

  /** A task with a place in virtual time. */
  private final class VirtualWorker implements Worker {
    final Task task;

    /** Time of the worker's next turn. */
    long at;

    /** Whether the worker's signal, if it is raised, makes the next turn sooner. */
    boolean asleep;

    boolean current;
    boolean interrupted;
    private boolean stopped;

    VirtualWorker(Task task) {
      this.task = task;
      this.at = now;
    }

    /** Makes one turn, if the worker is not stopped; returns the result of {@link Task#turn()}. */
    long turn() {
      if (stopped) {
        return 0;
      }
      caller = this;
      current = true;
      try {
        long wait = task.turn();
        stopped |= wait == Task.END;
        return stopped ? 0 : wait;
      } catch (Throwable e) {
        return -SystemWorker.FAILED_NANOS;
      } finally {
        current = false;
        if (interrupted) {
          interrupted = false;
          Thread.interrupted();
        }
      }
    }

    /** Schedules the worker's next turn after a turn that ended at a time. */
    void sleep(long end, long wait, LongSupplier late) {
      at = end;
      asleep = false;
      if (wait > 0) {
        task.signal().expect();
        asleep = !task.isAwake();
      }
      if (wait < 0 || asleep) {
        at += Math.abs(wait) + late.getAsLong();
      }
    }

    @Override
    public boolean isCurrent() {
      return current && caller == this;
    }

    @Override
    public boolean isAlive() {
      return !stopped;
    }

    @Override
    public boolean join(long nanos) throws InterruptedException {
      long until = now + Math.max(0, nanos);
      pause(nanos, this::hasEnded);
      if (hasEnded()) {
        pause(Math.min(at, until) - now, () -> false); // its last turn took time
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return hasEnded();
    }

    private boolean hasEnded() {
      return stopped && !current;
    }

    @Override
    public void interrupt() {
      interrupted = current;
    }

    @Override
    public void stop() {
      stopped = true;
      at = 0; // the place is left with the next turn
      asleep = false;
    }
  }
}
