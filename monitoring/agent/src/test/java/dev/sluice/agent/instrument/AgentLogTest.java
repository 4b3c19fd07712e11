package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Loggers;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLogTest {
  @TempDir Path directory;

  private final List<String> printed = new ArrayList<>();
  private final AgentLog log = AgentLog.install(printed::add);

  @AfterEach
  void platformLoggersAgain() {
    Loggers.redirect(null);
  }

  private static void warn(String text) {
    Loggers.get("anybody").log(Level.WARNING, text);
  }

  @Test
  void loggers_of_all_names_lead_here() {
    Loggers.get("a").log(Level.WARNING, "gone: {0}", "b");
    Loggers.get("b").log(Level.ERROR, "broken", new IOException("disk"));
    assertThat(log.warnings()).containsExactly("gone: b", "broken: java.io.IOException: disk");
  }

  @Test
  void message_without_parameters_is_no_format() {
    warn("so far {ring_full=3}");
    assertThat(log.warnings()).containsExactly("so far {ring_full=3}");
  }

  @Test
  void repeated_warning_is_kept_once_with_its_count() {
    warn("a");
    warn("b");
    warn("a");
    assertThat(log.warnings()).containsExactly("b", "a (2×)");
    assertThat(log.count()).isEqualTo(3);
  }

  @Test
  void each_warning_is_printed_once_a_minute_and_no_flood_of_them() {
    warn("a");
    warn("a");
    warn("b");
    assertThat(printed).containsExactly("warning: a", "warning: b");
    for (int i = 0; i < 100; i++) {
      warn("number " + i);
    }
    assertThat(printed).hasSize(10);
  }

  @Test
  void what_works_again_after_a_warning_is_printed_and_other_information_is_not() {
    Loggers.get("a").log(Level.INFO, "begun");
    warn("the sink is down");
    Loggers.get("a").log(Level.INFO, "chunks are sent again");
    assertThat(printed).containsExactly("warning: the sink is down", "chunks are sent again");
    assertThat(log.warnings()).containsExactly("the sink is down");
  }

  @Test
  void quiet_log_prints_nothing_and_keeps_all() {
    log.beQuiet();
    warn("a");
    log.print("b");
    assertThat(printed).isEmpty();
    assertThat(log.warnings()).containsExactly("a");
  }

  @Test
  void oldest_warnings_give_way_but_count() {
    for (int i = 0; i <= AgentLog.MAX_WARNINGS; i++) {
      warn("number " + i);
    }
    assertThat(log.warnings()).hasSize(AgentLog.MAX_WARNINGS).startsWith("number 1");
    assertThat(log.count()).isEqualTo(AgentLog.MAX_WARNINGS + 1);
  }

  @Test
  void notices_are_for_the_file_alone() throws Exception {
    Path file = Files.writeString(directory.resolve("log"), "before\n");
    log.appendTo(file);
    System.Logger logger = Loggers.get("any");
    logger.log(Level.DEBUG, "too much");
    logger.log(Level.INFO, "works again");
    logger.log(Level.WARNING, "fails", new IOException("disk"));
    assertThat(Files.readAllLines(file))
        .startsWith("before")
        .noneMatch(line -> line.contains("too much"))
        .anyMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT.*Z INFO works again"))
        .anyMatch(line -> line.endsWith("Z WARNING fails"))
        .anyMatch(line -> line.startsWith("\tat "));
    assertThat(log.warnings()).containsExactly("fails: java.io.IOException: disk");
  }

  @Test
  void file_that_is_no_longer_writable_is_told_once() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    log.appendTo(folder.resolve("log"));
    Files.delete(folder.resolve("log"));
    Files.delete(folder);
    warn("a");
    warn("b");
    assertThat(log.warnings()).hasSize(3).contains("a", "b");
    assertThat(log.warnings().get(1)).startsWith("cannot write the log any more: ");
  }
}
