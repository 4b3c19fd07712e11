package dev.sluice.benchmarks.requests;

import dev.sluice.benchmarks.calls.FileReceiver;
import dev.sluice.benchmarks.calls.Libraries;
import dev.sluice.benchmarks.calls.Receiver;
import dev.sluice.benchmarks.calls.ReceiverJvm;
import dev.sluice.cli.Home;
import dev.sluice.testkit.TcpPeers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Who monitors a service, all at their defaults. The order is that of the report. */
enum RequestAgent {
  /** What the others are compared with. */
  NONE,
  /** Ours, which writes a file. */
  SLUICE_FILE,
  /** Ours, which sends to a receiver. */
  SLUICE_TCP,
  /** OpenTelemetry's, as it is started by default, but for metrics and logs. */
  OPENTELEMETRY,
  /** The same with nothing but what it needs for these requests. */
  OPENTELEMETRY_HTTP;

  /** What takes its records. */
  Receiver receiver(Path folder) throws IOException {
    return switch (this) {
      case NONE -> new FileReceiver("", () -> 0);
      case SLUICE_FILE -> FileReceiver.ofRecords(folder.resolve("records"));
      case SLUICE_TCP -> ReceiverJvm.ofRecords("tcp://127.0.0.1:" + TcpPeers.freePort());
      default -> ReceiverJvm.ofPeer("otlp", port -> "http://127.0.0.1:" + port);
    };
  }

  /** Options of the JVM. */
  Stream<String> options(Receiver receiver) throws IOException {
    return switch (this) {
      case NONE -> Stream.of();
      case SLUICE_FILE, SLUICE_TCP ->
          Stream.of(
              "-javaagent:%s=sink=%s;context=true;preset=http"
                  .formatted(Home.agentJar(), receiver.address()));
      case OPENTELEMETRY ->
          Stream.of(
              "-javaagent:" + Libraries.peer("opentelemetry"),
              "-Dotel.metrics.exporter=none",
              "-Dotel.logs.exporter=none",
              "-Dotel.traces.exporter=otlp",
              "-Dotel.exporter.otlp.protocol=http/protobuf",
              "-Dotel.exporter.otlp.endpoint=" + receiver.address());
      case OPENTELEMETRY_HTTP ->
          Stream.concat(
              OPENTELEMETRY.options(receiver),
              Stream.concat(
                      Stream.of("common.default-enabled=false"),
                      Stream.of("jetty", "servlet", "java-http-client")
                          .map(p -> p + ".enabled=true"))
                  .map(option -> "-Dotel.instrumentation." + option));
    };
  }

  /** The word for people and programs. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
