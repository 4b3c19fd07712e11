package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.config.Endpoint;
import dev.sluice.tools.doctor.Check;
import dev.sluice.tools.doctor.Check.Outcome;
import dev.sluice.tools.doctor.Diagnosis;
import dev.sluice.tools.doctor.Doctor;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** A sink or a source that the doctor looks at, and what it must say of it. */
record Patient(String uri, boolean writes, Clock clock) {
  private static final Duration LONGEST = Duration.ofSeconds(10);

  static Patient sink(String uri) {
    return new Patient(uri, true, Clock.systemUTC());
  }

  static Patient source(String uri) {
    return new Patient(uri, false, Clock.systemUTC());
  }

  Patient at(Duration ahead) {
    return new Patient(uri, writes, Clock.offset(clock, ahead));
  }

  Diagnosis examined() {
    return assertTimeout(
        LONGEST,
        () -> Doctor.of(Endpoint.parse(uri), writes, clock),
        "contract: whatever is wrong is said within 10 s");
  }

  /** It works; of the files' place and of tests' own agents the machine decides. */
  void isHealthy(String... checks) {
    Diagnosis diagnosis = examined();
    List<Check> all =
        diagnosis.checks().stream()
            .filter(check -> !List.of("file system", "agents").contains(check.name()))
            .toList();
    boolean knowsTime = uri.startsWith("kafka:");
    assertThat(all)
        .as(uri)
        .allMatch(
            check -> check.outcome() == Outcome.OK || check.name().equals("clock") && !knowsTime);
    assertThat(all.stream().map(Check::name)).as(uri).contains(checks);
    assertThat(diagnosis.isHealthy()).isTrue();
  }

  /** That check alone fails; those behind it are not checked. */
  void fails(String name, String what, String cure) {
    Diagnosis diagnosis = examined();
    Check failed = found(diagnosis, name, Outcome.FAILED, what, cure);
    List<Check> all = diagnosis.checks();
    assertThat(all.stream().filter(check -> check.outcome() == Outcome.FAILED))
        .as(uri)
        .containsExactly(failed);
    assertThat(diagnosis.isHealthy()).isFalse();
  }

  /** The same where what is behind it depends on it. */
  void stopsAt(String name, String what, String cure) {
    Diagnosis diagnosis = examined();
    Check failed = found(diagnosis, name, Outcome.FAILED, what, cure);
    List<Check> all = diagnosis.checks();
    assertThat(all.subList(0, all.indexOf(failed)))
        .as(uri)
        .noneMatch(check -> check.outcome() == Outcome.FAILED);
    assertThat(all.subList(all.indexOf(failed) + 1, all.size()))
        .as(uri)
        .allMatch(
            check ->
                check.outcome() == Outcome.NOT_CHECKED
                    && check.what().equals("because " + name + " failed"));
  }

  void isWarned(String name, String what, String cure) {
    Diagnosis diagnosis = examined();
    found(diagnosis, name, Outcome.WARNING, what, cure);
    assertThat(diagnosis.isHealthy()).as("%s", diagnosis.checks()).isTrue();
  }

  /** Among what else there may be. */
  void says(String name, Outcome outcome, String what, String cure) {
    found(examined(), name, outcome, what, cure);
  }

  void doesNotKnow(String name, String why) {
    assertThat(examined().checks())
        .as(uri)
        .filteredOn(check -> check.name().equals(name))
        .singleElement()
        .satisfies(check -> assertThat(check.outcome()).isEqualTo(Outcome.NOT_CHECKED))
        .satisfies(check -> assertThat(check.what()).isEqualTo(why));
  }

  private Check found(Diagnosis diagnosis, String name, Outcome outcome, String what, String cure) {
    Check check =
        diagnosis.checks().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    assertThat(check.outcome()).as("%s: %s", uri, diagnosis.checks()).isEqualTo(outcome);
    assertThat(check.what()).contains(what).doesNotContain("\n");
    assertThat(check.cure()).contains(cure).doesNotContain("\n");
    return check;
  }
}
