package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  @Test
  void the_end_names_what_opens_the_page_and_what_makes_it() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);

    new DemoReport(printer).next(Path.of("demo.slu"), Path.of("demo-report"));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "(xdg-open|open|start) " + Path.of("demo-report", "report.html") + " +the report")
        .contains("./sluice analyze demo.slu -o demo-report ", "./sluice verify demo.slu ");
  }
}
