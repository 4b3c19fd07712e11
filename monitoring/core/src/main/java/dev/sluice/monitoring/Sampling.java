package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.RecordBudget;
import dev.sluice.monitoring.probe.TraceSampler;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Options for the traces that are recorded: a share, a budget, a part of the time, or all. */
final class Sampling implements MonitorPart {
  static final Key<TraceSampler> RATE =
      Key.of(
              "sampling.rate",
              "a number from 0 to 1",
              (TraceSampler) null,
              Sampling::rate,
              "Share of traces that is recorded: 0.01.")
          .harmless()
          .withDefault("1");
  static final Key<Integer> BUDGET =
      Key.integer(
          "sampling.budget",
          null,
          1,
          Integer.MAX_VALUE,
          "Maximum number of records a second that traces make; further traces are not recorded.");
  static final Key<Activity> ACTIVE =
      Key.of(
              "active",
              "a time and a longer period with their units, as 5s/60s",
              (Activity) null,
              Activity::of,
              "Part of every period in which monitoring is active; traces stay whole.")
          .harmless();

  private static final Duration REFILL = Duration.ofMillis(100);

  @Override
  public List<Key<?>> keys() {
    return List.of(RATE, BUDGET, ACTIVE);
  }

  @Override
  public Consumer<Monitor> prepare(Options options) {
    TraceSampler rate = options.get(RATE);
    Integer budget = options.get(BUDGET);
    Activity activity = options.get(ACTIVE);
    return monitor -> start(monitor, rate, budget, activity);
  }

  /** Returns a sampler, or null if all traces are recorded. */
  private static TraceSampler rate(String text) {
    double rate = Double.parseDouble(text);
    return rate == 1 ? null : TraceSampler.rate(rate);
  }

  /**
   * Part of each period in which traces are recorded.
   *
   * @param on how long monitoring is active in every period, shorter than that
   */
  record Activity(Duration on, Duration period) {
    private static final Key<Duration> ON =
        Key.duration("on", null, Duration.ofMillis(1), "The active part.");
    private static final Key<Duration> PERIOD =
        Key.duration("period", null, Duration.ofMillis(2), "Active part and pause.");

    private static Activity of(String text) {
      String[] parts = text.split("/");
      if (parts.length == 2) {
        try {
          Activity activity = new Activity(ON.parse(parts[0]), PERIOD.parse(parts[1]));
          if (activity.on.compareTo(activity.period) < 0) {
            return activity;
          }
        } catch (ConfigurationException e) {
          // falls through to the one message for all mistakes
        }
      }
      throw new IllegalArgumentException(text);
    }
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
    DutyCycleSampler partTime =
        new DutyCycleSampler(
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
