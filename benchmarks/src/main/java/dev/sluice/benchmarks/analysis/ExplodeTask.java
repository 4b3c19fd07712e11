package dev.sluice.benchmarks.analysis;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The command explode, some times in a JVM, from its start to its end. */
final class ExplodeTask implements OwnJvm.Task {
  static final String CHUNKS = "chunks";

  private static final Metric COLD = new Metric("first run", "records/s", 0);
  private static final Metric WARM = new Metric("later runs", "records/s", 0);

  static String target(int turn) {
    return "records-" + turn;
  }

  static Cell cell(String format, String compression) {
    return Cell.of("format", format, "compression", compression);
  }

  /** Arguments: the broker, the file, its records, runs, format, compression. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws IOException {
    String topics = "kafka://" + arguments.get(0) + "/";
    long records = Long.parseLong(arguments.get(2));
    double[] rates = new double[Integer.parseInt(arguments.get(3))];
    Cell cell = cell(arguments.get(4), arguments.get(5));
    command("merge", arguments.get(1), "--to", topics + CHUNKS);
    long lost = 0;
    for (int turn = 0; turn < rates.length; turn++) {
      long before = System.nanoTime();
      command(
          "explode",
          topics + CHUNKS + "?group=turn-" + turn,
          "--to",
          topics + target(turn) + "?kafka.compression.type=" + arguments.get(5),
          "--format",
          arguments.get(4));
      rates[turn] = records * 1e9 / (System.nanoTime() - before);
      lost += records - messages(arguments.get(0), target(turn));
      recorder.progress(cell.toString(), (turn + 1.0) / rates.length);
    }
    recorder.values(cell, COLD, rates[0]);
    recorder.values(cell, WARM, Arrays.copyOfRange(rates, 1, rates.length));
    recorder.values(cell, Metric.LOST, lost);
  }

  private static void command(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(out, err, false), words);
    if (code != 0) {
      throw new IllegalStateException(
          String.join(" ", words) + ": " + out.toString(StandardCharsets.UTF_8));
    }
  }

  private static long messages(String broker, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    Map<String, Object> settings = Map.of("bootstrap.servers", broker);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      return consumer.endOffsets(List.of(partition)).get(partition);
    }
  }
}
