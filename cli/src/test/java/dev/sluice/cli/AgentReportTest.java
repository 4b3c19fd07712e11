package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class AgentReportTest {
  private final Properties properties = new Properties();

  private void warnings(int count) {
    for (int i = 1; i <= count; i++) {
      properties.setProperty("warning.%02d".formatted(i), "number " + i);
    }
  }

  @Test
  void report_without_warnings_has_no_lines_for_them() {
    properties.setProperty("warnings", "0");
    assertThat(AgentReport.of(properties).warningLines()).isEmpty();
  }

  @Test
  void warning_takes_one_line_each() {
    properties.setProperty("warning.01", "cannot write\n\tat somewhere");
    properties.setProperty("warning.02", "gone");
    assertThat(AgentReport.of(properties).warningLines())
        .containsExactly("warning: cannot write at somewhere", "warning: gone");
  }

  @Test
  void of_many_warnings_the_last_are_told() {
    warnings(12);
    assertThat(AgentReport.of(properties).warningLines())
        .startsWith("warning: number 8")
        .contains("warning: number 12")
        .endsWith("and 7 warnings before; --option log=FILE keeps all")
        .hasSize(6);
  }
}
