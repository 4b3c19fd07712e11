package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.benchmarks.calls.receivers.ReceiverMain;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What decodes what is sent to it, in a JVM of its own; see {@link ReceiverMain}. */
public record ReceiverJvm(WorkerJvm worker, String address, boolean late) implements Receiver {
  /** Of a source of records; what is sent to it may come after the program has ended. */
  public static ReceiverJvm ofRecords(String uri) throws IOException {
    return new ReceiverJvm(worker(uri), uri, true);
  }

  /** Of a topic of one partition that one program sends to with Kieker, from its beginning. */
  public static ReceiverJvm ofKiekerTopic(String broker, String topic) throws IOException {
    return new ReceiverJvm(worker("kieker-topic", broker, topic), broker, true);
  }

  /** Of a peer, which is told the port. */
  public static ReceiverJvm ofPeer(String kind, Function<Long, String> address) throws IOException {
    WorkerJvm worker = worker(kind);
    return new ReceiverJvm(worker, address.apply(order(worker, "port")), false);
  }

  private static WorkerJvm worker(String... arguments) throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(ReceiverMain.class.getName());
    words.addAll(List.of(arguments));
    return WorkerJvm.start("the receiver of " + arguments[0], words, Map.of());
  }

  private static long order(WorkerJvm worker, String order) throws IOException {
    try {
      return worker.order(order)[0];
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /** A client that has only just begun to connect would be given up when its program ends. */
  @Override
  public void await(long executions) throws IOException {
    if (late) {
      order(worker, "await " + executions);
    }
  }

  @Override
  public long executions() throws IOException {
    return order(worker, "count");
  }

  @Override
  public void close() {
    worker.close();
  }
}
