package dev.sluice.cli.demo;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/**
 * The program that the demo monitors: a small shop on an in-memory H2 database, used by a few
 * threads.
 *
 * <p>Time is cut into slots. In each slot every thread runs its share of the statements as fast as
 * it can and then rests, so that their total is the same on every machine while the throughput
 * (statements in the time that was not rested) is not slowed. The first part warms up and is not
 * measured.
 */
public final class SqlLoad {
  private static final String URL = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=5000";
  private static final long SLOT_NANOS = 50_000_000L;
  private static final double WARM_UP = 0.4;
  private static final int PROGRESS_SLOTS = 4;

  private final int threads;
  private final long slots;
  private final long statementsPerSlot;
  private final long fewest;
  private final LongAdder statements = new LongAdder();

  private SqlLoad(double seconds, long statements, int threads) {
    this.threads = threads;
    this.slots = Math.max(2, Math.round(seconds * 1e9 / SLOT_NANOS));
    this.statementsPerSlot = Math.max(1, statements / slots / threads);
    this.fewest = statements / 4;
  }

  /**
   * Runs the load and prints {@code PROGRESS statements} now and then and one closing {@code
   * RESULT}.
   *
   * @param args seconds, statements in all at most, threads
   */
  public static void main(String[] args) throws Exception {
    endWithParent();
    SqlLoad load =
        new SqlLoad(
            Double.parseDouble(args[0]), Long.parseLong(args[1]), Integer.parseInt(args[2]));
    System.out.println(load.run().line());
  }

  /** Whoever started us holds our standard input open. */
  private static void endWithParent() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // nothing is said there
                }
              } catch (IOException e) {
                // the same as the end
              }
              Runtime.getRuntime().halt(3);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private LoadResult run() throws SQLException, InterruptedException, ExecutionException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      Shop.create(connection);
    }
    long start = System.nanoTime();
    List<Callable<LoadResult>> work = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      work.add(() -> runThread(number, start));
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    LoadResult sum = LoadResult.NONE;
    for (Future<LoadResult> future : pool.invokeAll(work)) {
      sum = sum.plus(future.get());
    }
    pool.shutdown();
    return sum;
  }

  private LoadResult runThread(int number, long start) throws SQLException, InterruptedException {
    LoadResult measured = LoadResult.NONE;
    try (Connection connection = DriverManager.getConnection(URL)) {
      Shop shop = new Shop(connection, number, threads);
      for (long slot = 0; slot < slots || isTooEarly(slot); slot++) {
        LoadResult one = runSlot(shop, start + (slot + 1) * SLOT_NANOS);
        measured = slot < slots * WARM_UP ? measured.warmedUp(one) : measured.plus(one);
        if (number == 0 && slot % PROGRESS_SLOTS == 0) {
          System.out.println("PROGRESS " + statements.sum());
        }
      }
    }
    return measured;
  }

  /**
   * A slow or busy machine gets up to twice the time for the fewest statements that show something.
   */
  private boolean isTooEarly(long slot) {
    return slot < 2 * slots && statements.sum() < fewest;
  }

  private LoadResult runSlot(Shop shop, long end) throws SQLException, InterruptedException {
    long from = System.nanoTime();
    long cpuFrom = cpuNanos();
    long done = 0;
    while (done < statementsPerSlot && System.nanoTime() - end < 0) {
      done += shop.visit();
    }
    LoadResult result = new LoadResult(done, done, System.nanoTime() - from, cpuNanos() - cpuFrom);
    statements.add(done);
    long rest = end - System.nanoTime();
    if (rest > 0) {
      Thread.sleep(rest / 1_000_000, (int) (rest % 1_000_000));
    }
    return result;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
