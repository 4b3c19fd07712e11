package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.support.platform.VirtualPlatform;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureLogTest {
  private static final String FAILED = "WARNING producer shop: cannot send: refused; it waits";

  private final VirtualPlatform clock = new VirtualPlatform(0, 1);
  private final FailureLog failures =
      new FailureLog("dev.sluice", "producer shop", "; it waits", clock);
  private final Logged log = new Logged();

  @AfterEach
  void speak_again() {
    log.close();
  }

  private void fail() {
    failures.failed("cannot send: ", new IOException("refused"), null);
  }

  @Test
  void the_first_of_many_failures_is_logged_and_the_recovery_with_their_number() {
    assertThat(failures.isFailing()).isFalse();
    assertThat(failures.problem()).isNull();
    for (int i = 0; i < 3; i++) {
      fail();
      assertThat(failures.isFailing()).isTrue();
      assertThat(failures.problem()).isEqualTo("cannot send: refused");
    }
    failures.succeeded("sends again");
    failures.succeeded("sends again");

    assertThat(failures.isFailing()).isFalse();
    assertThat(failures.problem()).isNull();
    assertThat(log.lines())
        .containsExactly(FAILED, "INFO producer shop: sends again after 3 failures");
  }

  @Test
  void a_failure_is_one_line_whatever_a_server_says() {
    failures.failed("cannot send: ", "no\r\nINFO all is well\u001b[2J\u2028x", null);
    assertThat(log.lines())
        .containsExactly("WARNING producer shop: cannot send: no INFO all is well [2J x; it waits");
  }

  @Test
  void failures_that_come_and_go_are_logged_once_a_minute() {
    fail();
    failures.succeeded(null);
    clock.skip(Duration.ofMinutes(1).minusNanos(1));
    fail();
    fail();
    failures.succeeded("sends again");
    assertThat(failures.isFailing()).isFalse();
    assertThat(log.lines()).as("no recovery of what was not told").containsExactly(FAILED);

    clock.skip(Duration.ofNanos(1));
    fail();
    failures.succeeded("sends again", ", 7 lost");
    assertThat(log.lines())
        .containsExactly(
            FAILED, FAILED, "INFO producer shop: sends again after 1 failures, 7 lost");
  }

  @Test
  void what_has_no_message_is_told_by_its_kind() {
    failures.failed("cannot send: ", new IOException(), null);

    assertThat(log.lines())
        .containsExactly("WARNING producer shop: cannot send: java.io.IOException; it waits");
  }

  @Test
  void a_failure_that_was_not_logged_for_want_of_memory_is_logged_the_next_time() {
    log.failing = new OutOfMemoryError("on purpose");
    fail();
    failures.succeeded("sends again");
    log.failing = null;
    fail();

    assertThat(log.lines()).containsExactly(FAILED);
  }

  @Test
  void a_logger_that_fails_ends_nobody_and_is_not_asked_again() {
    log.failing = new StackOverflowError("on purpose");
    fail();
    log.failing = null;
    fail();

    assertThat(failures.isFailing()).isTrue();
    assertThat(log.lines()).isEmpty();
  }
}
