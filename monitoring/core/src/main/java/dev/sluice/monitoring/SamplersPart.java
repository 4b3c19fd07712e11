package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.samplers.Samplers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Part of a monitor that starts the configured samplers. */
final class SamplersPart implements MonitorPart {
  private static final Key<String> SAMPLERS =
      Key.text(
              "samplers",
              null,
              "Samplers, separated by commas: heap, gc, classes, compilation, threads or jvm"
                  + " for all these; with sluice-samplers on the class path cpu, memory, load,"
                  + " disk, network or system for all these; all.")
          .harmless()
          .withDefault("none");
  private static final Key<Duration> PERIOD =
      Key.duration(
          "samplers.period",
          Duration.ofSeconds(5),
          Duration.ofMillis(1),
          "Time between two samples.");
  private static final Key<Duration> OFFSET =
      Key.duration(
          "samplers.offset",
          Duration.ZERO,
          Duration.ZERO,
          "Time from the opening of the monitor to the first sample.");

  @Override
  public List<Key<?>> keys() {
    return List.of(SAMPLERS, PERIOD, OFFSET);
  }

  @Override
  public Consumer<Monitor> prepare(Options options) {
    String text = options.get(SAMPLERS);
    Duration period = options.get(PERIOD);
    Duration offset = options.get(OFFSET);
    if (text == null) {
      return monitor -> {};
    }
    try {
      List<String> words =
          Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
      List<String> names = Samplers.named(words);
      return monitor -> names.forEach(name -> monitor.sample(name, offset, period));
    } catch (IllegalArgumentException e) {
      options.problem(SAMPLERS, e.getMessage());
      return monitor -> {};
    }
  }
}
