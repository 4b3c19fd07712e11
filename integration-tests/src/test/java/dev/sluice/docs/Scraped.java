package dev.sluice.docs;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.pages.LivePage;
import dev.sluice.testkit.Exposition;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.watch.LiveServer;
import dev.sluice.tools.watch.Watched;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;

/** A program that serves its metrics, and a watch that serves those of what it recorded. */
final class Scraped implements AutoCloseable {
  private final int port = TcpPeers.freePort();
  private final Monitor monitor;
  private final Operation operation;
  private final LiveServer watch;

  Scraped(Path directory) throws Exception {
    monitor =
        Monitor.builder()
            .configuration(ConfigurationSources.none())
            .open("file:" + directory + "?metrics=:" + port);
    operation =
        monitor
            .probes()
            .operation(
                "void shop.Shop.order(\"\\\")", "shop.Shop", EnumSet.of(ProbeKind.EXECUTION), null);
    work();
    watch = LiveServer.start("127.0.0.1", 0, LivePage.ofSource());
    try (Watched watched = new Watched(SourceSpec.of(directory.toString()), TraceLimits.DEFAULT)) {
      watched.run(watch, Notices.NONE, Duration.ofMillis(20), () -> false, new CountDownLatch(1));
    }
  }

  /** Executes an operation that fails now and then. */
  void work() {
    for (int i = 0; i < 100; i++) {
      ProbeThread thread = operation.begin();
      long frame = thread.enter(operation);
      thread.exit(operation, frame, System.nanoTime(), i == 7 ? new IllegalStateException() : null);
    }
    monitor.flush(Duration.ofSeconds(10));
  }

  /** Where Prometheus finds the program and the watch. */
  String targets() {
    return "'127.0.0.1:" + port + "', '127.0.0.1:" + watch.address().getPort() + "'";
  }

  String ofMonitor() throws Exception {
    return get(port);
  }

  String ofWatch() throws Exception {
    return get(watch.address().getPort());
  }

  /** Both, read by the strict check; no name is in both. */
  Exposition all() throws Exception {
    return Exposition.parse(ofMonitor() + ofWatch());
  }

  private static String get(int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Override
  public void close() {
    watch.close();
    monitor.close();
  }
}
