package dev.sluice.benchmarks.complexity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.complexity.SourceMetrics.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds the main sources of all modules to a bar, by the measure of {@code bench complexity}. */
@Tag("one-jdk")
class ComplexityTest {
  private static final int HIGHEST = 11;
  private static final double MEAN = 2.25;

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
    assertThat(all.stream().filter(place -> place.method.complexity() > HIGHEST)).isEmpty();
  }

  @Test
  void methods_have_2_25_paths_at_most_on_average() {
    assertThat(all.stream().mapToInt(place -> place.method.complexity()).average().orElseThrow())
        .isLessThanOrEqualTo(MEAN);
  }
}
