package dev.sluice.benchmarks.calls.receivers;

import dev.sluice.api.config.Endpoint;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** The records of a source: a port or a topic. */
final class RecordTaker implements Taker {
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final RecordStream stream;
  private volatile long executions;

  RecordTaker(String uri) throws IOException {
    stream = RecordStream.builder(Endpoint.parse(uri)).open();
    Thread thread = new Thread(this::take, "taker");
    thread.setDaemon(true);
    thread.start();
  }

  private void take() {
    ExecutionCount count = new ExecutionCount();
    try {
      while (true) {
        stream.pollColumns((batch, chunk) -> count.add(batch), PATIENCE);
        if (stream.audit().damaged() > 0) {
          throw new IOException("damaged chunks arrived: " + stream.audit());
        }
        executions = count.executions();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long executions() {
    return executions;
  }
}
