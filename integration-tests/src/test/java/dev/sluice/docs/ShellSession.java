package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Terminals in a folder that is laid out as the sources of Sluice are, with what the build made.
 * For one thread.
 */
final class ShellSession implements AutoCloseable {
  private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> LINKED = List.of("cli", "examples", "record-compiler");
  private static final String SHOWN_FOLDER = "/home/ada/sluice";
  private static final String SHOWN_PORT = ":9092";
  private static final String BROKER = "./sluice broker ";
  private static final String BROKER_IS_READY = "Ctrl-C stops the broker";
  private static final String AGENT_OPTION = "?producer=";

  /** Where other tests take the processors, a client meets its broker late. */
  private static final String PATIENT_OPTION = "?kafka.max.block.ms=30000&producer=";

  private static final byte CTRL_C = 3;

  private final Path folder;
  private final int columns;
  private final int port = shortPort();
  private Process broker;

  /** Lays out the folder. The launcher is copied: beside it no source is newer than the build. */
  ShellSession(Path folder, int columns) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.columns = columns;
    Files.copy(SOURCES.resolve("sluice"), folder.resolve("sluice"));
    Files.createDirectory(folder.resolve("hour"));
    for (String name : LINKED) {
      Files.createSymbolicLink(folder.resolve(name), SOURCES.resolve(name));
    }
  }

  /** Whether there is the program that makes terminals. */
  static boolean isPossible() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "script")));
  }

  /** One of four digits, as the usual one has: how lines are broken depends on it. */
  private static int shortPort() {
    return IntStream.range(0, 100)
        .map(i -> 2_000 + (int) (Math.random() * 8_000))
        .filter(ShellSession::isFree)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** What the commands leave on the screen; a broker goes on in a terminal of its own. */
  String run(String commands) throws IOException {
    if (commands.startsWith(BROKER)) {
      broker = start(commands.strip() + " --port " + port);
      BufferedReader out = broker.inputReader(StandardCharsets.UTF_8);
      StringBuilder printed = new StringBuilder();
      while (printed.indexOf(BROKER_IS_READY) < 0 || printed.charAt(printed.length() - 1) != '\n') {
        int next = out.read();
        assertThat(next).as("the broker ended: %s", printed).isNotNegative();
        printed.append((char) next);
      }
      return shown(printed.toString());
    }
    Process shell =
        start(commands.replace(SHOWN_PORT, ":" + port).replace(AGENT_OPTION, PATIENT_OPTION));
    shell.getOutputStream().close();
    try (InputStream printed = shell.getInputStream()) {
      return shown(new String(printed.readAllBytes(), StandardCharsets.UTF_8));
    } finally {
      PageSession.end(shell);
    }
  }

  private Process start(String commands) throws IOException {
    Path script = Files.writeString(Files.createTempFile(folder, "commands", ""), commands);
    ProcessBuilder builder =
        // Where the build runs in the background of a script, Ctrl-C is ignored.
        new ProcessBuilder(
                "env",
                "--default-signal=INT",
                "script",
                "-qec",
                "stty cols " + columns + "; bash " + script,
                "/dev/null")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.matches("SLUICE_.*|J.*_OPTIONS|COLUMNS"));
    environment.putAll(Map.of("NO_COLOR", "1", "TERM", "xterm", "LC_ALL", "C.UTF-8"));
    // less writes what a terminal needs behind a line as wide as it is; nobody sees that.
    environment.put("SLUICE_PAGER", "cat");
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.merge(
        "PATH", System.getProperty("java.home") + "/bin", (path, first) -> first + ":" + path);
    return builder.start();
  }

  /** What is seen in the end: lines of progress are written over. */
  private String shown(String printed) {
    return Pattern.compile("\r?\n")
        .splitAsStream(printed)
        .map(line -> line.replaceFirst("(?s).*\r\033\\[K", ""))
        .map(line -> line.replace(folder.toString(), SHOWN_FOLDER).replace(":" + port, SHOWN_PORT))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  @Override
  public void close() throws IOException {
    if (broker != null) {
      broker.getOutputStream().write(CTRL_C);
      broker.getOutputStream().flush();
      assertThat(PageSession.end(broker)).as("exit code of the broker").isEqualTo(128 + 2);
    }
    for (String name : LINKED) {
      Files.delete(folder.resolve(name));
    }
  }
}
