package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoggersTest {
  @AfterEach
  void platformLoggersAgain() {
    Loggers.redirect(null);
  }

  @Test
  void loggers_are_those_of_the_platform() {
    assertThat(Loggers.get("dev.sluice.some").getName())
        .isEqualTo(System.getLogger("dev.sluice.some").getName());
    assertThat(Loggers.get("x").getClass()).isEqualTo(System.getLogger("x").getClass());
  }

  @Test
  void redirected_loggers_are_those_of_who_redirects() {
    System.Logger one = System.getLogger("one");
    Loggers.redirect(name -> name.equals("dev.sluice.some") ? one : null);
    assertThat(Loggers.get("dev.sluice.some")).isSameAs(one);
  }
}
