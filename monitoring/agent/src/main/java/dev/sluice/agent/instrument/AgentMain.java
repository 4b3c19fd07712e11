package dev.sluice.agent.instrument;

import dev.sluice.api.config.ConfigurationException;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/** Starts and stops monitoring inside the agent's class loader. */
public final class AgentMain {
  private AgentMain() {}

  /**
   * Starts monitoring before the application's {@code main}, and returns when it has started. A
   * mistake in the options is printed in one line, and nothing is started.
   *
   * @param text the agent's options, or null
   * @param plugins takes jars with plug-ins, which are to be found from then on
   * @throws Throwable whatever else goes wrong
   */
  public static void start(String text, Instrumentation instrumentation, Consumer<File> plugins)
      throws Throwable {
    Thread main = Thread.currentThread();
    try {
      onOwnThread(
          () -> {
            BootstrapProbe.define(instrumentation);
            return RunningAgent.start(text, plugins, main, instrumentation);
          });
    } catch (ConfigurationException mistakes) {
      System.err.println("sluice: not monitoring: " + describe(mistakes));
    }
  }

  /**
   * Starts monitoring in a running JVM, loaded classes included, or stops it. Never throws: the
   * attaching process gets an answer.
   *
   * @param text an {@link AttachOrder}
   * @param plugins as in {@link #start}
   */
  public static void attached(
      String text, Instrumentation instrumentation, Consumer<File> plugins) {
    AttachOrder order = AttachOrder.parse(text);
    try {
      order.succeeded(
          onOwnThread(
              () -> {
                BootstrapProbe.define(instrumentation);
                return order.isStop()
                    ? RunningAgent.stopCurrent()
                    : RunningAgent.start(order.options(), plugins, null, instrumentation)
                        .instrumentLoaded();
              }));
    } catch (ConfigurationException mistakes) {
      order.failed(describe(mistakes));
    } catch (Throwable e) {
      order.failed(e.toString());
    }
  }

  /**
   * Returns the mistakes in one line; for a missing plug-in it names the larger agent jar, because
   * the agent has no class path.
   */
  private static String describe(ConfigurationException mistakes) {
    return String.join("; ", mistakes.problems())
        .replace("which is not on the class path", "which only sluice-agent-all.jar has");
  }

  /** Runs work on a thread of the agent, so that all threads started by it belong to the agent. */
  private static <T> T onOwnThread(Callable<T> work) throws Throwable {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = OwnThreads.create("sluice-start", task);
    thread.start();
    thread.join();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }
}
