package dev.sluice.rawwriters.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Loggers;
import io.netty.util.internal.logging.InternalLogLevel;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NettyLogsTest {
  private final InternalLoggerFactory before = InternalLoggerFactory.getDefaultFactory();
  private final List<String> lines = new ArrayList<>();

  @BeforeEach
  void redirect() {
    Loggers.redirect(Recorder::new);
    NettyLogs.follow();
  }

  @AfterEach
  void platformLoggersAgain() {
    Loggers.redirect(null);
    InternalLoggerFactory.setDefaultFactory(before);
  }

  @Test
  void warnings_follow_our_loggers_with_their_parameters() {
    InternalLogger logger = InternalLoggerFactory.getInstance("io.netty.some");
    logger.warn("plain");
    logger.warn("{} of {}", 1, "two");
    logger.error("{} failed", "it", new IOException("disk"));
    logger.warn("{}, {}, {}", "a", "b", "c");
    logger.log(InternalLogLevel.WARN, "level {}", 4);
    assertThat(lines)
        .containsExactly(
            "io.netty.some: plain null",
            "io.netty.some: 1 of two null",
            "io.netty.some: it failed java.io.IOException: disk",
            "io.netty.some: a, b, c null",
            "io.netty.some: level 4 null");
  }

  @Test
  void what_is_less_than_a_warning_goes_nowhere() {
    InternalLogger logger = InternalLoggerFactory.getInstance("io.netty.some");
    logger.debug("a {}", 1);
    logger.info("b");
    logger.log(InternalLogLevel.INFO, "c");
    assertThat(lines).isEmpty();
    assertThat(logger.isInfoEnabled()).isFalse();
    assertThat(logger.isEnabled(InternalLogLevel.DEBUG)).isFalse();
    assertThat(logger.isWarnEnabled()).isTrue();
    assertThat(logger.isEnabled(InternalLogLevel.ERROR)).isTrue();
    assertThat(logger.name()).isEqualTo("io.netty.some");
  }

  @Test
  void netty_keeps_its_logging_where_ours_is_the_platform_s() {
    Loggers.redirect(null);
    InternalLoggerFactory.setDefaultFactory(before);
    NettyLogs.follow();
    assertThat(InternalLoggerFactory.getDefaultFactory()).isSameAs(before);
  }

  private final class Recorder implements System.Logger {
    private final String name;

    Recorder(String name) {
      this.name = name;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
      lines.add(name + ": " + text + " " + thrown);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      lines.add(name + ": " + format);
    }
  }
}
