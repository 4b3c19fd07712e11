package dev.sluice.testkit.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Properties;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;

/**
 * A broker in a JVM of its own for experiments: its data stay, Kafka's log goes into a file, and a
 * failure to start is one line. In its directory are {@code data}, {@code broker.log} and {@code
 * lock}.
 */
final class KeptBroker {
  private static final int LOG_BYTES = 10 << 20;
  private static final long MIN_BYTES = 1 << 20;

  private static final Map<String, String> SETTINGS =
      Map.of(
          // Offsets of groups, which would pile up.
          "log.cleaner.enable", "true",
          "log.cleaner.dedupe.buffer.size", "4194304",
          // How long one that was killed delays the next start.
          "broker.session.timeout.ms", "3000");

  private final Path directory;

  private KeptBroker(Path directory) {
    this.directory = directory;
  }

  /**
   * Runs the broker until standard input ends or the JVM is asked to end: prints {@code READY
   * host:port} when it is ready.
   *
   * @param args the directory, the address to listen on and the port, 0 for a free one
   */
  public static void main(String[] args) {
    KeptBroker kept = new KeptBroker(Path.of(args[0]));
    // Kafka ends the JVM by itself if it cannot go on.
    String stopped = "Kafka has stopped; see " + kept.log();
    Exit.setHaltProcedure((code, message) -> kept.fail(stopped));
    Exit.setExitProcedure((code, message) -> kept.fail(stopped));
    try {
      kept.run(args[1], Integer.parseInt(args[2]));
    } catch (IOException | RuntimeException e) {
      boolean bare = e instanceof FileSystemException || e.getMessage() == null;
      String why = bare ? e.toString() : e.getMessage();
      kept.fail(why + (why.contains("in use") ? "; --port N takes another, 0 any free one" : ""));
    }
    // Kafka leaves threads behind that would keep the JVM for a while.
    Runtime.getRuntime().halt(0);
  }

  /** Prints the reason of a failure as the last line of standard error, and ends the JVM. */
  private void fail(String why) {
    boolean full = Files.exists(log()) && directory.toFile().getUsableSpace() < MIN_BYTES;
    System.err.println(full ? "no space is left in " + directory : why);
    Runtime.getRuntime().halt(1);
  }

  private void run(String host, int port) throws IOException {
    Files.createDirectories(directory);
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        throw new IOException("another broker uses " + directory + "; --data takes another");
      }
      logToFile();
      Path data = directory.resolve("data");
      int lost = strays(data);
      try (KafkaBroker kafka = KafkaBroker.start(data, cluster(data), host, port, SETTINGS)) {
        if (strays(data) > lost) {
          String then = "; the next start begins without these topics";
          throw new IOException("what it knew of its topics is damaged in " + data + then);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "broker-stop"));
        System.out.println("READY " + kafka.bootstrapServers());
        System.out.flush();
        System.in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  /**
   * Returns the number of partitions whose topic is no longer known: Kafka ignores them without a
   * message.
   */
  private static int strays(Path data) {
    String[] strays = data.toFile().list((parent, name) -> name.endsWith("-stray"));
    return strays == null ? 0 : strays.length;
  }

  private Path log() {
    return directory.resolve("broker.log");
  }

  private void logToFile() throws IOException {
    LogManager.getLogManager().reset();
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
    FileHandler file = new FileHandler(log().toString().replace("%", "%%"), LOG_BYTES, 1, true);
    file.setFormatter(new SimpleFormatter());
    Logger.getLogger("").addHandler(file);
    KafkaBroker.LOGGERS.forEach(logger -> logger.setLevel(Level.INFO));
  }

  /** Returns the cluster id of the directory, or a new one: two brokers are two clusters. */
  private static String cluster(Path data) throws IOException {
    Properties known = new Properties();
    Path file = data.resolve("meta.properties");
    if (Files.exists(file)) {
      known.load(new StringReader(Files.readString(file)));
    }
    return known.getProperty("cluster.id", Uuid.randomUuid().toString());
  }
}
