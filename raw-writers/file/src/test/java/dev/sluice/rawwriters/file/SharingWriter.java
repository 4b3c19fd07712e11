package dev.sluice.rawwriters.file;

import dev.sluice.support.platform.VirtualPlatform;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A writer that does what it is told in lines: {@code try 10} writes chunks until the first
 * failure, {@code insist 10} however often it is refused, {@code read} opens and closes the file,
 * {@code close}. It looks after its file before each write.
 */
final class SharingWriter {
  private final VirtualPlatform clock = new VirtualPlatform(0, 1);
  private final Path path;
  private final long producer;
  private final FileRawWriter writer;
  private long sequence;

  SharingWriter(Path path, long producer) {
    this.path = path;
    this.producer = producer;
    this.writer = new FileRawWriter(FileSettings.of(path), clock);
  }

  /** What became of it: {@code acknowledged 10, refused 0} and why. */
  String obey(String line) throws Exception {
    String[] words = line.split(" ");
    switch (words[0]) {
      case "close" -> writer.close(Duration.ofSeconds(5));
      case "read" -> {
        try (InputStream in = Files.newInputStream(path)) {
          return "read " + in.read();
        }
      }
      default -> {
        return write(Integer.parseInt(words[1]), words[0].equals("insist"));
      }
    }
    return "done";
  }

  private String write(int count, boolean insist) throws InterruptedException {
    int[] acknowledged = {0};
    int refused = 0;
    String why = "";
    while (acknowledged[0] < count && (insist || refused == 0)) {
      clock.skip(Duration.ofSeconds(1));
      try {
        writer.write(
            Chunks.of(producer, sequence, 500),
            (chunk, outcome, cause) -> {
              sequence++;
              acknowledged[0]++;
            });
      } catch (IOException e) {
        refused++;
        why = ": " + e.getMessage();
        LockSupport.parkNanos(1_000_000);
      }
    }
    return "acknowledged " + acknowledged[0] + ", refused " + refused + why;
  }

  /** For another class loader, which shares no class with ours. */
  public static String once(String path) throws Exception {
    SharingWriter writer = new SharingWriter(Path.of(path), 99);
    String result = writer.obey("try 1");
    writer.obey("close");
    return result;
  }

  public static void main(String[] args) throws Exception {
    SharingWriter writer = new SharingWriter(Path.of(args[0]), Long.parseLong(args[1]));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      out.println(writer.obey(line));
    }
  }

  /** The same in a process of its own. */
  static final class Program implements Closeable {
    private final Process process;
    private final BufferedReader answers;

    Program(Path path, long producer) throws IOException {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xshare:auto",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SharingWriter.class.getName(),
                  path.toString(),
                  Long.toString(producer))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      answers =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    void tell(String line) throws IOException {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    String answer() throws IOException {
      return answers.readLine();
    }

    String obey(String line) throws IOException {
      tell(line);
      return answer();
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      try {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
