package dev.sluice.benchmarks.calls.receivers;

import dev.sluice.benchmarks.WorkerJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * What takes the records of a monitored program, in a JVM of its own: neither's garbage or compiler
 * threads are the other's, and each one's processor time is its own. Takes orders on its standard
 * input, one a line, and ends with it:
 *
 * <pre>
 * port        the answer: where it listens, or 0
 * await N     waits, at most half a minute, until N executions have come; the answer: how many
 * count       waits until nothing has come for a second; the answer: executions in all
 * </pre>
 */
public final class ReceiverMain {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_MILLIS = 20;

  private final Taker taker;

  private ReceiverMain(Taker taker) {
    this.taker = taker;
  }

  /**
   * Arguments: {@code kieker}, {@code otlp}, {@code kieker-topic BROKER TOPIC}, or the URI of a
   * source.
   */
  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          e.printStackTrace();
          Runtime.getRuntime().halt(1);
        });
    Taker taker =
        switch (args[0]) {
          case "kieker" -> new KiekerTaker();
          case "otlp" -> new OtlpTaker();
          case "kieker-topic" -> new KiekerTopicTaker(args[1], args[2]);
          default -> new RecordTaker(args[0]);
        };
    new ReceiverMain(taker).obey();
    System.exit(0);
  }

  private void obey() throws IOException, InterruptedException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ");
      long answer =
          switch (words[0]) {
            case "port" -> taker.port();
            case "await" -> await(Long.parseLong(words[1]));
            default -> settled();
          };
      System.out.println(WorkerJvm.ANSWER + answer);
    }
  }

  private long await(long expected) throws InterruptedException {
    long begin = System.nanoTime();
    while (taker.executions() < expected && System.nanoTime() - begin < PATIENCE) {
      Thread.sleep(LOOK_MILLIS);
    }
    return taker.executions();
  }

  private long settled() throws InterruptedException {
    long seen = taker.executions();
    long since = System.nanoTime();
    while (System.nanoTime() - since < SILENCE) {
      Thread.sleep(LOOK_MILLIS);
      if (taker.executions() != seen) {
        seen = taker.executions();
        since = System.nanoTime();
      }
    }
    return seen;
  }
}
