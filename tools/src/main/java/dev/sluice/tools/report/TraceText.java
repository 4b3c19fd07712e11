package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceCounts;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Ids;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Traces in words. */
public final class TraceText {
  private TraceText() {}

  /** {@code trace 7 of shop, 2026-11-22T10:00:00.000Z, 1.23 ms, 6 calls} and what is wrong. */
  public static String head(Trace trace) {
    StringBuilder line =
        new StringBuilder("trace " + Ids.print(trace.id()) + " of " + RequestText.program(trace))
            .append(trace.session() == null ? "" : ", session " + SafeText.word(trace.session()))
            .append(", " + Instants.millis(trace.begin()))
            .append((trace.isCut() ? ", at least " : ", ") + Figures.nanos(trace.duration()))
            .append(", " + Figures.count(trace.calls(), "call"));
    if (trace.hasParent()) {
      line.append(", started by trace " + Ids.print(trace.parentTrace()));
    }
    int messages = TraceJson.remotes(trace, Remote.Kind.LINK).size();
    if (messages > 0) {
      line.append(", for " + Figures.count(messages, "message"));
    }
    return line.toString();
  }

  /** Returns what is wrong with a trace, or null. */
  public static String trouble(Trace trace) {
    if (trace.state() == TraceState.VALID) {
      return trace.isProven()
          ? null
          : "valid, but its last calls may be missing, because records of its producer were lost meanwhile";
    }
    List<String> parts = new ArrayList<>();
    if (trace.fault() != null) {
      parts.add(SafeText.line(trace.fault()));
    }
    for (Reason reason : trace.reasons()) {
      boolean causes = reason == Reason.DROPPED && !trace.dropCauses().isEmpty();
      parts.add(
          reason.text()
              + (causes ? " (" + SafeText.line(String.join(", ", trace.dropCauses())) + ")" : ""));
    }
    String missing =
        trace.missing() == 0 ? "" : "at least " + Figures.count(trace.missing()) + " missing; ";
    return trace.state().label() + ": " + missing + String.join("; ", parts);
  }

  /** {@code 47,300 traces: 47,298 valid, 2 incomplete (1 dropped, 1 gap), 0 broken}. */
  public static String counts(TraceCounts counts) {
    String reasons =
        counts.reasons().entrySet().stream()
            .map(entry -> Figures.count(entry.getValue()) + " " + entry.getKey().label())
            .collect(Collectors.joining(", "));
    return Figures.count(counts.traces(), "trace")
        + ": "
        + Figures.count(counts.traces(TraceState.VALID))
        + " valid"
        + (counts.unproven() == 0 ? "" : " (" + Figures.count(counts.unproven()) + " not proven)")
        + ", "
        + Figures.count(counts.traces(TraceState.INCOMPLETE))
        + " incomplete, "
        + Figures.count(counts.traces(TraceState.BROKEN))
        + " broken"
        + (reasons.isEmpty() ? "" : " (" + reasons + ")")
        + phrase(counts.backwards(), "call", " ended before it began: the clock went backwards")
        + phrase(counts.late(), "chunk", " arrived too late")
        + phrase(counts.forgotten(), "call", " from or to other programs did not fit into memory");
  }

  private static String phrase(long count, String what, String how) {
    return count == 0 ? "" : "; " + Figures.count(count, what) + how;
  }
}
