package dev.sluice.benchmarks.sizing;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import java.util.ArrayList;
import java.util.List;

/**
 * The results as tables of topics, partitions and state.
 *
 * @param headers over the columns, figures with {@code >}
 * @param rows with as many cells
 */
record Tables(List<String> headers, List<List<String>> rows) {
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

  static List<Tables> of(Results results) {
    return List.of(topics(results), partitions(results), states(results));
  }

  private static boolean isTopic(Cell cell) {
    return cell.get(SizingExperiment.PARTITIONS_OF).equals(SizingExperiment.ALL);
  }

  private static boolean isPartition(Cell cell) {
    return cell.labels().containsKey(SizingExperiment.PARTITIONS_OF) && !isTopic(cell);
  }

  private static Tables states(Results results) {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : results.cells(c -> results.has(c, SizingExperiment.STATE_BYTES))) {
      rows.add(
          List.of(
              cell.get(SizingExperiment.STATE),
              Report.mean(results, cell, SizingExperiment.STATE_BYTES)));
    }
    return new Tables(List.of(SizingExperiment.STATE, ">" + SizingExperiment.STATE_BYTES), rows);
  }

  private static Tables topics(Results results) {
    List<String> headers = new ArrayList<>(List.of(SizingExperiment.CHUNK));
    OF_TOPIC.forEach(metric -> headers.add(">" + metric));
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : results.cells(Tables::isTopic)) {
      List<String> row = new ArrayList<>(List.of(cell.get(SizingExperiment.CHUNK)));
      OF_TOPIC.forEach(metric -> row.add(Report.mean(results, cell, metric)));
      rows.add(row);
    }
    return new Tables(headers, rows);
  }

  private static Tables partitions(Results results) {
    List<String> headers =
        new ArrayList<>(List.of(SizingExperiment.CHUNK, ">" + SizingExperiment.PARTITIONS_OF));
    for (Metric metric : OF_PARTITIONS) {
      headers.add(">" + metric);
      if (metric != SizingExperiment.PARTS) {
        headers.add(">99 %");
      }
    }
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : results.cells(Tables::isPartition)) {
      List<String> row =
          new ArrayList<>(
              List.of(cell.get(SizingExperiment.CHUNK), cell.get(SizingExperiment.PARTITIONS_OF)));
      for (Metric metric : OF_PARTITIONS) {
        row.add(Report.mean(results, cell, metric));
        if (metric != SizingExperiment.PARTS) {
          row.add(Report.decimals(results.summary(cell, metric).p99(), metric.digits()));
        }
      }
      rows.add(row);
    }
    return new Tables(headers, rows);
  }
}
