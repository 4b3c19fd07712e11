package dev.sluice.tools.doctor;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.rawwriters.kafka.KafkaBrokers;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs checks one after another, with a timeout for each and for all. If a check fails, checks that
 * depend on it are skipped. For one thread.
 */
final class Steps {
  private static final long MAX_STEP_NANOS = TimeUnit.SECONDS.toNanos(6);
  private static final long ALL_NANOS = TimeUnit.SECONDS.toNanos(9);

  private final long end = System.nanoTime() + ALL_NANOS;
  private final List<Check> done = new ArrayList<>();
  private String blocked;

  /** Returns a check that those behind it need. */
  Steps needed(String name, Callable<Check> step) {
    Check check = run(name, step);
    if (check.outcome() == Check.Outcome.FAILED) {
      block(name + " failed");
    }
    return this;
  }

  /** Returns a check that nothing depends on. */
  Steps also(String name, Callable<Check> step) {
    run(name, step);
    return this;
  }

  /** Nothing more can be checked. */
  void block(String why) {
    blocked = blocked == null ? why : blocked;
  }

  List<Check> done() {
    return done;
  }

  private Check run(String name, Callable<Check> step) {
    long left = Math.min(MAX_STEP_NANOS, end - System.nanoTime());
    if (left <= 0) {
      block("time was over");
    }
    Check check = blocked == null ? within(left, step) : Check.notChecked("because " + blocked);
    done.add(check.named(name));
    return check;
  }

  /**
   * Runs a check on a thread that is abandoned if it hangs, for example while it resolves a name.
   */
  private static Check within(long nanos, Callable<Check> step) {
    FutureTask<Check> result = new FutureTask<>(step);
    daemon(result).start();
    try {
      return result.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return Check.failed(
          "no answer within " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s",
          "try again; check for a firewall in between or an overloaded server");
    } catch (ExecutionException e) {
      return failed(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Check.notChecked("interrupted");
    } finally {
      result.cancel(true);
    }
  }

  /** Kafka's client loads its parts by name, from where we are. */
  static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "sluice-doctor");
    thread.setDaemon(true);
    thread.setContextClassLoader(Steps.class.getClassLoader());
    return thread;
  }

  private static Check failed(Throwable cause) {
    if (cause instanceof ConfigurationException wrong) {
      return Check.failed(
          String.join("; ", wrong.problems()), "correct the URI or the file of --config");
    }
    if (cause instanceof KafkaBrokers.Refusal refusal) {
      return Check.notChecked("the brokers do not answer this question: " + refusal.obstacle());
    }
    boolean told = cause instanceof IOException || cause instanceof ToolException;
    return told
        ? Check.failed(TcpAddress.reason(cause), "correct the URI, or what it names")
        : Check.notChecked("it failed unexpectedly: " + cause);
  }
}
