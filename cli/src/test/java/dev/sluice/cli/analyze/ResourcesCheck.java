package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.analyze.RecordedRequests.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;

/**
 * Compares the table of resources with the samples that were recorded, and with requests by slot of
 * the heat map.
 */
final class ResourcesCheck {
  private static final double DIGITS = 1.005; // a figure has three
  private static final double SLOT = 1.15; // times of samples are known by slots of 134 ms
  private static final double HALF_OCTAVE = Math.sqrt(2);

  /** Fields whose values the page calls so; what only rises is by the second. */
  private static final Map<String, String> TITLES =
      Map.of(
          "Processors busy", "cpu_utilization.totalUtilization",
          "Processors, user", "cpu_utilization.user",
          "Processors, idle", "cpu_utilization.idle",
          "Heap used", "jvm_heap.heapUsedBytes",
          "JVM, heap committed", "jvm_heap.heapCommittedBytes",
          "JVM, non heap used", "jvm_heap.nonHeapUsedBytes",
          "JVM, object pending finalization", "jvm_heap.objectPendingFinalizationCount",
          "Garbage collection", "garbage_collection.collectionTimeMS",
          "Garbage collections", "garbage_collection.collectionCount");

  private final ReportPageCheck check;
  private final SoftAssertions soft;
  private final String label;

  ResourcesCheck(ReportPageCheck check, SoftAssertions soft, String label) {
    this.check = check;
    this.soft = soft;
    this.label = label;
  }

  /** The table: least, mean and most of each line. */
  void resources(JsonNode table) {
    Map<String, Integer> seen = new HashMap<>();
    for (JsonNode row : table.get("rows")) {
      String[] cells = ReportPageCheck.texts(row);
      String title = cells[0];
      if (title.equals("Requests, requests") || title.equals("Requests, failed")) {
        figures(cells, requests(title.endsWith("failed")), DIGITS);
        seen.merge("Requests", 1, Integer::sum);
      } else if (title.equals("Latency, p99")) {
        figures(cells, latencies(), HALF_OCTAVE);
      }
      String known =
          TITLES.keySet().stream()
              .filter(one -> title.startsWith(one + ", host") || title.equals(one))
              .findFirst()
              .orElse(null);
      if (known != null) {
        boolean isRate = known.startsWith("Garbage");
        figures(cells, values(TITLES.get(known), title), isRate ? SLOT : DIGITS);
        seen.merge(known, 1, Integer::sum);
      }
    }
    soft.assertThat(seen).as("lines of requests").containsEntry("Requests", 2);
    boolean isOurs =
        check.samples().stream().anyMatch(one -> one.path("vmName").asText().equals("vm"));
    if (isOurs) { // logs of others have other samples
      soft.assertThat(seen.keySet()).containsAll(TITLES.keySet());
      soft.assertThat(seen).containsEntry("Processors busy", 2);
    }
  }

  private void figures(String[] cells, List<Double> right, double error) {
    double least = right.stream().mapToDouble(one -> one).min().orElse(0);
    double mean = right.stream().mapToDouble(one -> one).average().orElse(0);
    double most = right.stream().mapToDouble(one -> one).max().orElse(0);
    figure(cells[0] + ", least", cells[1], least, error);
    figure(cells[0] + ", mean", cells[2], mean, error);
    figure(cells[0] + ", most", cells[3], most, error);
  }

  private void figure(String what, String text, double right, double error) {
    soft.assertThat(ShownFigure.of(text).isOf(right / error, right * error))
        .as("%s: %s is shown, %s is right", what, text, right)
        .isTrue();
  }

  /** Values of a field, of the processor that a title names; by the second of what only rises. */
  private List<Double> values(String field, String title) {
    List<Double> values = new ArrayList<>();
    double before = Double.NaN;
    long last = 0;
    for (JsonNode sample : check.samples()) {
      String type = sample.get("type").asText().replaceAll("^sluice\\.|\\.\\d+$", "");
      JsonNode value = sample.path(field.replaceAll(".*\\.", ""));
      boolean isOf =
          !sample.has("cpuID") || title.contains(" " + sample.get("cpuID").asText() + " ");
      if (field.startsWith(type + ".") && !value.isMissingNode() && isOf) {
        long time = sample.get("timestamp").asLong();
        if (!type.equals("garbage_collection")) {
          values.add(value.asDouble());
        } else if (last > 0) {
          values.add((value.asDouble() - before) / ((time - last) / 1e9));
        }
        before = value.asDouble();
        last = time;
      }
    }
    return values;
  }

  private Map<Integer, List<Request>> slots() {
    JsonNode grid = check.model().get("heat");
    double from = Long.parseLong(check.model().get("begin").asText()) + grid.get("from").asDouble();
    Map<Integer, List<Request>> slots = new TreeMap<>();
    for (Request one : check.requests(true, one -> check.isOf(one, label))) {
      int slot = (int) Math.floor((one.begin() - from) / grid.get("width").asDouble());
      slots.computeIfAbsent(slot, absent -> new ArrayList<>()).add(one);
    }
    return slots;
  }

  private List<Double> requests(boolean isFailed) {
    JsonNode grid = check.model().get("heat");
    Map<Integer, List<Request>> slots = slots();
    List<Double> rates = new ArrayList<>();
    for (int slot = 0; slot < grid.get("slots").asInt(); slot++) {
      List<Request> of = slots.getOrDefault(slot, List.of());
      double count = isFailed ? ReportPageCheck.failed(of) : of.size();
      rates.add(count / (grid.get("width").asDouble() / 1e9));
    }
    return isFirstLeftOut() ? rates.subList(1, rates.size()) : rates;
  }

  /** A slot whose middle is before the first request is not drawn. */
  private boolean isFirstLeftOut() {
    JsonNode grid = check.model().get("heat");
    return grid.get("from").asDouble() + grid.get("width").asDouble() / 2 < 0;
  }

  private List<Double> latencies() {
    Map<Integer, List<Request>> slots = slots();
    if (isFirstLeftOut()) {
      slots.remove(0);
    }
    return slots.values().stream().map(of -> ReportPageCheck.quantile(of, 0.99)).toList();
  }
}
