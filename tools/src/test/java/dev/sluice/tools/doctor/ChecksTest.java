package dev.sluice.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tools.doctor.Check.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What depends on machines that a test does not have. */
@Tag("one-jdk")
class ChecksTest {
  @Test
  void file_systems_that_lose_files_are_told() {
    for (String type : List.of("nfs4", "NFS", "cifs", "fuse.sshfs", "9p")) {
      assertThat(FileChecks.fileSystem(type).what()).startsWith(type + " is a file system of the");
    }
    for (String type : List.of("overlay", "tmpfs")) {
      assertThat(FileChecks.fileSystem(type).cure()).contains("a volume");
    }
    for (String type : List.of("ext4", "xfs", "apfs", "NTFS", "zfs", "btrfs")) {
      assertThat(FileChecks.fileSystem(type)).isEqualTo(Check.ok(type));
    }
  }

  @Test
  void java_is_new_enough_and_has_no_other_agent() {
    assertThat(JvmChecks.version(17).outcome()).isEqualTo(Outcome.OK);
    assertThat(JvmChecks.version(11).what()).isEqualTo("Java 11 is too old");
    List<String> own = List.of("java", "-javaagent:/opt/sluice-agent.jar=sink=file:x");
    assertThat(JvmChecks.agents(own, false)).isEqualTo(Check.ok("no other agent"));
    assertThat(JvmChecks.agents(own, true).outcome()).isEqualTo(Outcome.FAILED);
    List<String> others = List.of("-Xmx1g", "-javaagent:a/otel.jar=x -agentlib:jdwp=transport=y");
    assertThat(JvmChecks.agents(others, true).what()).isEqualTo("other agents: otel.jar, jdwp");
  }

  @Test
  void java_that_cannot_be_asked_is_told() {
    Steps steps = new Steps();
    JvmChecks.ofProgram(steps, List.of("/no/such/java", "-jar", "x.jar"));
    assertThat(steps.done().get(0).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(steps.done().get(0).what()).contains("/no/such/java");
  }

  @Test
  void what_needs_something_that_failed_is_not_checked() {
    Steps steps = new Steps();
    steps
        .also("first", () -> Check.failed("no", "do"))
        .needed("second", () -> Check.warning("so", "do"))
        .also("third", () -> Check.ok("yes"))
        .needed("fourth", () -> List.<Check>of().get(0))
        .needed("fifth", () -> Check.failed("no", "do"))
        .also("sixth", () -> Check.ok("yes"))
        .needed("seventh", () -> Check.ok("yes"));

    assertThat(steps.done())
        .extracting(Check::outcome)
        .containsExactly(
            Outcome.FAILED,
            Outcome.WARNING,
            Outcome.OK,
            Outcome.NOT_CHECKED,
            Outcome.FAILED,
            Outcome.NOT_CHECKED,
            Outcome.NOT_CHECKED);
    assertThat(steps.done().get(3).what()).startsWith("it failed unexpectedly: java.lang.Array");
    assertThat(steps.done().get(6).what()).isEqualTo("because fifth failed");
  }
}
