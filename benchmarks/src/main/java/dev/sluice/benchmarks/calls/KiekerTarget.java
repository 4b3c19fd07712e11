package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import dev.sluice.benchmarks.calls.kieker.EarlyKafkaWriter;
import dev.sluice.benchmarks.calls.kieker.KafkaRecordWriter;
import dev.sluice.benchmarks.calls.kieker.KiekerChunkFile;
import dev.sluice.kieker.SluiceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Kieker with one of its agents, at its defaults but for the writer: its queue blocks when it is
 * full.
 *
 * @param agent the classifier of the jar: {@code bytebuddy} or {@code aspectj}
 */
record KiekerTarget(
    String agent, Variant variant, Path folder, Receiver receiver, List<String> writer)
    implements CallTarget {
  private static final String ASPECTJ = "aspectj";
  private static final String FILE = "kieker.monitoring.writer.filesystem.";
  private static final String TCP = "kieker.monitoring.writer.tcp.SingleSocketTcpWriter";
  private static final String COLLECTOR = "kieker.monitoring.writer.collector.ChunkingCollector";
  private static final String KAFKA = "kieker.monitoring.writer.kafka.KafkaWriter";
  private static final String WRITER = "-Dkieker.monitoring.writer=";
  private static final String INSERT =
      "-Dkieker.monitoring.core.controller.WriterController.RecordQueueInsertBehavior=";
  private static final String PUT =
      "-Dkieker.monitoring.core.controller.WriterController.QueuePutStrategy=";
  private static final String LOG = "log";
  private static final int BLOCK = 1;
  private static final int BYPASS = 5;

  /** With a writer and a receiver of its own, in a folder. */
  static KiekerTarget of(String agent, Variant variant, Path folder) throws IOException {
    Receiver receiver = receiver(variant.stage(), folder);
    List<String> writer =
        switch (variant.stage()) {
          case FILE ->
              List.of(
                  WRITER + FILE + "FileWriter",
                  "-D" + FILE + "FileWriter.customStoragePath=" + folder.resolve(LOG),
                  "-D" + FILE + "FileWriter.logStreamHandler=" + FILE + "BinaryLogStreamHandler");
          case TCP -> List.of(WRITER + TCP, "-D" + TCP + ".port=" + receiver.address());
          case KAFKA_SINGLE -> toKafka(receiver, WRITER + KafkaRecordWriter.class.getName());
          default ->
              List.of(
                  WRITER + CountingWriter.class.getName(),
                  "-D" + CountingWriter.FILE + "=" + receiver.address());
        };
    return new KiekerTarget(agent, variant, folder, receiver, writer);
  }

  private static Receiver receiver(Setup stage, Path folder) throws IOException {
    return switch (stage) {
      case FILE -> new KiekerFolder(Files.createDirectory(folder.resolve(LOG)));
      case TCP -> ReceiverJvm.ofPeer("kieker", port -> Long.toString(port));
      case KAFKA_SINGLE -> KafkaReceiver.ofKieker(folder.resolve("broker"));
      default -> FileReceiver.ofCount(folder.resolve("count"));
    };
  }

  /**
   * Its collector of chunks at its defaults: 16 records a chunk, a buffer of 16 384 records that is
   * looked at every 20 ms, and what finds it full is lost.
   *
   * @param bypass whether the monitored thread hands its records to the collector itself
   */
  static KiekerTarget collector(boolean bypass, Variant variant, Path folder) throws IOException {
    List<String> writer = new ArrayList<>();
    writer.add(WRITER + COLLECTOR);
    writer.add(
        "-D" + COLLECTOR + ".serializer=kieker.monitoring.writer.serializer.BinarySerializer");
    writer.add(INSERT + (bypass ? BYPASS : BLOCK));
    Receiver receiver;
    if (variant.stage() == Setup.KAFKA) {
      receiver = KafkaReceiver.ofKieker(folder.resolve("broker"));
      writer.addAll(
          toKafka(receiver, "-D" + COLLECTOR + ".writer=" + EarlyKafkaWriter.class.getName()));
    } else {
      receiver = new KiekerChunks(folder.resolve("chunks"));
      writer.add("-D" + COLLECTOR + ".writer=" + KiekerChunkFile.class.getName());
      writer.add("-D" + KiekerChunkFile.FILE + "=" + receiver.address());
    }
    return new KiekerTarget("bytebuddy", variant, folder, receiver, writer);
  }

  /** Our writer, called by the monitored thread itself: its class path has ours and Kieker's. */
  static KiekerTarget sluice(Variant variant, Path folder) {
    String file = "file:" + folder.resolve("records");
    Receiver receiver =
        new FileReceiver(file, () -> Arrival.executions(file, CountingWriter.METHOD));
    List<String> writer =
        List.of(
            WRITER + SluiceWriter.class.getName(),
            "-Dkieker.monitoring.sluice.sink=" + receiver.address() + "?block.deadline=60s",
            INSERT + BYPASS);
    return new KiekerTarget("bytebuddy", variant, folder, receiver, writer);
  }

  private static List<String> toKafka(Receiver receiver, String writer) {
    return List.of(
        writer,
        "-D" + KAFKA + ".bootstrapServers=" + receiver.address(),
        "-D" + KAFKA + ".topicName=" + KafkaReceiver.TOPIC);
  }

  @Override
  public List<String> options() throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-javaagent:" + Libraries.peer("kieker-" + agent));
    options.add("-Dkieker.monitoring.enabled=" + (variant.stage() != Setup.OFF));
    options.add("-Dkieker.monitoring.metadata=false");
    options.addAll(writer);
    if (variant.load().threads() > 1) {
      // The default is for a single thread: of several that find the queue full, all but one wait
      // for ever.
      options.add(PUT + "kieker.monitoring.queue.putstrategy.YieldPutStrategy");
    }
    if (agent.equals(ASPECTJ)) {
      options.add("-Dkieker.monitoring.skipDefaultAOPConfiguration=true");
      options.add(
          "-Dorg.aspectj.weaver.loadtime.configuration="
              + Libraries.kiekerAspects(folder, variant.load().monitored().getName()).toUri());
    }
    options.addAll(List.of("-cp", classPath()));
    return options;
  }

  /** The agent's jar has neither Kafka nor us. */
  private String classPath() throws IOException {
    boolean more =
        variant.stage() == Setup.KAFKA
            || variant.stage() == Setup.KAFKA_SINGLE
            || variant.peer() == Peer.KIEKER_SLUICE;
    return more ? System.getProperty("java.class.path") : Libraries.classes().toString();
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "KIEKER_SIGNATURES_INCLUDE",
        "public long " + variant.load().monitored().getName() + ".monitoredMethod(long, int)");
  }

  @Override
  public String application() {
    return variant.load().monitored().getSimpleName();
  }
}
