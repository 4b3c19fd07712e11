package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class LibraryLogTest {
  private static final String NOBODY_THERE =
      "kafka://127.0.0.1:1/t?until=end&kafka.default.api.timeout.ms=200&kafka.request.timeout.ms=100";

  private static List<String> told(String... args) throws IOException, InterruptedException {
    List<String> child =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    child.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(child).redirectErrorStream(true);
    builder.environment().remove("SLUICE_DEBUG");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isEqualTo(ExitCode.USAGE);
    return printed.lines().toList();
  }

  @Test
  void what_the_client_of_kafka_logs_comes_only_if_it_is_asked_for() throws Exception {
    assertThat(told("verify", NOBODY_THERE))
        .singleElement()
        .asString()
        .startsWith("sluice: cannot read topic t");
    assertThat(told("verify", "--debug", NOBODY_THERE))
        .anyMatch(line -> line.startsWith("INFO: ConsumerConfig values"));
  }
}
