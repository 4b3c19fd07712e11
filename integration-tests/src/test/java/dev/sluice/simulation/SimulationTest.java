package dev.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Loggers;
import dev.sluice.testkit.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole lives of programs, medium and consumers, replayed from their {@link Seeds}. */
@Tag("one-jdk")
class SimulationTest {
  private static final int SEEDS = 300;

  /** Wherever they begin, so many come to every rare state. */
  private static final int MANY_SEEDS = 10_000;

  private static final int MOST_FAILURES = 5;

  private final Set<Reached> reached = EnumSet.noneOf(Reached.class);
  private final List<String> failures = new ArrayList<>();

  @BeforeEach
  void be_silent() {
    Loggers.redirect(name -> new Silent());
  }

  @AfterEach
  void speak_again() {
    Loggers.redirect(null);
  }

  @Test
  void every_record_arrives_or_is_counted_whatever_fails() {
    long first = Seeds.first("Simulation");
    int seeds = Seeds.count(SEEDS);
    long start = System.nanoTime();
    long lives = 0;
    long seed = first;
    while (seed < first + seeds && failures.size() < MOST_FAILURES) {
      lives += live(seed++);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "Simulation: %d of %d seeds from %d, %d lives, %.1f s%n",
        seed - first, seeds, first, lives, seconds);
    assertThat(failures).isEmpty();
    if (seeds >= (first == 1 ? SEEDS : MANY_SEEDS)) {
      assertThat(EnumSet.complementOf(EnumSet.copyOf(reached))).as("never reached").isEmpty();
    }
  }

  @Test
  void seeds_that_found_a_fault_once_find_none_again() throws IOException {
    try (InputStream kept = SimulationTest.class.getResourceAsStream("seeds.txt")) {
      new String(kept.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> live(Long.parseLong(line.split(" ")[0])));
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void one_seed_gives_one_life() {
    for (long seed = 1; seed <= 30; seed++) {
      assertThat(new World(seed).live()).as("seed %d", seed).isEqualTo(new World(seed).live());
    }
    assertThat(new World(1).live()).isNotEqualTo(new World(2).live());
  }

  private int live(long seed) {
    World world = new World(seed);
    world.live();
    reached.addAll(world.reached);
    if (world.failure != null) {
      failures.add(world.told());
    }
    return world.lives.size();
  }

  private static final class Silent implements System.Logger {
    @Override
    public String getName() {
      return "silent";
    }

    @Override
    public boolean isLoggable(Level level) {
      return false;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
      // faults are on purpose
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      // faults are on purpose
    }
  }
}
