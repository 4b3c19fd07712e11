package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorBuilder;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;

/** The agent from start to the end of the JVM. */
final class RunningAgent {
  private final Monitor monitor;
  private final Tally tally;
  private final Path report;

  private RunningAgent(Monitor monitor, Tally tally, Path report) {
    this.monitor = monitor;
    this.tally = tally;
    this.report = report;
  }

  static void start(AgentOptions options, Instrumentation instrumentation) throws Exception {
    Monitor monitor = open(options);
    OperationTable operations = new OperationTable(monitor.probes());
    Tally tally = new Tally();
    ProbeTransformer transformer = new ProbeTransformer(options.selection(), operations, tally);
    RunningAgent agent = new RunningAgent(monitor, tally, options.report());
    Runtime.getRuntime().addShutdownHook(OwnThreads.create("sluice-exit", agent::stop));
    Probe.install(new AgentProbe(operations));
    instrumentation.addTransformer(transformer);
    // Loads what a thread's first emit needs: it may come when the thread has hardly any stack
    // left.
    monitor.sink().buffer();
  }

  private static Monitor open(AgentOptions options) {
    MonitorBuilder builder =
        Monitor.builder().monitoredThreads(OwnThreads::isForeign).closeAtExit(false);
    if (options.producer() != null) {
      builder.name(options.producer());
    }
    return builder.open(options.sink());
  }

  /** What the application does after this in shutdown hooks of its own is not recorded. */
  private void stop() {
    monitor.probes().enable(false);
    String text = AgentReport.of(monitor.close(Monitor.CLOSE_TIMEOUT), tally);
    if (report == null) {
      return;
    }
    try {
      Files.writeString(report, text);
    } catch (IOException e) {
      System.err.println("sluice: cannot write the report: " + e);
    }
  }
}
