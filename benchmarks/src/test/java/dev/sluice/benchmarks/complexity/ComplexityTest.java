package dev.sluice.benchmarks.complexity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.complexity.SourceMetrics.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds the main sources of all modules to a bar, by the measure of {@code bench complexity}. */
@Tag("one-jdk")
class ComplexityTest {
  private static final int HIGHEST = 11;
  private static final double MEAN = 2.25;

  /** Where some methods are above the bar: so many, and no more may come. */
  private static final Set<String> COMMANDS = Set.of("cli");

  private static final int IN_COMMANDS = 2;

  /** A method and the module that has it. */
  private record Place(String module, Method method) {}

  private final List<Place> all = new ArrayList<>();

  @BeforeEach
  void read() throws IOException {
    SourceTrees.ours(
        Path.of("..").toRealPath(),
        (module, source) ->
            SourceMetrics.of(source).methods().forEach(m -> all.add(new Place(module, m))));
    assertThat(all).hasSizeGreaterThan(5_000);
  }

  @Test
  void no_method_has_more_than_eleven_paths() {
    assertThat(higher().filter(place -> !COMMANDS.contains(place.module))).isEmpty();
    assertThat(higher()).hasSizeLessThanOrEqualTo(IN_COMMANDS);
  }

  @Test
  void methods_have_2_25_paths_at_most_on_average() {
    assertThat(all.stream().mapToInt(place -> place.method.complexity()).average().orElseThrow())
        .isLessThanOrEqualTo(MEAN);
  }

  private Stream<Place> higher() {
    return all.stream().filter(place -> place.method.complexity() > HIGHEST);
  }
}
