package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.app.App;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A folder in which blocks of commands are run by a shell, as a reader of a page would: {@code
 * ./sluice}, {@code sluice-agent.jar}, a program, {@code app.jar}, and the examples are there. For
 * one thread.
 */
final class PageSession implements AutoCloseable {
  private static final Path HOME =
      Path.of("..", "cli", "target", "sluice").toAbsolutePath().normalize();
  private static final String JAVA = System.getProperty("java.home") + "/bin/java";
  private static final List<String> LINKS =
      List.of("sluice", "app.jar", "sluice-agent.jar", "sluice-agent-all.jar");
  private static final long SECONDS = 60;

  /** Sends its arguments to the JVM that answers; what starts programs is one of its own. */
  private static final String CLIENT =
      """
      #!/bin/bash
      case $1 in
        run | attach) exec java -Dsluice.home=%1$s -cp '%1$s/lib/*' dev.sluice.cli.Main "$@" ;;
      esac
      code=$(mktemp)
      exec 3<>/dev/tcp/127.0.0.1/%2$s
      printf '%%s\\0' $(($# + 2)) "$code" "${0##*/}" "$@" >&3
      cat <&3
      exit "$(cat "$code"; rm "$code")"
      """;

  /** Programs of pages end soon: the first compiler alone. */
  private static final String BRIEF = "#!/bin/bash\nexec %s%s \"$@\"\n";

  private static final List<String> OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

  private final Path root;
  private final Path folder;
  private final Process commands;
  private final Map<String, String> shown = new HashMap<>();

  /** Lays out the folder. */
  PageSession(Path root) throws IOException {
    this.root = root;
    folder = Files.createDirectories(root.resolve("folder"));
    commands =
        new ProcessBuilder(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PageCommands.class.getName(),
                root.resolve("broker").toString())
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = commands.inputReader(StandardCharsets.UTF_8);
    String[] addresses = out.readLine().split(" ");
    show("broker:9093", addresses[1]);
    Path bin = Files.createDirectories(root.resolve("bin"));
    Path client = script(root.resolve("sluice"), CLIENT.formatted(HOME, addresses[0]));
    Files.createSymbolicLink(bin.resolve("kafka-acls.sh"), client);
    script(bin.resolve("java"), BRIEF.formatted(JAVA, options("")));
    script(bin.resolve("javac"), BRIEF.formatted(JAVA + "c", options("-J")));
    jar(root.resolve("app.jar"));
    lay();
  }

  /** Whether a program is installed. */
  static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  private static String options(String prefix) {
    return OPTIONS.stream().map(option -> " " + prefix + option).collect(Collectors.joining());
  }

  private static Path script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static void jar(Path file) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, App.class.getName());
    Path classes = Path.of("target", "test-classes");
    String place = App.class.getName().replace('.', '/');
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest);
        Stream<Path> all = Files.list(classes.resolve(place).getParent())) {
      for (Path each : all.toList()) {
        jar.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
        Files.copy(each, jar);
      }
    }
  }

  private void lay() throws IOException {
    Files.copy(root.resolve("broker/certificates/ca.pem"), folder.resolve("ca.pem"));
    for (String link : LINKS) {
      Path own = root.resolve(link);
      Path target = Files.exists(own) ? own : HOME.resolve("agent").resolve(link);
      Files.createSymbolicLink(folder.resolve(link), target);
    }
    Files.createSymbolicLink(
        folder.resolve("examples"), Path.of("..", "examples").toAbsolutePath());
  }

  /** The folder of the commands. */
  Path folder() {
    return folder;
  }

  /** What stands for what in the page: addresses that the page shows, and those that there are. */
  void show(String onPage, String here) {
    shown.put(onPage, here);
  }

  /** What a page says, with the addresses that there are. */
  String here(String text) {
    String here = text;
    for (Map.Entry<String, String> each : shown.entrySet()) {
      here = here.replace(each.getKey(), each.getValue());
    }
    return here;
  }

  /** Empties the folder for the next page. */
  void clear() throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files.filter(file -> !file.equals(folder)).forEach(file -> all.add(0, file));
    }
    for (Path file : all) {
      Files.delete(file);
    }
    lay();
  }

  /**
   * Runs commands.
   *
   * @param mayFail whether any of them may; else the first that does ends them, and fails the test
   * @return what they print, both streams in one
   */
  String run(String text, boolean mayFail) throws IOException {
    Path script =
        Files.writeString(root.resolve("block.sh"), (mayFail ? "" : "set -e\n") + here(text));
    ProcessBuilder builder =
        new ProcessBuilder("bash", script.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.matches("SLUICE_.*|J.*_OPTIONS|COLUMNS"));
    environment.putAll(Map.of("NO_COLOR", "1", "LC_ALL", "C.UTF-8"));
    environment.merge(
        "PATH", root.resolve("bin").toString(), (path, own) -> own + File.pathSeparator + path);
    Process shell = builder.start();
    shell.getOutputStream().close();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = end(shell);
    assertThat(mayFail ? 0 : code).as("%s\n%s", text, printed).isZero();
    String onPage = printed;
    for (Map.Entry<String, String> each : shown.entrySet()) {
      onPage = onPage.replace(each.getValue(), each.getKey());
    }
    return onPage.replace(folder + "/", "");
  }

  /** Waits for a process, and leaves none of its own behind; its exit code. */
  static int end(Process process) {
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Override
  public void close() throws IOException {
    for (String link : LINKS) {
      Files.delete(folder.resolve(link));
    }
    commands.getOutputStream().close();
    end(commands);
  }
}
