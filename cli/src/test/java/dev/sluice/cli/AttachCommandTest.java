package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that cannot be attached to are told in one line each, and are none the worse for it.
 */
class AttachCommandTest {
  private static final String HOME = "sluice.home";

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String home;
  private Process process;
  private List<String> loaded = List.of();

  @BeforeEach
  void agent_is_no_agent() throws Exception {
    home = System.getProperty(HOME);
    Path agent = Files.createDirectory(directory.resolve("agent"));
    Files.writeString(agent.resolve("sluice-agent-all.jar"), "no jar");
    System.setProperty(HOME, directory.toString());
  }

  @AfterEach
  void end() {
    if (home == null) {
      System.clearProperty(HOME);
    } else {
      System.setProperty(HOME, home);
    }
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private int attach(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(0, "attach");
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), all.toArray(String[]::new));
  }

  private void assertRefused(String part, String... arguments) {
    assertThat(attach(arguments)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("sluice: ")
        .contains(part);
    err.reset();
  }

  /** A program that is up and reads its input. */
  private String jvm(String... options) throws Exception {
    Path source =
        Files.writeString(
            directory.resolve("Wait.java"),
            "class Wait { public static void main(String[] a) throws Exception {"
                + " for (String loaded : a) {"
                + " Class.forName(loaded, false, Wait.class.getClassLoader()); }"
                + " System.out.println(\"up\"); System.in.read(); System.out.println(\"down\"); } }");
    List<String> command = new ArrayList<>(List.of(options));
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(source.toString());
    command.addAll(loaded);
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(process.inputReader().readLine()).isEqualTo("up");
    return Long.toString(process.pid());
  }

  private void assertUnharmed() throws Exception {
    process.getOutputStream().close();
    assertThat(process.inputReader().lines()).containsExactly("down");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void wrong_usage_is_told() {
    assertRefused("no process id; 'sluice attach --list' lists running programs");
    assertRefused("no sink for process 12; give --sink URI, or --stop", "12");
    assertRefused("--sink and --stop cannot be used together", "12", "--stop", "--sink", "file:x");
    assertRefused("did you mean 'file'?", "12", "--sink", "fil:x");
  }

  @Test
  void process_that_is_not_there_is_told() {
    assertRefused("there is no process 999999999;", "999999999", "--stop");
    assertRefused("'shop' is no process id;", "shop", "--stop");
    assertRefused("is this command itself", ProcessHandle.current().pid() + "", "--stop");
  }

  @Test
  void process_that_is_no_jvm_is_left_alone() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/maps")));
    process = new ProcessBuilder("cat").start();
    assertRefused("is not a JVM", process.pid() + "", "--stop");
    process.getOutputStream().close();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void jvm_that_takes_no_agents_is_left_alone() throws Exception {
    assertRefused(
        "was started with -XX:+DisableAttachMechanism",
        jvm("-XX:+DisableAttachMechanism"),
        "--stop");
    assertUnharmed();
    assertRefused(
        "was started with -XX:-EnableDynamicAgentLoading",
        jvm("-XX:-EnableDynamicAgentLoading"),
        "--stop");
    assertUnharmed();
  }

  @Test
  void agent_that_cannot_be_read_is_told() throws Exception {
    assertRefused(
        "cannot read " + directory.resolve("agent/sluice-agent-all.jar"), jvm(), "--stop");
    process.destroyForcibly();
  }

  private void installAgent() throws Exception {
    Files.copy(
        Path.of("../monitoring/agent/target/sluice-agent-all.jar"),
        directory.resolve("agent/sluice-agent-all.jar"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void classes_that_cannot_be_linked_are_no_failure() throws Exception {
    installAgent();
    Path source =
        Files.writeString(
            directory.resolve("Broken.java"),
            "class Broken { Base get() { return new Sub(); } }"
                + " class Base { } class Sub extends Base { }");
    ToolProvider.getSystemJavaCompiler()
        .run(null, null, null, "-d", directory.toString(), source.toString());
    Files.delete(directory.resolve("Base.class"));
    Files.delete(directory.resolve("Sub.class"));
    loaded = List.of("Broken");
    String pid = jvm("-XX:+EnableDynamicAgentLoading", "-cp", directory.toString());
    String sink = "file:" + directory.resolve("records");
    assertThat(attach(pid, "--sink", sink, "--include", "Broken|Wait")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)) // JDK 25 changes it without linking it
        .containsPattern(": [12] methods? in [12] class(es)? so far; ");
    assertThat(attach(pid, "--stop")).isZero();
    assertUnharmed();
  }

  @Test
  void methods_of_libraries_that_a_preset_changes_are_counted() throws Exception {
    installAgent();
    loaded = List.of("com.sun.net.httpserver.Filter$Chain");
    String pid = jvm("-XX:+EnableDynamicAgentLoading");
    String sink = "file:" + directory.resolve("records");
    assertThat(attach(pid, "--sink", sink, "--preset", "http")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(": 1 method in 1 class so far; 'sluice attach " + pid + " --stop' stops it");
    assertThat(attach(pid, "--stop")).isZero();
    assertUnharmed();
  }

  @Test
  void list_names_programs_but_not_itself() throws Exception {
    String pid = jvm();
    assertThat(attach("--list")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line -> line.strip().startsWith(pid + " "))
        .noneMatch(line -> line.strip().startsWith(ProcessHandle.current().pid() + " "));
  }
}
