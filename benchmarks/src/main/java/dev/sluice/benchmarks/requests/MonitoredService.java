package dev.sluice.benchmarks.requests;

import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.benchmarks.calls.Receiver;
import dev.sluice.benchmarks.calls.app.ProcessorTime;
import dev.sluice.benchmarks.requests.app.HttpClients;
import dev.sluice.benchmarks.requests.app.HttpService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A service with an agent, and how many requests it was sent. For one thread. */
final class MonitoredService implements AutoCloseable {
  private static final int CLIENTS = 4;

  /** About 20 µs. */
  private static final int STEPS = 160;

  private final Receiver receiver;
  private final WorkerJvm service;
  private final long port;
  private final long pid;
  private long sent;

  /**
   * Starts one.
   *
   * @param next what it asks in turn, or {@code -}
   * @param folder where records may go
   */
  MonitoredService(RequestAgent agent, String next, Path folder)
      throws IOException, InterruptedException {
    receiver = agent.receiver(folder);
    try {
      service = jvm(agent.options(receiver), HttpService.class, Integer.toString(STEPS), next);
    } catch (IOException | RuntimeException e) {
      receiver.close();
      throw e;
    }
    long[] answer = service.order("");
    port = answer[0];
    pid = answer[1];
  }

  /** The clients of all services. */
  static WorkerJvm clients() throws IOException {
    return jvm(Stream.of(), HttpClients.class);
  }

  private static WorkerJvm jvm(Stream<String> options, Class<?> main, String... arguments)
      throws IOException {
    List<String> usual =
        List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), main.getName());
    List<String> words =
        Stream.of(options, usual.stream(), Stream.of(arguments)).flatMap(all -> all).toList();
    return WorkerJvm.start(main.getSimpleName(), words, Map.of());
  }

  /**
   * Has it asked, or lets it rest.
   *
   * @param rate requests a second; 0 for as many as it answers, negative for none
   * @return microseconds: processor time of a request; mean, median and 99th percentile of the time
   *     until the answer. Without requests, processor time of a second
   */
  double[] ask(WorkerJvm clients, int rate, int millis) throws InterruptedException {
    ProcessorTime before = ProcessorTime.of(pid);
    long begin = System.nanoTime();
    if (rate < 0) {
      Thread.sleep(millis);
      long cpu = ProcessorTime.of(pid).since(before);
      return new double[] {cpu * 1e6 / (System.nanoTime() - begin)};
    }
    long[] answer = clients.order("ask %d %d %d %d".formatted(port, CLIENTS, rate, millis));
    double cpu = ProcessorTime.of(pid).since(before);
    sent += answer[0];
    return new double[] {
      cpu / answer[0] / 1000, answer[1] / 1000.0, answer[2] / 1000.0, answer[3] / 1000.0
    };
  }

  /** Requests so far. */
  long sent() {
    return sent;
  }

  /** Ends it; the result is how many requests are missing where records went. */
  long lost() throws IOException {
    receiver.await(sent);
    service.close();
    return receiver.address().isEmpty() ? 0 : sent - receiver.executions();
  }

  @Override
  public void close() {
    service.close();
    receiver.close();
  }
}
