package dev.sluice.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of failures inside of probes. */
class ProbeTest {
  private static final int MANY = 5_000;

  /** The implementation's own state: what it is asked for, and what it throws. */
  private static final class Broken extends Probe {
    private Error failure;
    private int executions;

    private void fail() {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    protected Object thread(int operation) {
      fail();
      return this;
    }

    @Override
    protected long entered(int operation, Object thread) {
      fail();
      return 0;
    }

    @Override
    protected void exited(int operation, Object thread, long frame, long tin) {
      fail();
      executions++;
    }

    @Override
    protected void began(int operation, Object thread, long frame, long tin, Object self) {
      fail();
    }

    @Override
    protected void ended(
        int operation, Object thread, long frame, long tin, Object self, Throwable thrown) {
      fail();
      executions++;
    }

    @Override
    protected long activeTrace() {
      fail();
      return 7;
    }

    @Override
    protected long producerId() {
      return 8;
    }
  }

  private final Broken probe = new Broken();

  private static void execute() {
    Object thread = Probe.begin(0);
    long frame = Probe.enter(0, thread);
    Probe.exit(0, thread, frame, Probe.clock(frame));
  }

  @AfterEach
  void remove() {
    Probe.install(null);
  }

  @Test
  void executions_are_recorded_again_after_any_number_of_failures() {
    Probe.install(probe);
    probe.failure = new StackOverflowError();
    for (int i = 0; i < MANY; i++) {
      execute();
    }
    probe.failure = new InternalError("on purpose");
    execute();
    Probe.before(0, this, 0, 0, null);
    Probe.exit(0, this, 0, 0, null, null);
    assertThat(Probe.overflows()).isEqualTo(MANY);
    assertThat(Probe.failures()).isEqualTo(3);

    probe.failure = null;
    execute();
    assertThat(probe.executions).isEqualTo(1);
  }

  @Test
  void the_active_trace_is_told_and_never_throws() {
    assertThat(Probe.trace()).isEqualTo(-1);
    assertThat(Probe.producer()).isZero();
    Probe.install(probe);
    assertThat(Probe.trace()).isEqualTo(7);
    assertThat(Probe.producer()).isEqualTo(8);
    probe.failure = new StackOverflowError();
    assertThat(Probe.trace()).isEqualTo(-1);
  }

  @Test
  void counting_starts_anew_with_each_agent() {
    Probe.install(probe);
    probe.failure = new StackOverflowError();
    execute();
    probe.failure = new InternalError();
    execute();
    Probe.install(null);
    assertThat(Probe.overflows() + Probe.failures()).as("for the closing report").isEqualTo(2);
    Probe.install(new Broken());
    assertThat(Probe.overflows() + Probe.failures()).isZero();
  }
}
