package dev.sluice.benchmarks.frame;

import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Interval;
import java.util.ArrayList;
import java.util.List;

/** Bars with their intervals, one below the other. For one thread. */
public final class Bars {
  private final List<String> names = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();
  private final List<Interval> intervals = new ArrayList<>();

  /** None yet. */
  public Bars() {}

  /** Adds one; its interval is drawn if its ends differ. */
  public void add(String name, double value, double low, double high) {
    if (low < high) {
      intervals.add(new Interval(names.size(), low, high));
    }
    names.add(name);
    values.add(value);
  }

  /** All of them as one series. */
  public Chart chart(String title, Axis axis, String series) {
    return Chart.of(title, Axis.names("", names), axis)
        .sideways()
        .bars(series, values)
        .intervals(series, intervals);
  }
}
