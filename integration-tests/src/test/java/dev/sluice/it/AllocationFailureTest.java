package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.CollectorLife.Fails;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fails each allocation in turn, every other one with those that follow: the first, the second,
 * until none is left that could fail.
 */
class AllocationFailureTest {
  private static final int MOST = 10_000;

  /** What the log says of the failures. */
  private static final Pattern TOLD =
      Pattern.compile(
          "the pump failed and goes on|could not be encoded|has no memory, will try again"
              + "|the raw writer could not be closed|a raw writer could not be flushed");

  @TempDir Path directory;
  private final ClassLoader loader = new FailingClassLoader();
  private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
  private final Logger log = Logger.getLogger("dev.sluice.collectors");
  private final String testThread = Thread.currentThread().getName();

  @BeforeEach
  void load_all_classes() throws Exception {
    Allocations.prepare("", MOST, 0);
    live(Fails.WORKING);
    log.setFilter(line -> !isTold(line));
  }

  @AfterEach
  void fail_no_more() {
    Allocations.disarm();
    Thread.currentThread().setName(testThread);
    log.setFilter(null);
  }

  private boolean isTold(LogRecord line) {
    return line.getLevel() == Level.WARNING
        && TOLD.matcher(line.getMessage()).find()
        && warnings.add(line.getMessage());
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"sluice-pump", "sluice-sender"})
  void threads_of_a_collector_survive_and_every_record_arrives_or_is_counted(String thread)
      throws Exception {
    assertThat(failEach(thread, Fails.WORKING)).isPositive();
    assertThat(warnings).isNotEmpty();
  }

  @Test
  void close_ends_everything_and_every_record_arrives_or_is_counted() throws Exception {
    Thread.currentThread().setName("sluice-test");
    assertThat(failEach("sluice-", Fails.CLOSING)).isPositive();
    assertThat(warnings).isNotEmpty();
  }

  @Test
  void collector_that_cannot_be_built_leaves_no_thread() throws Exception {
    Thread.currentThread().setName("sluice-test");
    assertThat(failEach("sluice-test", Fails.BUILDING)).isPositive();
  }

  /** In how many lives an allocation failed. */
  private int failEach(String threads, Fails when) throws Exception {
    for (int n = 1; n < MOST; n++) {
      Allocations.prepare(threads, n, n % 2 == 0 ? 1 : 5);
      live(when);
      if (!Allocations.hasFailed()) {
        return n - 1;
      }
    }
    return MOST;
  }

  private void live(Fails when) throws Exception {
    Constructor<?> life =
        loader
            .loadClass(CollectorLife.class.getName())
            .getDeclaredConstructor(Path.class, String.class);
    life.setAccessible(true);
    ((Runnable) life.newInstance(directory.resolve("life.slu"), when.name())).run();
  }
}
