package dev.sluice.agent.instrument;

import dev.sluice.api.config.ConfigurationException;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.function.Consumer;

/** Starts the agent's inside. */
public final class AgentMain {
  private AgentMain() {}

  /**
   * Starts monitoring, on a thread of the agent so that all threads it needs belong to it, and
   * returns when it has started. A mistake in the options is told in one line, and nothing is
   * started.
   *
   * @param text the agent's options, or null
   * @param plugins takes jars with plug-ins, which are to be found from then on
   * @throws Throwable whatever else goes wrong
   */
  public static void start(String text, Instrumentation instrumentation, Consumer<File> plugins)
      throws Throwable {
    Throwable[] failure = new Throwable[1];
    Thread starter =
        OwnThreads.create(
            "sluice-start",
            () -> {
              try {
                AgentOptions options = AgentOptions.parse(text, System::getProperty);
                options.plugins().forEach(jar -> add(jar, plugins));
                BootstrapProbe.define(instrumentation);
                RunningAgent.start(options, instrumentation);
              } catch (Throwable e) {
                failure[0] = e;
              }
            });
    starter.start();
    starter.join();
    if (failure[0] instanceof ConfigurationException mistakes) {
      System.err.println("sluice: not monitoring: " + String.join("; ", mistakes.problems()));
    } else if (failure[0] != null) {
      throw failure[0];
    }
  }

  private static void add(File jar, Consumer<File> plugins) {
    try {
      plugins.accept(jar);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          List.of("cannot open " + jar + ", a jar of plug-ins: " + e.getMessage()));
    }
  }
}
