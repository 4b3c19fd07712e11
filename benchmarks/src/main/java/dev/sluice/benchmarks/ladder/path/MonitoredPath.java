package dev.sluice.benchmarks.ladder.path;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A probe, a hand-over, a writer's thread and a file, as the switches say. Its file begins with a
 * text that names the classes in use. Built and closed by one thread.
 */
public final class MonitoredPath implements AutoCloseable {
  /** The number of the text that tells of the path. */
  static final int OWN_TEXT = -1;

  /** Numbers of texts that are constants of a probe; those of a registry begin at 0. */
  static final int SIGNATURE_TEXT = 0;

  static final int SESSION_TEXT = 1;
  static final int HOST_TEXT = 2;

  private static final String SESSION = "<no-session-id>";
  private static final String HOST = "localhost";

  private final Switches switches;
  private final RecordFile file;
  private final Consumer<Throwable> onFailure;
  private final Registry registry;
  private final HandOver queue;
  private final FlatRing ring;
  private final Reflected reflected;
  private final Probe probe;
  private final Thread writer = new Thread(this::write, "writer");

  /** Set when all callers have ended: what they put happens before. */
  private volatile boolean closing;

  /**
   * Starts it.
   *
   * @param onFailure told of what ends the writer's thread, by that thread
   */
  MonitoredPath(Switches switches, Path target, Consumer<Throwable> onFailure) throws IOException {
    this.switches = switches;
    this.onFailure = onFailure;
    boolean caller = switches.strings() == Switches.Strings.CALLER;
    registry = caller ? new Registry.Shared() : new Registry.OfWriter();
    boolean inRing = switches.queue() == Switches.Queue.RING;
    ring = inRing ? new FlatRing() : null;
    queue = inRing ? null : queue(switches.queue());
    reflected = switches.code() == Switches.Code.REFLECTION ? new Reflected(monitored()) : null;
    Executions executions = executions();
    probe = probe(executions);
    file = new RecordFile(target, switches.output());
    file.text(OWN_TEXT, parts(executions));
    if (switches.form() == Switches.Form.ROW) {
      file.text(SIGNATURE_TEXT, signature());
      file.text(SESSION_TEXT, SESSION);
      file.text(HOST_TEXT, HOST);
    }
    writer.setDaemon(true);
    writer.start();
  }

  /** What is monitored; its class is not initialised, which would start a path. */
  private static Method monitored() {
    try {
      return LadderMethod.class.getMethod("monitoredMethod", long.class, int.class);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The signature in the records. */
  public static String signature() {
    return Reflected.signature(monitored());
  }

  private static HandOver queue(Switches.Queue queue) {
    return switch (queue) {
      case LINKED -> new BlockingHandOver(new LinkedBlockingQueue<>(HandOver.CAPACITY));
      case ARRAY -> new BlockingHandOver(new ArrayBlockingQueue<>(HandOver.CAPACITY));
      case DISRUPTOR -> new DisruptorHandOver();
      case MPSC -> new MpscHandOver();
      case CIRCULAR -> new CircularQueue();
      case RING -> throw new IllegalArgumentException("a ring takes no objects");
    };
  }

  private Probe probe(Executions executions) {
    Checks checks = switches.checks() == Switches.Checks.CONFIGURED ? new Checks() : null;
    return switch (switches.data()) {
      case EXECUTION -> new Probe.OfExecutions(signature(), checks, executions);
      case DURATION -> new Probe.OfDurations(signature(), checks, queue);
      case AGGREGATE -> new Probe.OfAggregates(signature(), checks, queue);
    };
  }

  private Executions executions() {
    Executions last;
    if (ring != null) {
      last = new Executions.InRing(ring);
    } else if (switches.form() == Switches.Form.ROW) {
      last = new Executions.AsRows(queue);
    } else if (reflected != null) {
      last = new Executions.ByReflection(reflected, SESSION, HOST, queue);
    } else {
      last = new Executions.AsObjects(signature(), SESSION, HOST, queue);
    }
    return switches.strings() == Switches.Strings.CALLER
        ? new Executions.WithTexts(signature(), SESSION, HOST, registry, new AtomicLong(), last)
        : last;
  }

  /** What is really at work, of the objects themselves. */
  private String parts(Executions executions) {
    return Switches.parts(
        (ring == null ? queue.holder() : ring).getClass(),
        registry.getClass(),
        switches.data() == Switches.Data.EXECUTION ? executions.parts() : "",
        probe.parts(),
        file.recordsAtOnce());
  }

  Probe probe() {
    return probe;
  }

  /** Null if there is a ring instead. */
  HandOver queue() {
    return queue;
  }

  private void write() {
    try {
      boolean last;
      int items;
      do {
        // Read before the look at the queue: what was put before it was set is found then.
        last = closing;
        items = ring == null ? queue.drain(this::write) : ring.drain(file);
        if (items == 0) {
          file.idle();
        }
      } while (items > 0 || !last);
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
    }
  }

  private void write(Object item) {
    if (item instanceof Records.Row row) {
      row.writeTo(file);
    } else if (reflected != null) {
      reflected.write(item, registry, file);
    } else {
      ((Records.Written) item).writeTo(registry, file);
    }
  }

  /** System calls that wrote to the file; after {@link #close}. */
  long writes() {
    return file.writes();
  }

  /** Ends it when no caller is active any more; all that was handed over is in the file then. */
  @Override
  public void close() throws IOException {
    probe.end();
    closing = true;
    try {
      writer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    file.close();
  }
}
