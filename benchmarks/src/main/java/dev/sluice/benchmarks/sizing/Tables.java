package dev.sluice.benchmarks.sizing;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import java.util.ArrayList;
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
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : results.cells(c -> results.has(c, SizingExperiment.STATE_BYTES))) {
      rows.add(
          List.of(
              cell.get(SizingExperiment.STATE),
              Report.mean(results, cell, SizingExperiment.STATE_BYTES)));
    }
    return new Section(
        "What a partition of the analysis keeps",
        List.of(SizingExperiment.STATE, ">" + SizingExperiment.STATE_BYTES),
        rows);
  }

  private static Section topics(Results results) {
    List<String> headers = new ArrayList<>(List.of(SizingExperiment.CHUNK));
    OF_TOPIC.forEach(metric -> headers.add(">" + metric));
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : results.cells(Tables::isTopic)) {
      List<String> row = new ArrayList<>(List.of(cell.get(SizingExperiment.CHUNK)));
      OF_TOPIC.forEach(metric -> row.add(Report.mean(results, cell, metric)));
      rows.add(row);
    }
    return new Section("The topic", headers, rows);
  }

  private static Section partitions(Results results) {
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
    return new Section("Its partitions, keyed by producer", headers, rows);
  }
}
