package dev.sluice.cli.watch;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.trace.TraceOptions;
import dev.sluice.pages.LivePage;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Bounds;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.watch.DistributedFigures;
import dev.sluice.tools.watch.DistributedText;
import dev.sluice.tools.watch.DistributedWatch;
import dev.sluice.tools.watch.LiveServer;
import dev.sluice.tools.watch.Watched;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a source on a page while it grows. */
@Command(
    name = "watch",
    description = {
      "Show a source on a live page: rates, operations, latencies, losses, lag.",
      "",
      "  sluice watch records",
      "  sluice watch kafka://broker:9092/records --port 0",
      "  curl -s http://127.0.0.1:9933/status.json",
      "  sluice watch kafka://broker:9092/records --distributed"
    },
    footer = {
      "",
      "Prints the address of the page; /status.json has its figures for programs, and",
      "/metrics for Prometheus. The page changes nothing. Only this machine can open",
      "it, unless --host says otherwise; its address then contains a token, without",
      "which no request is answered. The page stays available until Ctrl-C, even after",
      "the source has ended. The source is read from its start; --from -5m skips older",
      "data, and so does ?from=end for a topic.",
      "",
      "With --distributed the page shows the instances of analyze --distributed: what",
      "each one works on, how fast, and the lag. It asks only the brokers.",
      "",
      "Exit code: 0 the source ended; 1 a region of it is damaged; 2 wrong usage, a",
      "port in use, or an unreachable source."
    })
public final class WatchCommand extends TerminalCommand {
  private static final int PORT = 9933;

  /** Maximum number of operations with their own figures, which take some KiB each. */
  private static final int MAX_OPERATIONS = 1 << 14;

  private static final int MAX_PORT = 65_535;
  private static final String EVERY = "--every";
  private static final Key<Duration> TIME =
      Key.duration("every", null, Duration.ofMillis(10), "").named(EVERY);

  private static final int END_SECONDS = 3;
  private static final Duration POLL = Duration.ofMillis(200);

  @Mixin private SourceParameter source;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "" + PORT,
      description = "Port of the page; 0 chooses a free port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = {
        "Address to listen on, 0.0.0.0 for all addresses of this machine",
        "(default: ${DEFAULT-VALUE}, which other machines cannot reach)."
      })
  private String host;

  @Option(names = "--exit-at-end", description = "Stop when the existing records are read.")
  private boolean exitAtEnd;

  @Option(
      names = EVERY,
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "Interval between updates (default: ${DEFAULT-VALUE}).")
  private String every;

  @Option(
      names = "--distributed",
      description = {
        "Show the instances that analyze a topic with analyze --distributed:",
        "their partitions, lag, rate, gaps and drops."
      })
  private boolean distributed;

  @Option(
      names = "--application-id",
      paramLabel = "ID",
      description = {
        "Analysis to show with --distributed (default: sluice- and",
        "the topic's name)."
      })
  private String applicationId;

  @Option(
      names = "--terminal",
      description = "Show the figures of --distributed in the terminal instead of on a page.")
  private boolean inTerminal;

  @Mixin private JsonOption json;

  @Mixin private Since since;
  @Mixin private TraceOptions options;

  private final CountDownLatch stopped = new CountDownLatch(1);

  @Override
  public Integer call() throws IOException {
    Bounds.within("--port", port, 0, MAX_PORT);
    TraceLimits limits = options.liveLimits().withOperations(MAX_OPERATIONS);
    Duration pause = TIME.parse(every);
    check();
    StopSignal stop = new StopSignal(stopped::countDown, END_SECONDS);
    try {
      return conclude(distributed ? watchDistributed(pause) : watchSource(limits, pause));
    } finally {
      stop.close();
    }
  }

  private void check() {
    if (!distributed && (applicationId != null || json.isGiven() || inTerminal)) {
      throw new ToolException("--application-id, --terminal and --json need --distributed");
    }
    if (distributed && since.isGiven()) {
      throw new ToolException(
          "--from and --until cannot be used with --distributed, which analyzes the whole topic");
    }
    if (json.isGiven() && inTerminal) {
      throw new ToolException("--json and --terminal cannot be used together");
    }
  }

  private Audit watchSource(TraceLimits limits, Duration pause) throws IOException {
    SourceSpec from = source.open(!exitAtEnd, since, terminal);
    try (LiveServer server = serve(LivePage.ofSource())) {
      boolean isAwaited = !exitAtEnd && from.isAbsent();
      if (isAwaited) {
        terminal.tell("'" + from + "' does not exist yet: waiting for it; Ctrl-C stops");
        announce(server);
        await(from);
      }
      try (Watched watched = new Watched(from, limits)) {
        if (!isAwaited) {
          announce(server);
        }
        return watched.run(server, new Progress(terminal), pause, this::stays, stopped);
      }
    }
  }

  /** Waits until a program that starts later has made its directory, or the command is stopped. */
  private void await(SourceSpec from) {
    while (from.isAbsent() && stopped.getCount() > 0 && !Thread.interrupted()) {
      LockSupport.parkNanos(this, POLL.toNanos());
    }
  }

  /** Returns whether the page stays when the source has ended. */
  private boolean stays() {
    if (!exitAtEnd) {
      terminal.tell("the source has ended; the page stays until Ctrl-C");
    }
    return !exitAtEnd;
  }

  private Audit watchDistributed(Duration pause) throws IOException {
    Endpoint topic = source.configuredEndpoint();
    try (DistributedWatch watch = new DistributedWatch(topic, applicationId)) {
      if (json.isGiven() || inTerminal) {
        return run(watch, json.isGiven() ? this::line : this::text, pause);
      }
      try (LiveServer server = serve(LivePage.ofDistributed())) {
        announce(server);
        return run(watch, figures -> show(server, figures), pause);
      }
    }
  }

  private static void show(LiveServer server, DistributedFigures figures) throws IOException {
    server.show(LiveServer.METRICS, figures.metrics());
    server.show(LiveServer.DATA, figures.json(true));
  }

  private Audit run(DistributedWatch watch, DistributedWatch.Screen screen, Duration pause)
      throws IOException {
    return watch.run(screen, new Progress(terminal), pause, exitAtEnd, stopped);
  }

  private LiveServer serve(LivePage page) throws IOException {
    try {
      return LiveServer.start(host, port, page);
    } catch (UnknownHostException e) {
      throw new ToolException("--host '" + host + "' is no address of this machine", e);
    } catch (BindException e) {
      throw new ToolException(
          "cannot listen on %s port %s: %s; --port N sets another port, 0 any free one"
              .formatted(host, port, e.getMessage()),
          e);
    }
  }

  private void line(DistributedFigures figures) throws IOException {
    json.write(
        terminal,
        out -> {
          out.write(figures.json(false));
          out.write('\n');
        });
  }

  /** Prints the figures; while the source has trouble, the last ones stay above its message. */
  private void text(DistributedFigures figures) throws IOException {
    if (figures.trouble() == null) {
      terminal.clearScreen();
      DistributedText.print(figures, terminal.printer());
    }
  }

  private void announce(LiveServer server) {
    InetSocketAddress address = server.address();
    InetAddress at = address.getAddress();
    if (!at.isLoopbackAddress()) {
      terminal.tell(
          "warning: anyone with this address and its token can see the page; "
              + "the connection is not encrypted");
    }
    boolean all = at.isAnyLocalAddress();
    String name = all ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
    terminal.printer().println("http://" + name + ":" + address.getPort() + server.path());
  }

  private int conclude(Audit audit) {
    terminal.conclude(
        "%s in %s, %s"
            .formatted(
                Figures.count(audit.records(), "record"),
                Figures.count(audit.chunks(), "chunk"),
                exitAtEnd ? Verdict.of(audit) : Verdict.ofRunning(audit)));
    return ExitCode.of(audit.damaged() == 0);
  }
}
