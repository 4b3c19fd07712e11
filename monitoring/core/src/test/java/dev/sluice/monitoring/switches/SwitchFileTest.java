package dev.sluice.monitoring.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.select.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SwitchFileTest {
  @TempDir private Path directory;
  private final List<Boolean> all = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private Path text;
  private Monitor monitor;
  private RuleSwitches switches;
  private SwitchFile file;

  @BeforeEach
  void open() {
    monitor = Monitor.builder().closeAtExit(false).open("file:" + directory.resolve("records"));
    switches = new RuleSwitches(monitor.probes());
    switches.addRules(Rules.ofText("default=execution;slow=duration").all());
    text = directory.resolve("switches");
    file = new SwitchFile(text, switches, true, all::add, mistakes::add);
  }

  @AfterEach
  void close() {
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
  }

  private void look(String content) throws IOException {
    Files.writeString(text, content);
    file.reload();
  }

  private List<String> off() {
    return switches.states().stream()
        .filter(state -> !state.on())
        .map(state -> state.rule().name())
        .toList();
  }

  @Test
  void rules_patterns_and_all_are_switched() throws IOException {
    file.reload();
    assertThat(all).as("no file, nothing to say").isEmpty();
    look("# quiet\n\n slow = off \ncom.acme.**=off\ncom.acme.Foo#bar(int[])=on\nall=off\n");
    assertThat(off()).containsExactly("slow");
    assertThat(switches.patterns().off())
        .extracting(Object::toString)
        .containsExactly("com.acme.**");
    assertThat(switches.patterns().on())
        .extracting(Object::toString)
        .containsExactly("com.acme.Foo#bar(int[])");
    look("");
    assertThat(off()).isEmpty();
    assertThat(switches.patterns()).isEqualTo(PatternSwitches.NONE);
    assertThat(all).containsExactly(false, true);
    assertThat(mistakes).isEmpty();
  }

  @Test
  void what_was_switched_otherwise_stays_until_the_file_changes() throws IOException {
    look("slow=off\n");
    switches.enable("slow", true);
    file.reload();
    assertThat(off()).isEmpty();
    look("slow=off\n\n");
    assertThat(off()).containsExactly("slow");
  }

  @Test
  void mistake_is_told_once_and_changes_nothing() throws IOException {
    look("slow=off");
    look("default=off\nslwo=off");
    file.reload();
    look("com/acme=off");
    look("slow");
    assertThat(off()).containsExactly("slow");
    assertThat(mistakes)
        .satisfiesExactly(
            told ->
                assertThat(told)
                    .isEqualTo(
                        text
                            + ": line 2: there is no rule 'slwo' (there are default, slow); did you"
                            + " mean 'slow'?; what is on stays as it was"),
            told -> assertThat(told).contains("line 1: pattern 'com/acme', column 4"),
            told -> assertThat(told).contains("line 1 must be NAME=on or NAME=off"));
  }

  @Test
  void rules_that_become_known_later_are_switched_by_what_the_file_said_before()
      throws IOException {
    look("late=off\nslow=off");
    assertThat(off()).isEmpty();
    assertThat(mistakes).singleElement().asString().contains("there is no rule 'late'");
    switches.addRules(Rules.ofText("late=events").all());
    file.reload();
    assertThat(off()).containsExactly("slow", "late");
    assertThat(mistakes).hasSize(1);
  }

  @Test
  void of_a_file_that_is_something_else_no_word_is_told() throws IOException {
    look("hunter2=on\n\nroot:swordfish:0:0\n");
    assertThat(mistakes)
        .singleElement()
        .asString()
        .contains("line 3 must be NAME=on or NAME=off")
        .doesNotContain("hunter2", "swordfish");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  void pipe_and_directory_are_not_read() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", text.toString()).start().waitFor()).isZero();
    file.reload();
    Files.delete(text);
    Files.createDirectory(text);
    file.reload();
    assertThat(mistakes)
        .satisfiesExactly(
            told -> assertThat(told).contains("cannot be read: it is a pipe or a device; what is"),
            told -> assertThat(told).contains("cannot be read: it is a directory; what is"));
  }

  @Test
  void file_that_is_too_large_is_refused() throws IOException {
    look("#".repeat((1 << 20) + 1));
    assertThat(mistakes).singleElement().asString().contains("larger than 1048576 bytes");
    assertThat(all).isEmpty();
  }
}
