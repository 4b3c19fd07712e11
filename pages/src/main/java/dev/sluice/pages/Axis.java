package dev.sluice.pages;

import java.util.List;

/**
 * Axis of a chart.
 *
 * @param kind {@code linear}, {@code log} or {@code names}
 * @param title quantity and unit, e.g. {@code delay, ms}
 * @param names of the places; empty if the axis has numbers
 */
public record Axis(String kind, String title, List<String> names) {
  /** Copies the names. */
  public Axis {
    names = List.copyOf(names);
  }

  /** Numbers at equal distances. */
  public static Axis linear(String title) {
    return new Axis("linear", title, List.of());
  }

  /** Powers of ten at equal distances; only numbers above 0 can be shown. */
  public static Axis log(String title) {
    return new Axis("log", title, List.of());
  }

  /** Returns one place for each name, in this order. */
  public static Axis names(String title, List<String> names) {
    return new Axis("names", title, names);
  }
}
