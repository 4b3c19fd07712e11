package dev.sluice.benchmarks.sizing;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.tools.recordings.Columns;
import java.util.List;

/** The results as tables of topics, partitions and state. */
final class Tables {
  private static final List<Metric> OF_TOPIC =
      List.of(
          SizingExperiment.CHUNKS,
          SizingExperiment.RECORDS,
          SizingExperiment.BYTES,
          SizingExperiment.TRAFFIC,
          SizingExperiment.PART);

  /** Those that depend on where the producers' keys lie have a 99 % column. */
  private static final List<Metric> OF_PARTITIONS =
      List.of(
          SizingExperiment.IMBALANCE,
          SizingExperiment.BUSIEST_CHUNKS,
          SizingExperiment.BUSIEST_TRAFFIC,
          SizingExperiment.PARTS);

  private Tables() {}

  static List<Section> of(Results results) {
    return List.of(topics(results), partitions(results), states(results));
  }

  private static boolean isTopic(Cell cell) {
    return cell.get(SizingExperiment.PARTITIONS_OF).equals(SizingExperiment.ALL);
  }

  private static boolean isPartition(Cell cell) {
    return cell.labels().containsKey(SizingExperiment.PARTITIONS_OF) && !isTopic(cell);
  }

  private static Section states(Results results) {
    return Section.of(
        "What a partition of the analysis keeps",
        results.cells(cell -> results.has(cell, SizingExperiment.STATE_BYTES)),
        means(List.of(SizingExperiment.STATE_BYTES), results, SizingExperiment.STATE));
  }

  private static Section topics(Results results) {
    return Section.of(
        "The topic",
        results.cells(Tables::isTopic),
        means(OF_TOPIC, results, SizingExperiment.CHUNK));
  }

  private static Columns<Cell> means(List<Metric> metrics, Results results, String label) {
    Columns<Cell> columns = Cell.columns(label);
    metrics.forEach(
        metric -> columns.with(">" + metric, cell -> Report.mean(results, cell, metric)));
    return columns;
  }

  private static Section partitions(Results results) {
    Columns<Cell> columns =
        Cell.columns(SizingExperiment.CHUNK, ">" + SizingExperiment.PARTITIONS_OF);
    for (Metric metric : OF_PARTITIONS) {
      columns.with(">" + metric, cell -> Report.mean(results, cell, metric));
      if (metric != SizingExperiment.PARTS) {
        columns.with(
            ">99 %", cell -> Report.decimals(results.summary(cell, metric).p99(), metric.digits()));
      }
    }
    return Section.of(
        "Its partitions, keyed by producer", results.cells(Tables::isPartition), columns);
  }
}
