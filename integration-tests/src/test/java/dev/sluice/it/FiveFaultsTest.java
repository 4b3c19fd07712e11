package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.parcel.ParcelService;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults of a small service, as a new user sees them. */
@Tag("one-jdk")
@Tag("full")
class FiveFaultsTest {
  private static final Path AGENT = Path.of("../monitoring/agent/target/sluice-agent.jar");
  private static final int LINES = 10;

  @TempDir private Path directory;

  private static String place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  /** What is found in a recording of the program, and what the program printed. */
  private List<String> found(Path records) throws Exception {
    String options =
        "sink=file:%s;preset=http,jdbc;include=com.acme.parcel.**;exclude=%s;jfr=gc,locks"
            .formatted(records, ParcelService.class.getName());
    Process program =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-javaagent:" + AGENT.toRealPath() + "=" + options,
                "-Xmx96m",
                "-Xmn8m",
                "-XX:+UseSerialGC",
                "-cp",
                place(ParcelService.class)
                    + File.pathSeparator
                    + place(Class.forName("org.h2.Driver")),
                ParcelService.class.getName(),
                "200")
            .redirectErrorStream(true)
            .start();
    String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).as(printed).isZero();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(Main.run(new Terminal(out, err, false), "findings", records.toString())).isZero();
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  @Timeout(300)
  void five_planted_faults_are_in_the_first_ten_lines_of_findings() throws Exception {
    List<String> lines = found(directory.resolve("records"));
    // Where other programs stop this one, there is a sixth finding, and a right one.
    for (int i = 0; i < 2 && lines.stream().anyMatch(FiveFaultsTest::isDisturbed); i++) {
      lines = found(directory.resolve("again" + i));
    }
    String first = String.join("\n", lines.subList(0, Math.min(LINES, lines.size())));
    for (String one :
        List.of(
            "about 40 times in a row",
            "AddressParser.matches",
            "Prices.of",
            "Notifier.deliver",
            "The heap after garbage collections keeps growing")) {
      assertThat(first).as(String.join("\n", lines)).contains(one);
    }
  }

  private static boolean isDisturbed(String line) {
    return line.matches("  (pause|growth|cold-start), .*");
  }
}
