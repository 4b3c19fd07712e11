package dev.sluice.benchmarks.calls.app;

import dev.sluice.benchmarks.WorkerJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The monitored program. Takes orders on its standard input, one a line, and answers each with one
 * line of numbers behind {@value WorkerJvm#ANSWER}; ends with its input:
 *
 * <pre>
 * call LEAD CALLS    calls the application so often on each thread, the first LEAD calls uncounted;
 *                    the answer, of the counted calls: nanoseconds from the first to the last, bytes
 *                    allocated by the calling threads or -1, sum of response times; then executions
 *                    since the start, processor time of the whole JVM for all calls of the order,
 *                    and nanoseconds from the start of the JVM to the order
 * </pre>
 *
 * The response times of the counted calls are appended to a file, as integers of four bytes, big
 * end first. Only the JDK is used at run time, so that nothing else shapes what is measured.
 */
public final class CallWorker {
  private final CallingThread[] threads;
  private final int depth;
  private final OutputStream times;
  private long executions;

  private CallWorker(CallingThread[] threads, int depth, OutputStream times, long executions) {
    this.threads = threads;
    this.depth = depth;
    this.times = times;
    this.executions = executions;
  }

  private static String className(String name) {
    return name.contains(".") ? name : CallWorker.class.getPackageName() + "." + name;
  }

  /**
   * Arguments: class of the application, in this package if none is named, its work, depth,
   * threads, their kind ({@code platform} or {@code virtual}), other threads that hold on to what a
   * thread may own, file for the response times.
   */
  public static void main(String[] args) throws Exception {
    Application application =
        (Application) Class.forName(className(args[0])).getDeclaredConstructor().newInstance();
    long work = Long.parseLong(args[1]);
    int depth = Integer.parseInt(args[2]);
    CallingThread[] threads = new CallingThread[Integer.parseInt(args[3])];
    boolean virtual = args[4].equals("virtual");
    int others = Integer.parseInt(args[5]);
    hold(application, depth, others);
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new CallingThread(application, work, depth, virtual);
      threads[i].start();
    }
    try (OutputStream times = Files.newOutputStream(Path.of(args[6]))) {
      new CallWorker(threads, depth, times, (long) others * depth).obey();
    }
  }

  /** Threads that call once each and stay. */
  private static void hold(Application application, int depth, int others)
      throws InterruptedException {
    CountDownLatch called = new CountDownLatch(others);
    for (int i = 0; i < others; i++) {
      Thread thread =
          new Thread(
              () -> {
                application.monitoredMethod(0, depth);
                called.countDown();
                stay();
              },
              "other-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    called.await();
  }

  /** For a thread that has nothing more to do, but is to live. */
  private static void stay() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void obey() throws IOException, InterruptedException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ");
      String answer = call(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      System.out.println(WorkerJvm.ANSWER + answer);
    }
  }

  private String call(int lead, int calls) throws IOException, InterruptedException {
    long upTime = ManagementFactory.getRuntimeMXBean().getUptime() * 1_000_000;
    ProcessorTime before = ProcessorTime.now();
    for (CallingThread thread : threads) {
      thread.order(lead, calls);
    }
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (CallingThread thread : threads) {
      thread.await();
      begin = Math.min(begin, thread.begin());
      end = Math.max(end, thread.end());
    }
    long cpu = ProcessorTime.now().since(before);
    long allocated = 0;
    long sum = 0;
    for (CallingThread thread : threads) {
      allocated = thread.allocated() < 0 ? -1 : allocated + thread.allocated();
      sum += thread.write(times);
      executions += (long) (lead + calls) * depth;
    }
    return (end - begin)
        + " "
        + allocated
        + " "
        + sum
        + " "
        + executions
        + " "
        + cpu
        + " "
        + upTime;
  }
}
