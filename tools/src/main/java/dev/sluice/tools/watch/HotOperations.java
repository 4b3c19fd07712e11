package dev.sluice.tools.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.tools.report.OperationNames;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The operations with the most self time of several statistics, which stay as they are. */
final class HotOperations {
  private static final int MOST = 50;

  /** A name may have a megabyte. */
  private static final int MOST_CHARACTERS = 500;

  private final Map<String, Hot> bySignature = new HashMap<>();

  /** An operation and what each of the statistics has of it. */
  private static final class Hot {
    private final String signature;
    private final OperationFigures[] parts;
    private long self;
    private long total;

    Hot(String signature, int parts) {
      this.signature = signature;
      this.parts = new OperationFigures[parts];
    }

    long self() {
      return self;
    }

    long total() {
      return total;
    }

    String signature() {
      return signature;
    }
  }

  private HotOperations(List<OperationStatistics> parts) {
    for (int i = 0; i < parts.size(); i++) {
      int part = i;
      parts
          .get(i)
          .all()
          .forEach(
              figures -> {
                Hot hot =
                    bySignature.computeIfAbsent(
                        figures.signature(), signature -> new Hot(signature, parts.size()));
                hot.parts[part] = figures;
                hot.self += figures.self();
                hot.total += figures.total();
              });
    }
  }

  /** Writes an array of that name and returns how many operations there are. */
  static int write(String name, List<OperationStatistics> parts, JsonGenerator json)
      throws IOException {
    HotOperations hot = new HotOperations(parts);
    hot.write(name, json);
    return hot.bySignature.size();
  }

  private void write(String name, JsonGenerator json) throws IOException {
    List<Hot> hottest =
        bySignature.values().stream()
            .sorted(
                Comparator.comparingLong(Hot::self)
                    .thenComparing(Hot::total)
                    .reversed()
                    .thenComparing(Hot::signature))
            .limit(MOST)
            .toList();
    long self = bySignature.values().stream().mapToLong(Hot::self).sum();
    UnaryOperator<String> names = OperationNames.of(hottest.stream().map(Hot::signature));
    json.writeArrayFieldStart(name);
    for (Hot hot : hottest) {
      json.writeStartObject();
      json.writeStringField("name", cut(names.apply(hot.signature)));
      json.writeStringField("operation", cut(hot.signature));
      figures(hot, self, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void figures(Hot hot, long allSelf, JsonGenerator json) throws IOException {
    Durations durations = new Durations(false);
    long placed = 0;
    for (OperationFigures part : hot.parts) {
      if (part != null) {
        durations.merge(part.durations());
        placed += part.placed();
      }
    }
    boolean hasQuantiles = durations.inQuantiles() > 0;
    json.writeNumberField("calls", durations.calls());
    json.writeNumberField("failed", durations.failed());
    known("self", placed > 0, hot.self, json);
    known("share", placed > 0 && allSelf > 0, (double) hot.self / allSelf, json);
    json.writeNumberField("total", durations.total());
    known("mean", durations.calls() > 0, Math.round(durations.mean()), json);
    known("p50", hasQuantiles, durations.quantile(0.5), json);
    known("p99", hasQuantiles, durations.quantile(0.99), json);
    known("max", durations.calls() > 0, durations.max(), json);
  }

  private static void known(String name, boolean isKnown, double value, JsonGenerator json)
      throws IOException {
    if (!isKnown) {
      json.writeNullField(name);
    } else if (value == Math.rint(value)) {
      json.writeNumberField(name, (long) value);
    } else {
      json.writeNumberField(name, value);
    }
  }

  /** The beginning of a text that is very long. */
  static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
  }
}
