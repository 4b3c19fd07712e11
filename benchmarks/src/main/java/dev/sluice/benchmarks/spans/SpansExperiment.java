package dev.sluice.benchmarks.spans;

import dev.sluice.benchmarks.calls.Receiver;
import dev.sluice.benchmarks.calls.ReceiverJvm;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.testkit.TcpPeers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/** What a processor of spans costs and loses. */
@Command(
    name = "opentelemetry",
    footer = {
      "",
      "A thread makes requests of five spans with five attributes each, at a rate or as",
      "fast as it can, with the SDK of OpenTelemetry. A receiver in another JVM decodes",
      "and counts them.",
      "",
      "none     no processor: what the spans cost themselves",
      "batch    their batch processor as it is, OTLP over HTTP",
      "queued   the same with a queue for 2,097,152 spans, and 4,096 a request",
      "sluice   our processor, over TCP",
      "away     the same while nobody listens for the first minute, with spill"
    })
public final class SpansExperiment extends Experiment {
  private static final Metric LOST = new Metric("lost", "spans", 0);
  private static final int SECONDS = 10;
  private static final int FULL_SPEED_SPANS = 1_000_000;
  private static final int AWAY_SECONDS = 60;
  private static final int AWAY_RATE = 10_000;

  @Override
  public About about() {
    return new About("Spans of OpenTelemetry's SDK, by its batch processor and by ours.", "-");
  }

  @Override
  protected List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    int seconds = isQuick() ? SECONDS / 3 : SECONDS;
    for (int rate : new int[] {10_000, 40_000, 0}) {
      for (String processor : List.of("none", "batch", "queued", "sluice")) {
        int spans = rate == 0 ? FULL_SPEED_SPANS : rate * seconds;
        steps.add(step(processor, rate, spans, seconds + 10));
      }
    }
    if (!isQuick()) {
      steps.add(step("away", AWAY_RATE, AWAY_RATE * (AWAY_SECONDS + SECONDS), AWAY_SECONDS + 20));
    }
    return steps;
  }

  private Step step(String processor, int rate, int spans, int seconds) {
    return new Step(
        SpansTask.cell(processor, rate).toString(),
        seconds,
        recorder -> run(processor, rate, spans, recorder));
  }

  private void run(String processor, int rate, int spans, Step.Recorder recorder)
      throws IOException, InterruptedException {
    if (processor.equals("none")) {
      task(processor, rate, spans, "-", recorder);
      return;
    }
    boolean isOtlp = processor.equals("batch") || processor.equals("queued");
    String uri = "tcp://127.0.0.1:" + TcpPeers.freePort();
    boolean isAway = processor.equals("away");
    Executor later = CompletableFuture.delayedExecutor(isAway ? AWAY_SECONDS : 0, TimeUnit.SECONDS);
    CompletableFuture<Receiver> opened =
        CompletableFuture.supplyAsync(() -> receiver(isOtlp, uri), later);
    String sink = isAway ? uri + "?policy=block&spill=" + scratch().resolve("spill") : uri;
    String address = isOtlp ? opened.join().address() : isAway ? sink : uri + "?policy=block";
    if (!isAway) {
      opened.join();
    }
    task(processor, rate, spans, address, recorder);
    try (Receiver receiver = opened.join()) {
      long arrived = receiver.executions();
      // Of theirs the receiver tells by the name which ones came before.
      long before = isOtlp ? 0 : (long) SpansTask.WARM_UPS * SpansTask.WARM_UP;
      recorder.values(
          SpansTask.cell(processor, rate),
          LOST,
          (double) spans * SpansTask.rounds(rate) + before - arrived);
    }
  }

  private static Receiver receiver(boolean isOtlp, String uri) {
    try {
      return isOtlp
          ? ReceiverJvm.ofPeer("otlp", port -> "http://127.0.0.1:" + port + "/v1/traces")
          : ReceiverJvm.ofRecords(uri);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private static void task(
      String processor, int rate, int spans, String address, Step.Recorder recorder)
      throws IOException, InterruptedException {
    List<Object> arguments = List.of(processor, rate, spans, address);
    OwnJvm.run(SpansTask.class, List.of("-Xmx2g"), arguments, recorder);
  }
}
