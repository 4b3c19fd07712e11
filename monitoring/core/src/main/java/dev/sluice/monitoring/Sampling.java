package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.RecordBudget;
import dev.sluice.monitoring.probe.TraceSampler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Which traces are recorded, by options: a share, a budget, a part of the time, or all of them. */
final class Sampling implements MonitorPart {
  static final Key<String> RATE =
      Key.text("sampling.rate", "1", "The share of traces that is recorded, from 0 to 1: 0.01.");
  static final Key<Integer> BUDGET =
      Key.integer(
          "sampling.budget",
          null,
          1,
          Integer.MAX_VALUE,
          "Records a second that traces may make; more traces are not recorded.");
  static final Key<String> ACTIVE =
      Key.text(
          "active",
          null,
          "For how long in every period monitoring is active, as 5s/60s; traces stay whole.");

  private static final Duration REFILL = Duration.ofMillis(100);

  @Override
  public List<Key<?>> keys() {
    return List.of(RATE, BUDGET, ACTIVE);
  }

  @Override
  public Consumer<Monitor> prepare(Options options) {
    TraceSampler rate = rate(options);
    Integer budget = options.get(BUDGET);
    Activity activity = activity(options);
    return monitor -> start(monitor, rate, budget, activity);
  }

  private static TraceSampler rate(Options options) {
    String text = options.get(RATE);
    try {
      double rate = Double.parseDouble(text);
      return rate == 1 ? null : TraceSampler.rate(rate);
    } catch (IllegalArgumentException e) {
      return options.wrong(RATE.name(), "a number from 0 to 1", null);
    }
  }

  /** For how long, in every period. */
  private record Activity(Duration on, Duration period) {}

  private static Activity activity(Options options) {
    String text = options.get(ACTIVE);
    if (text == null) {
      return null;
    }
    String[] parts = text.split("/");
    if (parts.length == 2) {
      Options times = new Options(Map.of("on", parts[0].trim(), "period", parts[1].trim()));
      Duration on = times.duration("on", null, Duration.ofMillis(1));
      Duration period = times.duration("period", null, Duration.ofMillis(2));
      try {
        times.finish();
        if (on.compareTo(period) < 0) {
          return new Activity(on, period);
        }
      } catch (ConfigurationException e) {
        // falls through to the one message for all mistakes
      }
    }
    return options.wrong(
        ACTIVE.name(), "a time and a longer period with their units, as 5s/60s", null);
  }

  private static void start(
      Monitor monitor, TraceSampler rate, Integer perSecond, Activity activity) {
    Probes probes = monitor.probes();
    TraceSampler sampler = activity == null ? null : partTime(monitor, activity);
    sampler = both(sampler, rate);
    if (perSecond != null) {
      sampler = both(sampler, budget(monitor, perSecond));
    }
    probes.sampler(sampler);
  }

  private static TraceSampler both(TraceSampler first, TraceSampler second) {
    return first == null ? second : second == null ? first : first.and(second);
  }

  private static TraceSampler partTime(Monitor monitor, Activity activity) {
    PartTime partTime =
        new PartTime(
            activity.on().toNanos(), activity.period().toNanos(), monitor.probes()::enableUntraced);
    long start = System.nanoTime();
    monitor
        .housekeeping()
        .every(partTime.tick(), partTime.tick(), () -> partTime.at(System.nanoTime() - start));
    return partTime;
  }

  private static TraceSampler budget(Monitor monitor, long perSecond) {
    RecordBudget budget = new RecordBudget(perSecond);
    long[] last = {System.nanoTime()};
    monitor
        .housekeeping()
        .every(
            REFILL,
            REFILL,
            () -> {
              long now = System.nanoTime();
              budget.refill(now - last[0], monitor.report().emitted());
              last[0] = now;
            });
    return budget;
  }
}
