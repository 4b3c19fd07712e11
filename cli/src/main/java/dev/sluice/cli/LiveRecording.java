package dev.sluice.cli;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.pages.LivePage;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.Report;
import dev.sluice.tools.watch.LiveServer;
import dev.sluice.tools.watch.Watched;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Files that a program records to, on a live page while it runs, and in a report when it has ended.
 * {@link #report} may be called by the thread of a {@link StopSignal}, the rest is for one thread.
 */
final class LiveRecording implements AutoCloseable {
  private static final int PORT = 9933;
  private static final String HOST = "127.0.0.1";
  private static final int OPERATIONS = 1 << 14;
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss");

  private final Path recording;
  private final boolean isNew;
  private final Terminal terminal;
  private final LiveServer server;
  private final Watched watched;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread reader = new Thread(this::show, "sluice-live");

  private LiveRecording(
      Path recording, boolean isNew, Terminal terminal, LiveServer server, Watched watched) {
    this.recording = recording;
    this.isNew = isNew;
    this.terminal = terminal;
    this.server = server;
    this.watched = watched;
  }

  /** Returns the URI of a directory that is not there yet, named after the time. */
  static String newSink() {
    return "file:recording-" + NAME.format(LocalDateTime.now());
  }

  /**
   * Serves the page, and prints its address.
   *
   * @param sink URI of the sink, or null if it is configured elsewhere
   */
  static LiveRecording of(String sink, Terminal terminal) throws IOException {
    Endpoint endpoint = sink == null ? null : Endpoint.parse(sink);
    boolean isFiles = endpoint != null && endpoint.scheme().equals("file");
    if (!isFiles || endpoint.path().endsWith(".slu")) {
      throw new ToolException(
          "--watch reads what is recorded, so --sink must be file:DIRECTORY; for another sink, run"
              + " 'sluice watch SOURCE' in a second terminal");
    }
    Path recording = Path.of(endpoint.path());
    boolean isNew = Files.notExists(recording);
    Files.createDirectories(recording);
    SourceSpec from =
        SourceSpec.of(
            recording.toString(), new Options(Map.of()), true, SourceSpec.Times.ALL, Notices.NONE);
    TraceLimits limits =
        TraceLimits.DEFAULT
            .with(TraceLimits.DEFAULT.openRecords(), PATIENCE)
            .withOperations(OPERATIONS);
    LiveServer server = serve();
    LiveRecording live =
        new LiveRecording(recording, isNew, terminal, server, new Watched(from, limits));
    live.reader.setDaemon(true);
    live.reader.start();
    String address = "http://" + HOST + ":" + server.address().getPort() + server.path();
    terminal.tell("the live page is at " + address + "; records are in " + recording);
    return live;
  }

  private static LiveServer serve() throws IOException {
    try {
      return LiveServer.start(HOST, PORT, LivePage.ofSource());
    } catch (BindException e) {
      return LiveServer.start(HOST, 0, LivePage.ofSource());
    }
  }

  private void show() {
    try {
      watched.run(server, Notices.NONE, EVERY, () -> true, stopped);
    } catch (IOException | RuntimeException e) {
      terminal.tell("the live page has ended: " + e.getMessage());
    }
  }

  /** Ends the page; then writes the report, and prints what matters most of it. */
  void report() {
    end();
    if (Files.notExists(recording)) {
      terminal.tell("nothing was recorded, so there is no report");
      return;
    }
    String before = Interruption.describe();
    Path directory = recording.resolveSibling(recording.getFileName() + "-report");
    try {
      SourceSpec from = SourceSpec.of(recording.toString());
      TraceLimits limits = TraceLimits.DEFAULT;
      Report report = Report.of(from, Set.of(), limits, 1, false, Notices.NONE);
      report.readRequests(from, limits, Notices.NONE);
      report.write(directory);
      report.sentences().forEach(terminal.err()::println);
      terminal.tell("the report is " + directory.resolve(Report.PAGE));
      terminal.tell(
          "for more, run '" + LineStream.SLUICE + " findings " + recording + "', 'top' or 'trace'");
    } catch (IOException | ToolException e) {
      terminal.tell("there is no report: " + e.getMessage());
    }
    Interruption.summary(before);
  }

  private void end() {
    stopped.countDown();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (isNew) {
      recording.toFile().delete(); // if nothing was written to it
    }
  }

  @Override
  public void close() {
    end();
    watched.close();
    server.close();
  }
}
