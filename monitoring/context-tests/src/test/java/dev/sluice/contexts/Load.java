package dev.sluice.contexts;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.TraceContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients of a service, which are monitored as a program {@code client}. */
final class Load implements AutoCloseable {
  private static final int CLIENTS = 16;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Monitor monitor;
  private final Operation operation;
  private final Symbol medium;
  private final URI service;
  private final int requests;
  private final int pauseMillis;
  private final AtomicInteger next = new AtomicInteger();
  private final Map<Integer, Sent> sent = new ConcurrentHashMap<>();
  private final CountDownLatch third;
  private final CountDownLatch restarted = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  /** A request: the ids that it had, and how it was answered; -1 if it was not. */
  record Sent(String w3cTrace, String span, int status) {}

  Load(int port, String records, int requests) {
    this.requests = requests;
    pauseMillis = requests < 1_000 ? 2_000 : 200;
    service = URI.create("http://127.0.0.1:" + port + "/");
    monitor =
        Monitor.builder()
            .name("client")
            .closeAtExit(false)
            .open("file:" + records + "?policy=block");
    operation =
        monitor
            .probes()
            .operation("void Client.request()", "x.X", EnumSet.of(ProbeKind.EXECUTION), null);
    medium = monitor.sink().symbol("http");
    third = new CountDownLatch(requests / 3);
  }

  void start() {
    for (int i = 0; i < CLIENTS; i++) {
      Thread thread = new Thread(this::run, "client-" + i);
      thread.start();
      threads.add(thread);
    }
  }

  private void run() {
    ProbeThread thread = monitor.probes().thread();
    try {
      for (int i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
        long frame = thread.enter(operation);
        long tin = System.nanoTime();
        thread.before(operation, frame, tin, null);
        TraceContext context = thread.depart();
        thread.departed(context, medium);
        String parent = context.parent();
        int status = status(i, parent);
        thread.exit(operation, frame, tin);
        sent.put(i, new Sent(parent.substring(3, 35), parent.substring(36, 52), status));
        third.countDown();
        if (status != 200) {
          // Else all would fail before the service is back.
          restarted.await(pauseMillis, TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private int status(int number, String parent) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve("" + number))
            .header(TraceContext.PARENT, parent)
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return -1;
    }
  }

  /** Waits until a third of the requests were answered. */
  void awaitThird() throws InterruptedException {
    third.await();
  }

  /** The service is back: clients need not wait any longer. */
  void goOn() {
    restarted.countDown();
  }

  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** All of them, by their numbers. */
  Map<Integer, Sent> sent() {
    return sent;
  }

  @Override
  public void close() {
    monitor.close(Duration.ofSeconds(10));
  }
}
