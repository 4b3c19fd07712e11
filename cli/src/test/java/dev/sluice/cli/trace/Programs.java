package dev.sluice.cli.trace;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.TraceContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A monitored program that calls others in this process, as over a network. */
public final class Programs implements AutoCloseable {
  private final Monitor monitor;
  private final Set<ProbeKind> kinds;

  /** Begins to record into a file of the directory. */
  public Programs(Path directory, String name, ProbeKind... kinds) {
    monitor =
        Monitor.builder()
            .name(name)
            .closeAtExit(false)
            .open("file:" + directory.resolve(name.hashCode() + ".slu") + "?chunk.records=5");
    this.kinds = EnumSet.copyOf(List.of(kinds));
  }

  ProbeThread thread() {
    return monitor.probes().thread();
  }

  /** Executes an operation of the calling thread. */
  public void call(String operation, Runnable body) {
    ProbeThread thread = thread();
    Operation of = monitor.probes().operation("void " + operation + "()", "x.X", kinds, null);
    long frame = thread.enter(of);
    long tin = System.nanoTime();
    thread.before(of, frame, tin, null);
    body.run();
    thread.exit(of, frame, tin);
  }

  /** Sends something: what comes with it there. */
  public void send(String medium, Consumer<TraceContext> to) {
    Symbol symbol = monitor.sink().symbol(medium);
    TraceContext sent = thread().depart();
    thread().departed(sent, symbol);
    to.accept(TraceContext.parse(List.of(sent.parent()), List.of()));
  }

  /** Something came: what is done for it. */
  public void serve(TraceContext context, String operation, Runnable body) {
    Object before = thread().arrive(context);
    call(operation, body);
    thread().release(before);
  }

  @Override
  public void close() {
    monitor.close(Duration.ofSeconds(10));
  }
}
