package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class NoRoomTest {
  private static final List<String> COMMANDS =
      List.of(
          "export IN --to jsonl:OUT",
          "export IN --to csv:OUT --type sluice.operation_execution",
          "export IN --to perfetto:OUT",
          "export IN --to collapsed:OUT",
          "export IN --to pprof:OUT",
          "export IN --to otlp:OUT",
          "export IN --to parquet:OUT",
          "analyze IN -o OUT",
          "compact IN --to OUT",
          "cut IN --type sluice.operation_execution --to OUT",
          "merge IN --to OUT",
          "convert IN --to OUT",
          "convert IN --to kieker:OUT",
          "convert IN --to kieker-chunks:OUT");

  @TempDir private Path directory;

  /** In a process that may make files but write nothing into them. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void without_room_a_command_names_its_file_and_leaves_nothing_behind() throws Exception {
    Path in = Recorded.file(directory, 100);
    Path made = Files.createDirectory(directory.resolve("made"));
    List<String> child =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "ulimit -f 0; exec \"$0\" \"$@\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                NoRoomTest.class.getName()));
    for (String command : COMMANDS) {
      child.add(command.replace("IN", in.toString()).replace("OUT", made.resolve("x").toString()));
    }

    Process process = new ProcessBuilder(child).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed.lines())
        .hasSize(COMMANDS.size())
        .allMatch(line -> line.matches("2 sluice: .*made/x.* cannot be written: .*"));
    assertThat(made).isEmptyDirectory();
  }

  /** Runs each argument as a command and prints its exit code and the line that it tells. */
  public static void main(String[] commands) throws IOException {
    for (String command : commands) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
      Terminal terminal = new Terminal(OutputStream.nullOutputStream(), errors, false);
      int code = Main.run(terminal, command.split(" "));
      System.out.println(code + " " + err.toString(StandardCharsets.UTF_8).strip());
    }
  }
}
