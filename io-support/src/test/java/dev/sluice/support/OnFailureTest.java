package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnFailureTest {
  private final AtomicInteger closed = new AtomicInteger();

  @Test
  void work_that_succeeds_closes_nothing() {
    assertThat(OnFailure.<String, RuntimeException>close(closed::incrementAndGet, () -> "done"))
        .isEqualTo("done");
    assertThat(closed).hasValue(0);
  }

  @Test
  void whatever_work_throws_closes_once() {
    for (Throwable thrown :
        new Throwable[] {new IOException("disk"), new OutOfMemoryError("heap")}) {
      closed.set(0);
      assertThatThrownBy(
              () ->
                  OnFailure.<String, Exception>close(
                      closed::incrementAndGet,
                      () -> {
                        if (thrown instanceof Error error) {
                          throw error;
                        }
                        throw (Exception) thrown;
                      }))
          .isSameAs(thrown);
      assertThat(closed).hasValue(1);
    }
  }
}
