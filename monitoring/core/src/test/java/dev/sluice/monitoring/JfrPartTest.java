package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.records.GcCycle;
import dev.sluice.monitoring.records.GcCycleReader;
import dev.sluice.monitoring.records.GcHeapReader;
import dev.sluice.monitoring.records.GcPause;
import dev.sluice.monitoring.records.GcPauseReader;
import dev.sluice.monitoring.records.JfrRecording;
import dev.sluice.monitoring.records.JfrRecordingReader;
import dev.sluice.monitoring.records.JvmCpuReader;
import dev.sluice.monitoring.records.LockWait;
import dev.sluice.monitoring.records.LockWaitReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrPartTest {
  private static final long CLOSE_ENOUGH = TimeUnit.MILLISECONDS.toNanos(2);

  @TempDir private Path directory;

  private Monitor monitor(String options) {
    return Monitor.builder()
        .configuration(ConfigurationSources.none())
        .hostname("host-1")
        .open("file:" + directory + "?metadata=false" + options);
  }

  /** Waits for records more, of which one comes each second with the rest of that second. */
  private static void emitted(Monitor monitor, int more) {
    long records = monitor.report().emitted() + more;
    await().atMost(Duration.ofSeconds(30)).until(() -> monitor.report().emitted() >= records);
  }

  @Test
  void pauses_of_the_collector_are_recorded_with_their_collection() throws Exception {
    try (Monitor monitor = monitor("&jfr=gc,cpu")) {
      emitted(monitor, 1);
      System.gc();
      emitted(monitor, 4);
      assertThat(monitor.close(Duration.ofSeconds(30)).balanced()).isTrue();
    }
    List<GcPause> pauses = Records.of(GcPauseReader.create(), directory);
    List<GcCycle> cycles = Records.of(GcCycleReader.create(), directory);
    GcCycle asked =
        cycles.stream().filter(c -> c.cause().equals("System.gc()")).findFirst().orElseThrow();
    List<GcPause> of = pauses.stream().filter(pause -> pause.gcId() == asked.gcId()).toList();
    assertThat(of).isNotEmpty().allMatch(pause -> pause.hostname().equals("host-1"));
    assertThat(of.stream().mapToLong(GcPause::duration).sum()).isEqualTo(asked.sumOfPauses());
    assertThat(asked.longestPause()).isBetween(1L, asked.duration());
    assertThat(Records.of(GcHeapReader.create(), directory))
        .anySatisfy(heap -> assertThat(heap.timestamp()).isEqualTo(asked.timestamp()))
        .allSatisfy(heap -> assertThat(heap.usedBytes()).isBetween(1L, heap.maxBytes()));
  }

  @Test
  void time_from_which_the_recorder_was_on_is_recorded_and_until_when() throws Exception {
    long before = System.currentTimeMillis() * 1_000_000;
    try (Monitor monitor = monitor("&jfr=gc,cpu&jfr.threshold=7ms")) {
      emitted(monitor, 2);
      System.gc();
      emitted(monitor, 5);
    }
    long after = System.currentTimeMillis() * 1_000_000 + 10 * CLOSE_ENOUGH;
    List<JfrRecording> told = Records.of(JfrRecordingReader.create(), directory);
    assertThat(told).hasSize(2);
    JfrRecording first = told.get(0);
    JfrRecording last = told.get(1);
    assertThat(first.state()).isEqualTo("begin");
    assertThat(first.kinds()).isEqualTo("cpu,gc");
    assertThat(first.lockThreshold()).isEqualTo(7_000_000);
    assertThat(last.state()).isEqualTo("until");
    assertThat(first.timestamp()).isBetween(before, last.timestamp());
    assertThat(last.timestamp()).isLessThan(after);
    GcCycle asked =
        Records.of(GcCycleReader.create(), directory).stream()
            .filter(cycle -> cycle.cause().equals("System.gc()"))
            .findFirst()
            .orElseThrow();
    assertThat(asked.timestamp()).isBetween(first.timestamp(), last.timestamp());
  }

  @Test
  void monitor_that_has_ended_leaves_nothing_in_the_recorder() throws Exception {
    Monitor monitor = monitor("");
    monitor.addListener(
        new MonitorListener() {
          @Override
          public void ending(Monitor ending) {
            JfrEvents.record(ending, Set.of(JfrPart.GC), Duration.ZERO);
          }
        });
    monitor.close();
    JfrEvents.record(monitor, Set.of(JfrPart.GC), Duration.ZERO);
    Path file = directory.resolve("clock.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.sluice.Clock").with("period", "everyChunk");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .extracting(event -> event.getEventType().getName())
        .doesNotContain("dev.sluice.Clock");
  }

  @Test
  void what_happens_right_before_the_monitor_is_closed_is_recorded() throws Exception {
    assumeTrue(Runtime.version().feature() >= 20, "before JDK 20 a stream cannot be stopped");
    try (Monitor monitor = monitor("&jfr=gc,cpu")) {
      emitted(monitor, 1);
      System.gc();
    }
    assertThat(Records.of(GcCycleReader.create(), directory))
        .extracting(GcCycle::cause)
        .contains("System.gc()");
  }

  @Test
  void the_cpu_of_the_vm_is_recorded_each_second() throws Exception {
    try (Monitor monitor = monitor("&jfr=cpu")) {
      emitted(monitor, 1);
    }
    assertThat(Records.of(JvmCpuReader.create(), directory))
        .isNotEmpty()
        .allSatisfy(
            cpu -> {
              assertThat(cpu.user()).isBetween(0f, 1f);
              assertThat(cpu.system()).isBetween(0f, 1f);
              assertThat(cpu.machine()).isBetween(0f, 1f);
            });
  }

  /** Waits for what {@code take} takes, which another thread gives back once this one waits. */
  private static final class Waiting extends Thread {
    private final Runnable take;
    private volatile long began;
    private volatile long ended;

    Waiting(String name, Runnable take) {
      super(name);
      this.take = take;
    }

    @Override
    public void run() {
      began = System.nanoTime();
      take.run();
      ended = System.nanoTime();
    }

    /** Returns when it has waited for a while. */
    void waits(State state) {
      await().until(() -> getState() == state);
      long enough = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30);
      await().until(() -> System.nanoTime() > enough);
    }
  }

  @Test
  void waits_for_locks_are_recorded_on_the_clock_of_all_records() throws Exception {
    Object monitorLock = new Object();
    Lock lock = new ReentrantLock();
    Waiting enters =
        new Waiting(
            "enters",
            () -> {
              synchronized (monitorLock) {
                assertThat(monitorLock).isNotNull();
              }
            });
    Waiting locks =
        new Waiting(
            "locks",
            () -> {
              lock.lock();
              lock.unlock();
            });
    long clockOffset;
    try (Monitor monitor = monitor("&jfr=locks,cpu&jfr.threshold=5ms")) {
      emitted(monitor, 1);
      synchronized (monitorLock) {
        enters.start();
        enters.waits(Thread.State.BLOCKED);
      }
      lock.lock();
      locks.start();
      locks.waits(Thread.State.WAITING);
      lock.unlock();
      enters.join();
      locks.join();
      emitted(monitor, 4);
      clockOffset = System.currentTimeMillis() * 1_000_000 - System.nanoTime();
    }
    List<LockWait> waits = Records.of(LockWaitReader.create(), directory);
    for (Waiting thread : List.of(enters, locks)) {
      LockWait wait =
          waits.stream()
              .filter(one -> thread.getName().equals(one.threadName()))
              .findFirst()
              .orElseThrow();
      assertThat(wait.threadId()).isEqualTo(thread.getId());
      assertThat(wait.place()).startsWith(JfrPartTest.class.getName());
      assertThat(wait.duration()).isBetween(5_000_000L, thread.ended - thread.began + CLOSE_ENOUGH);
      long ended = thread.ended + clockOffset;
      assertThat(wait.timestamp()).isBetween(ended - 20 * CLOSE_ENOUGH, ended + 20 * CLOSE_ENOUGH);
    }
    assertThat(waits)
        .filteredOn(wait -> "enters".equals(wait.threadName()))
        .allMatch(wait -> wait.lockClass().equals("java.lang.Object"))
        .allMatch(wait -> wait.ownerName() != null);
    assertThat(waits)
        .filteredOn(wait -> "locks".equals(wait.threadName()))
        .allMatch(wait -> wait.lockClass().startsWith(ReentrantLock.class.getName()));
  }

  @Test
  void a_word_that_is_no_kind_is_one_mistake_that_names_the_nearest() {
    assertThatThrownBy(() -> monitor("&jfr=gc,lock"))
        .hasMessageContaining("'lock' is unknown (known: cpu, gc, locks)")
        .hasMessageContaining("locks");
  }
}
