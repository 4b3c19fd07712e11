package dev.sluice.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tools.doctor.Check.Outcome;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What depends on machines that a test does not have. */
@Tag("one-jdk")
class ChecksTest {
  @Test
  void file_systems_that_lose_files_are_told() {
    for (String type : List.of("nfs4", "NFS", "cifs", "fuse.sshfs", "9p")) {
      assertThat(FileChecks.fileSystem(type).what()).startsWith(type + " is a network file system");
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
  void rights_that_are_not_told_are_not_known() {
    Check otherwise = Check.failed("no", "do");
    assertThat(TopicChecks.may(null, AclOperation.READ, otherwise))
        .isEqualTo(Check.notChecked("the broker does not report the permissions of the user"));
    assertThat(TopicChecks.may(Set.of(), AclOperation.READ, otherwise)).isEqualTo(otherwise);
    assertThat(TopicChecks.may(Set.of(AclOperation.READ), AclOperation.READ, otherwise).outcome())
        .isEqualTo(Outcome.OK);
  }

  @Test
  void time_that_a_cluster_does_not_tell_is_not_known() {
    assertThat(TopicChecks.clock(5_000, OptionalLong.empty(), 5_040))
        .isEqualTo(Check.notChecked("the cluster does not report its time"));
    assertThat(TopicChecks.clock(5_000, OptionalLong.of(5_020), 5_040))
        .isEqualTo(Check.ok("within 40 ms of the cluster's"));
    assertThat(TopicChecks.clock(5_000, OptionalLong.of(3_500), 5_040).what())
        .contains("2 s ahead of the cluster's");
    assertThat(TopicChecks.clock(5_000, OptionalLong.of(6_040), 5_040).what())
        .contains("1 s behind the cluster's");
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
