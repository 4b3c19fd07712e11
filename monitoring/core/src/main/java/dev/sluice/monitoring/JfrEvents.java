package dev.sluice.monitoring;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.GcCycleWriter;
import dev.sluice.monitoring.records.GcHeapWriter;
import dev.sluice.monitoring.records.GcPauseWriter;
import dev.sluice.monitoring.records.JfrDataLossWriter;
import dev.sluice.monitoring.records.JfrRecordingWriter;
import dev.sluice.monitoring.records.JvmCpuWriter;
import dev.sluice.monitoring.records.LockWaitWriter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;

/**
 * Emits records of events of the VM's flight recorder, on a thread of its own, about a second after
 * they happened. What happens in the last second of a monitor is recorded from JDK 20 on, where a
 * stream can be stopped with what it has.
 */
final class JfrEvents implements MonitorListener {
  /** Maximum age of events that the recorder keeps on the disk for a slow consumer. */
  private static final Duration MAX_AGE = Duration.ofSeconds(30);

  private static final long MAX_BYTES = 32 << 20;

  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final RecordingStream stream = new RecordingStream();
  private final RowSink sink;
  private final Symbol host;

  /**
   * Difference between the recorder's instants and {@link System#nanoTime}; used by the recorder's
   * thread.
   */
  private long offset = System.nanoTime() - nanos(Instant.now());

  /**
   * Reads the clock and leaves out events of the reading thread; runs on a thread of the recorder.
   */
  private final Runnable clock = this::tick;

  private boolean failing;

  /** Writer of records with the time for which events are complete. */
  private final JfrRecordingWriter recording;

  private final Symbol kinds;
  private final long threshold;

  /** Whether an event has come; used by the recorder's thread. */
  private boolean begun;

  /** Time of the newest flush, 0 before; written by the recorder's thread. */
  private volatile long until;

  /** The heap after the newest collection that is not recorded yet: its number, used, maximum. */
  private long[] heap = {-1, 0, 0};

  /**
   * Event from which the difference between the recorder's clock and that of all other records is
   * computed.
   */
  @Name("dev.sluice.Clock")
  @StackTrace(false)
  private static final class Clock extends Event {
    long nanoTime;
  }

  private void tick() {
    Clock now = new Clock();
    now.nanoTime = System.nanoTime();
    now.commit();
  }

  private JfrEvents(Monitor monitor, Set<String> kinds, Duration threshold) {
    sink = monitor.sink();
    host = sink.symbol(monitor.hostname());
    recording = JfrRecordingWriter.create(sink);
    this.kinds = sink.symbol(String.join(",", new TreeSet<>(kinds)));
    this.threshold = threshold.toNanos();
  }

  /**
   * Records events, on the calling thread, until the monitor ends.
   *
   * @param kinds those of {@link JfrPart}
   * @param threshold shorter waits for locks are left out
   * @throws IllegalStateException if the VM has no flight recorder, or cannot start it
   */
  static void record(Monitor monitor, Set<String> kinds, Duration threshold) {
    if (!FlightRecorder.isAvailable()) {
      throw new IllegalStateException("the VM's flight recorder is not available");
    }
    JfrEvents events = new JfrEvents(monitor, kinds, threshold);
    events.listen(kinds, threshold);
    monitor.addListener(events);
    if (monitor.isEnding()) { // its listeners may have been called before that one was added
      events.ending(monitor);
    } else {
      events.stream.start();
    }
  }

  private void listen(Set<String> kinds, Duration threshold) {
    stream.setMaxAge(MAX_AGE);
    stream.setMaxSize(MAX_BYTES);
    stream.onError(this::failed);
    stream.enable("jdk.ActiveRecording"); // comes when the recorder begins
    on(
        "dev.sluice.Clock",
        event -> {
          offset = event.getLong("nanoTime") - nanos(event.getStartTime());
          until = nanos(event.getEndTime()) + offset;
        });
    stream.onEvent(
        event -> {
          if (!begun) {
            begun = true;
            emitState(nanos(event.getStartTime()) + offset, "begin");
          }
        });
    stream.enable(Clock.class).withPeriod(PERIOD);
    FlightRecorder.addPeriodicEvent(Clock.class, clock);
    JfrDataLossWriter loss = JfrDataLossWriter.create(sink);
    on(
        "jdk.DataLoss",
        event -> loss.emit(end(event), host, event.getLong("amount"), event.getLong("total")));
    if (kinds.contains(JfrPart.GC)) {
      collections();
    }
    if (kinds.contains(JfrPart.CPU)) {
      processors();
    }
    if (kinds.contains(JfrPart.LOCKS)) {
      locks(threshold);
    }
  }

  private void on(String event, Consumer<RecordedEvent> action) {
    stream.enable(event);
    stream.onEvent(event, action);
  }

  private void collections() {
    GcPauseWriter pause = GcPauseWriter.create(sink);
    on(
        "jdk.GCPhasePause",
        event ->
            pause.emit(
                end(event),
                host,
                sink.symbol(event.getString("name")),
                event.getInt("gcId"),
                event.getDuration().toNanos()));
    on(
        "jdk.GCHeapSummary", // comes before that of the collection
        event -> {
          if (event.getString("when").equals("After GC")) {
            long used = event.getLong("heapUsed");
            heap = new long[] {event.getInt("gcId"), used, event.getLong("heapSpace.reservedSize")};
          }
        });
    GcCycleWriter cycle = GcCycleWriter.create(sink);
    GcHeapWriter after = GcHeapWriter.create(sink);
    on(
        "jdk.GarbageCollection",
        event -> {
          Symbol name = sink.symbol(event.getString("name"));
          cycle.emit(
              end(event),
              host,
              name,
              sink.symbol(event.getString("cause")),
              event.getInt("gcId"),
              event.getDuration().toNanos(),
              event.getDuration("sumOfPauses").toNanos(),
              event.getDuration("longestPause").toNanos());
          if (heap[0] == event.getInt("gcId")) {
            after.emit(end(event), host, name, heap[1], heap[2]);
          }
        });
  }

  private void processors() {
    JvmCpuWriter writer = JvmCpuWriter.create(sink);
    on(
        "jdk.CPULoad",
        event ->
            writer.emit(
                end(event),
                host,
                event.getFloat("jvmUser"),
                event.getFloat("jvmSystem"),
                event.getFloat("machineTotal")));
    stream.enable("jdk.CPULoad").withPeriod(PERIOD);
  }

  private void locks(Duration threshold) {
    LockWaitWriter writer = LockWaitWriter.create(sink);
    on("jdk.JavaMonitorEnter", event -> wait(writer, event, event.getClass("monitorClass")));
    stream.enable("jdk.JavaMonitorEnter").withThreshold(threshold).withStackTrace();
    on(
        "jdk.ThreadPark",
        event -> {
          RecordedClass parked = event.getClass("parkedClass");
          // Others park in conditions, queues and pools: they wait for work.
          if (parked != null && parked.getName().endsWith("Sync")) {
            wait(writer, event, parked);
          }
        });
    stream.enable("jdk.ThreadPark").withThreshold(threshold).withStackTrace();
  }

  private void wait(LockWaitWriter writer, RecordedEvent event, RecordedClass lock) {
    RecordedThread thread = event.getThread();
    boolean isMonitor = event.hasField("previousOwner");
    RecordedThread owner = isMonitor ? event.getThread("previousOwner") : null;
    writer.emit(
        end(event),
        host,
        thread == null ? -1 : thread.getJavaThreadId(),
        thread == null ? null : thread.getJavaName(),
        lock == null ? null : lock.getName(),
        owner == null ? null : owner.getJavaName(),
        place(event.getStackTrace()),
        event.getDuration().toNanos());
  }

  /** Returns the first method that does not belong to the Java library. */
  private static String place(RecordedStackTrace stack) {
    List<RecordedFrame> frames = stack == null ? List.of() : stack.getFrames();
    return frames.stream()
        .map(frame -> frame.getMethod().getType().getName() + "." + frame.getMethod().getName())
        .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
        .findFirst()
        .orElse(null);
  }

  private void emitState(long time, String state) {
    recording.emit(time, host, sink.symbol(state), kinds, threshold);
  }

  private long end(RecordedEvent event) {
    return nanos(event.getEndTime()) + offset;
  }

  private static long nanos(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }

  /** Logs the first failure; without this method the recorder would print each one. */
  private void failed(Throwable failure) {
    if (!failing) {
      failing = Log.log(Level.WARNING, "an event of the flight recorder is not recorded", failure);
    }
  }

  @Override
  public void ending(Monitor monitor) {
    try {
      RecordingStream.class.getMethod("stop").invoke(stream);
    } catch (ReflectiveOperationException e) {
      // before JDK 20
    }
    stream.close();
    FlightRecorder.removePeriodicEvent(clock);
    if (until != 0) {
      emitState(until, "until");
    }
  }
}
