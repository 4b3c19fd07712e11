package dev.sluice.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The order of findings, and which of them share a row. */
final class FindingOrder {
  /** Part of requests or calls that fail from which that comes before what takes time. */
  private static final double MIN_FAILING_PART = 0.05;

  private static final Comparator<Finding> WORST =
      Comparator.comparing(Finding::severity)
          .thenComparing((Finding one) -> one.failing() >= MIN_FAILING_PART)
          .thenComparingDouble(Finding::weight)
          .reversed()
          .thenComparing(Finding::text);

  private FindingOrder() {}

  /** Returns findings in the order of their rows, and those of a row with the worst first. */
  static List<Finding> of(List<Finding> found) {
    Map<List<Object>, List<Finding>> rows = new LinkedHashMap<>();
    found.sort(WORST);
    for (Finding one : found) {
      List<Object> row = List.of(one.rule(), one.severity());
      rows.computeIfAbsent(row, absent -> new ArrayList<>()).add(one);
    }
    List<Finding> all = new ArrayList<>();
    for (List<Finding> row : rows.values()) {
      int number = all.isEmpty() ? 0 : all.get(all.size() - 1).row() + 1;
      row.forEach(one -> all.add(one.row(number)));
    }
    return all;
  }
}
