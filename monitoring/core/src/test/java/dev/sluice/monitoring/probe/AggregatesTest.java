package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.monitoring.records.OperationDurationAggregate;
import dev.sluice.monitoring.records.OperationDurationAggregateReader;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@Warns("no histograms: sluice-histograms is not on the class path")
class AggregatesTest {
  private static final int CALLS = 100;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final AggregateSettings SETTINGS = new AggregateSettings(CALLS, HOUR, 1, 1 << 20);

  private final RecordingRawWriter writer = new RecordingRawWriter();
  private final ChunkingCollector collector =
      ChunkingCollector.builder(
              writer, Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
          .policy(FullRingPolicy.BLOCK)
          .build();
  private Probes probes = new Probes(collector.rows(), "host", thread -> true, SETTINGS);
  private Operation foo = operation("void A.foo()");

  private Operation operation(String signature) {
    return probes.operation(signature, "A", EnumSet.of(ProbeKind.AGGREGATE), null);
  }

  private void settings(AggregateSettings settings) {
    probes = new Probes(collector.rows(), "host", thread -> true, settings);
    foo = operation("void A.foo()");
  }

  @AfterEach
  void close() {
    probes.close(Duration.ofSeconds(5));
    CollectorReport report = collector.close(Duration.ofSeconds(5));
    assertThat(report.balanced()).as("%s", report).isTrue();
  }

  private static void add(ThreadAggregates thread, Operation operation, long tin, long duration) {
    thread.add(operation, tin, tin + duration, false);
  }

  private ThreadAggregates here() {
    return new ThreadAggregates(probes, Thread.currentThread());
  }

  private List<OperationDurationAggregate> records() throws Exception {
    assertThat(collector.flush(Duration.ofSeconds(10))).isTrue();
    ChunkDecoder decoder =
        Plugins.find(Deserializer.class, Deserializer::name, "binary", "deserializer")
            .newDecoder(DecodeLimits.FORMAT);
    OperationDurationAggregateReader reader = OperationDurationAggregateReader.create();
    List<OperationDurationAggregate> records = new ArrayList<>();
    for (Chunk chunk : writer.chunks()) {
      RecordCursor cursor = decoder.decode(chunk);
      while (cursor.next()) {
        records.add(reader.read(cursor));
      }
    }
    return records;
  }

  private static String print(OperationDurationAggregate record) {
    return record.count() + " " + record.sum() + " " + record.min() + " " + record.max();
  }

  private static void run(List<Thread> threads) throws InterruptedException {
    threads.forEach(Thread::start);
    join(threads);
  }

  /** Whoever takes from outside may not see an add: then the batch goes on, as it does here. */
  @Test
  void executions_taken_from_outside_between_two_adds_count_once() {
    long first = Seeds.first("adds and takes");
    for (long seed = first; seed < first + Seeds.count(100); seed++) {
      Random random = new Random(seed);
      settings(new AggregateSettings(1_000, HOUR, 1, 1 << 20));
      SharedTotal total = foo.totals.first();
      ThreadCell cell = new ThreadCell(here(), foo, total, null);
      DurationStats scratch = new DurationStats();
      scratch.buckets = cell.buckets == null ? null : cell.buckets.clone();
      long[] added = new long[3];
      for (int i = 0; i < 50; i++) {
        switch (random.nextInt(4)) {
          case 0 -> cell.take(scratch, true);
          case 1 -> cell.ask();
          default -> {
            boolean failed = random.nextBoolean();
            cell.add(i, i + i, failed);
            added[0]++;
            added[1] += i;
            added[2] += failed ? 1 : 0;
          }
        }
      }
      cell.take(scratch, true);
      assertThat(new long[] {total.count, total.sum, total.exceptions})
          .as("seed %d", seed)
          .containsExactly(added);
    }
  }

  @Test
  void record_is_made_of_so_many_calls_without_waiting_for_anybody() throws Exception {
    ThreadAggregates thread = here();
    for (int i = 1; i <= 2 * CALLS + 1; i++) {
      add(thread, foo, 1000L * i, i);
    }
    List<OperationDurationAggregate> records = records();
    assertThat(records)
        .extracting(AggregatesTest::print)
        .containsExactly("100 5050 1 100", "100 15050 101 200");
    OperationDurationAggregate first = records.get(0);
    OperationDurationAggregate second = records.get(1);
    assertThat(first.operationSignature()).isEqualTo("void A.foo()");
    assertThat(first.timestamp() - first.intervalStart())
        .as("from the first tin to the last tout")
        .isEqualTo(99 * 1000 + 100);
    assertThat(second.intervalStart()).isEqualTo(first.timestamp());
  }

  @Test
  void exceptions_are_counted_whoever_hands_the_executions_over() throws Exception {
    ThreadAggregates thread = here();
    for (int i = 1; i <= 2 * CALLS + 5; i++) {
      thread.add(foo, i, i + 1, i % 10 == 1);
      if (i == 2 * CALLS + 3) {
        probes.emitAggregates(); // taken from outside: 201 threw
      }
    }
    probes.emitAggregates();
    assertThat(records())
        .extracting(record -> record.count() + ": " + record.exceptions())
        .containsExactly("100: 10", "100: 10", "3: 1", "2: 0");
  }

  @Test
  void exceptions_of_threads_without_a_cell_are_counted() throws Exception {
    settings(new AggregateSettings(CALLS, HOUR, 1, 0));
    ThreadAggregates thread = here();
    for (int i = 1; i <= 5; i++) {
      thread.add(foo, 0, 1, i % 2 == 0);
    }
    probes.emitAggregates();
    assertThat(records())
        .extracting(record -> record.count() + ": " + record.exceptions())
        .containsExactly("5: 2");
  }

  @Test
  void operations_of_class_loaders_that_are_gone_give_their_places_to_others() throws Exception {
    ThreadAggregates thread = here();
    int before = probes.operations();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++) {
        ClassLoader loader = new ClassLoader() {};
        EnumSet<ProbeKind> kinds = EnumSet.of(ProbeKind.AGGREGATE);
        add(thread, probes.operation("void A.unloaded()", "A", kinds, loader), 0, 1);
      }
      await()
          .until(
              () -> {
                System.gc();
                probes.maintain();
                return probes.operations() == before;
              });
    }
    assertThat(operation("void A.next()").index()).isLessThan(before + 100);
    assertThat(records().stream().mapToLong(OperationDurationAggregate::count).sum())
        .isEqualTo(300);
  }

  @Test
  void executions_of_an_operation_that_is_unloaded_during_a_collection_are_emitted()
      throws Exception {
    ClassLoader[] loader = {new ClassLoader() {}};
    Runnable[] atNextRecord = {null};
    probes =
        new Probes(new ListeningSink(collector.rows(), atNextRecord), "host", t -> true, SETTINGS);
    ThreadAggregates thread = here();
    add(thread, operation("void A.first()"), 0, 1);
    foo = probes.operation("void A.foo()", "A", EnumSet.of(ProbeKind.AGGREGATE), loader[0]);
    add(thread, foo, 0, 1);
    atNextRecord[0] =
        () -> {
          add(thread, foo, 10, 1);
          loader[0] = null;
          await()
              .until(
                  () -> {
                    System.gc();
                    operation("void A.other()"); // looks for loaders that are gone
                    return foo.isUnloaded();
                  });
        };
    probes.emitAggregates();
    probes.maintain();
    probes.maintain();
    assertThat(records().stream().mapToLong(OperationDurationAggregate::count).sum()).isEqualTo(3);
  }

  /** Does something, once, when somebody is about to emit. */
  private record ListeningSink(RowSink rows, Runnable[] once) implements RowSink {
    @Override
    public int register(RecordType type) {
      return rows.register(type);
    }

    @Override
    public RowBuffer buffer() {
      Runnable what = once[0];
      once[0] = null;
      if (what != null) {
        what.run();
      }
      return rows.buffer();
    }

    @Override
    public int full(RowBuffer buffer, int count) {
      return rows.full(buffer, count);
    }

    @Override
    public Symbol symbol(String value) {
      return rows.symbol(value);
    }

    @Override
    public Symbol symbol(String value, ClassLoader owner) {
      return rows.symbol(value, owner);
    }

    @Override
    public void reject(DropCause cause, RecordType type) {
      rows.reject(cause, type);
    }
  }

  @Test
  void each_call_may_be_a_record() throws Exception {
    settings(new AggregateSettings(1, HOUR, 1, 1 << 20));
    ThreadAggregates thread = here();
    for (int i = 1; i <= 3; i++) {
      add(thread, foo, 0, i);
    }
    assertThat(records())
        .extracting(AggregatesTest::print)
        .containsExactly("1 1 1 1", "1 2 2 2", "1 3 3 3");
  }

  @Test
  void interval_takes_the_executions_of_an_idle_thread_once() throws Exception {
    ThreadAggregates thread = here();
    add(thread, foo, 0, 7);
    add(thread, foo, 10, 3);
    probes.emitAggregates();
    probes.emitAggregates();
    assertThat(records()).extracting(AggregatesTest::print).containsExactly("2 10 3 7");
    add(thread, foo, 20, 5);
    probes.emitAggregates();
    assertThat(records()).extracting(AggregatesTest::print).last().isEqualTo("1 5 5 5");
  }

  @Test
  void thread_that_was_asked_hands_over_with_its_next_call() throws Exception {
    ThreadAggregates thread = here();
    add(thread, foo, 0, 7);
    probes.aggregates.ask(LockTimeout.endless());
    add(thread, foo, 10, 3);
    add(thread, foo, 20, 2);
    probes.aggregates.take(LockTimeout.endless());
    assertThat(records()).extracting(AggregatesTest::print).containsExactly("2 10 3 7");
    probes.emitAggregates();
    assertThat(records()).extracting(AggregatesTest::print).last().isEqualTo("1 2 2 2");
  }

  @Test
  void interval_makes_one_record_of_an_operation_of_all_threads() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      int duration = i;
      threads.add(new Thread(() -> add(here(), foo, 100 - duration, duration)));
    }
    run(threads);
    probes.emitAggregates();
    assertThat(records()).extracting(AggregatesTest::print).containsExactly("5 15 1 5");
  }

  @Test
  void dead_threads_leave_their_executions_and_give_back_their_memory() throws Exception {
    long free = probes.aggregates.freeBytes();
    for (int round = 0; round < 3; round++) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        threads.add(new Thread(() -> add(here(), foo, 0, 1)));
      }
      run(threads);
      assertThat(probes.aggregates.freeBytes()).isLessThan(free);
      probes.emitAggregates();
      assertThat(probes.aggregates.freeBytes()).isEqualTo(free);
    }
    assertThat(records()).extracting(AggregatesTest::print).containsOnly("50 50 1 1").hasSize(3);
  }

  @Test
  void threads_without_memory_share_and_lose_nothing() throws Exception {
    settings(new AggregateSettings(CALLS, HOUR, 1, 0));
    assertEverythingArrives(platform(), 8, 10_000);
  }

  @Test
  void real_threads_lose_nothing_while_the_interval_passes() throws Exception {
    assertEverythingArrives(platform(), 8, 100_000);
  }

  @Test
  void ten_thousand_virtual_threads_lose_nothing() throws Exception {
    ThreadFactory virtual = VirtualThreads.factory();
    long free = probes.aggregates.freeBytes();
    assertEverythingArrives(virtual, 10_000, 100);
    assertThat(free - probes.aggregates.freeBytes())
        .as("bytes taken, whatever the number of threads")
        .isLessThanOrEqualTo(2 * 8L * ThreadCell.BYTES);
  }

  private static ThreadFactory platform() {
    return Thread::new;
  }

  private void assertEverythingArrives(ThreadFactory factory, int threads, int calls)
      throws Exception {
    Operation[] operations = {foo, operation("void A.bar()"), operation("void A.baz()")};
    AtomicLong sum = new AtomicLong();
    AtomicLong longest = new AtomicLong();
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Random random = new Random(t);
      all.add(
          factory.newThread(
              () -> {
                ThreadAggregates mine = here();
                for (int i = 0; i < calls; i++) {
                  long duration = random.nextInt(1_000_000);
                  add(mine, operations[i % 3], i, duration);
                  sum.addAndGet(duration);
                  longest.accumulateAndGet(duration, Math::max);
                }
              }));
    }
    AtomicBoolean done = new AtomicBoolean();
    Thread interval =
        new Thread(
            () -> {
              while (!done.get()) {
                probes.emitAggregates();
              }
            });
    interval.start();
    run(all);
    done.set(true);
    interval.join();
    probes.close(Duration.ofSeconds(5));
    List<OperationDurationAggregate> records = records();
    assertThat(collector.report().dropped().total()).isZero();
    assertThat(records.stream().mapToLong(OperationDurationAggregate::count).sum())
        .isEqualTo((long) threads * calls);
    assertThat(records.stream().mapToLong(OperationDurationAggregate::sum).sum())
        .isEqualTo(sum.get());
    assertThat(records.stream().mapToLong(OperationDurationAggregate::max).max())
        .hasValue(longest.get());
    assertThat(records)
        .allSatisfy(
            r -> {
              assertThat(r.count()).isBetween(1L, 2L * CALLS - 1);
              assertThat(r.sum()).isBetween(r.count() * r.min(), r.count() * r.max());
            });
  }

  @Test
  void closing_in_the_midst_records_every_call_that_returned_before() throws Exception {
    AtomicLong[] returned = counters();
    AtomicBoolean stop = new AtomicBoolean();
    List<Thread> threads = adding(returned, stop);
    long before = total(returned);
    probes.close(Duration.ofSeconds(5));
    collector.close(Duration.ofSeconds(5));
    stop.set(true);
    join(threads);
    assertThat(counted()).isGreaterThanOrEqualTo(before);
  }

  @Test
  void calls_that_end_after_the_closing_are_recorded_too_while_the_sink_is_open() throws Exception {
    AtomicLong[] returned = counters();
    AtomicBoolean stop = new AtomicBoolean();
    List<Thread> threads = adding(returned, stop);
    probes.close(Duration.ofSeconds(5));
    stop.set(true);
    join(threads);
    assertThat(counted()).isEqualTo(total(returned));
  }

  private long counted() throws Exception {
    return records().stream().mapToLong(OperationDurationAggregate::count).sum();
  }

  private static AtomicLong[] counters() {
    return new AtomicLong[] {
      new AtomicLong(), new AtomicLong(), new AtomicLong(), new AtomicLong()
    };
  }

  /** Threads that add and count what returned, in the midst of it. */
  private List<Thread> adding(AtomicLong[] returned, AtomicBoolean stop) throws Exception {
    CountDownLatch running = new CountDownLatch(returned.length);
    List<Thread> threads = new ArrayList<>();
    for (AtomicLong mine : returned) {
      threads.add(
          new Thread(
              () -> {
                ThreadAggregates thread = here();
                for (int i = 0; !stop.get(); i++) {
                  add(thread, foo, i, 1);
                  mine.lazySet(i + 1);
                  if (i == 1000) {
                    running.countDown();
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    running.await();
    return threads;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static long total(AtomicLong[] counters) {
    long total = 0;
    for (AtomicLong counter : counters) {
      total += counter.get();
    }
    return total;
  }

  @Test
  void call_that_ends_after_the_closing_is_a_record_of_its_own() throws Exception {
    ThreadAggregates thread = here();
    add(thread, foo, 0, 1);
    probes.close(Duration.ofSeconds(5));
    add(thread, foo, 10, 2);
    new ThreadAggregates(probes, Thread.currentThread()).add(foo, 20, 23, false);
    assertThat(records())
        .extracting(AggregatesTest::print)
        .containsExactly("1 1 1 1", "1 2 2 2", "1 3 3 3");
  }

  /** Somebody holds the lock meanwhile. */
  private static void behind(ReentrantLock lock, Runnable action) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () -> {
              lock.lock();
              held.countDown();
              awaitUninterruptibly(release);
              lock.unlock();
            });
    holder.start();
    held.await();
    action.run();
    release.countDown();
    holder.join();
  }

  private void closeBehind(ReentrantLock lock) throws Exception {
    behind(lock, () -> probes.close(Duration.ofMillis(5)));
  }

  @Test
  void collection_with_an_end_leaves_what_is_behind_a_lock_for_the_next() throws Exception {
    Operation bar = operation("void A.bar()");
    add(here(), foo, 0, 7);
    add(here(), bar, 0, 5);
    Duration shortly = Duration.ofMillis(5);
    for (ReentrantLock lock :
        List.of(foo.totals.first().lock, probes.aggregates.collecting, probes.aggregates.lock)) {
      behind(lock, () -> assertThat(probes.emitAggregates(shortly)).isFalse());
    }
    assertThat(probes.emitAggregates(Duration.ofSeconds(10))).isTrue();
    assertThat(records())
        .extracting(AggregatesTest::print)
        .containsExactlyInAnyOrder("1 5 5 5", "1 7 7 7");
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private long refused() {
    return collector.report().dropped().of(DropCause.CLOSED);
  }

  @Test
  void closing_does_not_wait_for_a_lock_that_is_kept_and_counts_what_is_behind_it()
      throws Exception {
    Operation bar = operation("void A.bar()");
    add(here(), foo, 0, 7); // a cell that cannot be taken
    add(here(), bar, 0, 5);
    closeBehind(foo.totals.first().lock);
    assertThat(refused()).isEqualTo(1);
    assertThat(records()).extracting(AggregatesTest::print).containsExactly("1 5 5 5");
  }

  @Test
  void closing_counts_a_total_behind_a_lock_that_is_kept() throws Exception {
    settings(new AggregateSettings(CALLS, HOUR, 1, 0)); // no memory for cells
    add(here(), foo, 0, 7);
    add(here(), foo, 0, 7);
    closeBehind(foo.totals.first().lock);
    assertThat(refused()).as("one record").isEqualTo(1);
  }

  @Test
  void closing_goes_past_a_collection_that_stands_still() throws Exception {
    add(here(), foo, 0, 7);
    closeBehind(probes.aggregates.collecting);
    assertThat(refused()).isZero();
    assertThat(records()).extracting(AggregatesTest::print).containsExactly("1 7 7 7");
  }

  @Test
  void closing_counts_that_nobody_knows_what_is_lost() throws Exception {
    add(here(), foo, 0, 7);
    closeBehind(probes.aggregates.lock);
    assertThat(refused()).isEqualTo(1);
  }

  @Test
  void interrupted_thread_closes_as_well_and_stays_interrupted() throws Exception {
    add(here(), foo, 0, 7);
    Thread.currentThread().interrupt();
    probes.close(Duration.ofSeconds(5));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(records()).extracting(AggregatesTest::print).containsExactly("1 7 7 7");
  }

  @Test
  void histograms_without_their_module_are_left_out() throws Exception {
    Operation bar = probes.operation("void A.bar()", "A", EnumSet.of(ProbeKind.HISTOGRAM), null);
    add(here(), bar, 0, 9);
    probes.emitAggregates();
    assertThat(records()).extracting(AggregatesTest::print).containsExactly("1 9 9 9");
  }
}
