package dev.sluice.tools.report;

import dev.sluice.analysis.services.ClockOffset;
import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Request;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.api.chunk.Ids;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Requests through several programs in words. */
public final class RequestText {
  private static final int MAX_LINES = 10;

  private RequestText() {}

  /** Returns the program that a trace is of. */
  public static String program(Trace trace) {
    String name = trace.producerName();
    return name == null ? Ids.print(trace.producer()) : SafeText.word(name);
  }

  /** {@code request 4bf9…, 3 traces of shop and stock: complete}, or what it lacks, in lines. */
  public static List<String> lines(Request request, boolean isAllThere) {
    List<Trace> traces = request.traces();
    Set<String> programs = new LinkedHashSet<>();
    traces.forEach(trace -> programs.add(program(trace)));
    List<String> lines = new ArrayList<>();
    lines.add(
        "request %s, %s of %s: %scomplete"
            .formatted(
                request.w3cTrace(),
                Figures.count(traces.size(), "trace"),
                and(programs),
                request.isComplete() ? "" : "in"));
    List<Request.Flaw> flaws = request.flaws();
    flaws.stream().limit(MAX_LINES).forEach(flaw -> lines.add("  " + lack(flaw, isAllThere)));
    if (flaws.size() > MAX_LINES) {
      lines.add("  … " + Figures.count(flaws.size() - MAX_LINES) + " more of this kind");
    }
    request.open().stream().limit(MAX_LINES).forEach(one -> lines.add("  " + open(one)));
    for (Trace linked : request.linked()) {
      long messages = TraceJson.remotes(linked, Remote.Kind.LINK).size();
      lines.add(
          "  trace %s of %s works for %s, among them one of this request"
              .formatted(
                  Ids.print(linked.id()), program(linked), Figures.count(messages, "message")));
    }
    return lines;
  }

  private static String and(Collection<String> names) {
    List<String> some = new ArrayList<>(names);
    String last = some.remove(some.size() - 1);
    return some.isEmpty() ? last : String.join(", ", some) + " and " + last;
  }

  /**
   * Returns what is missing.
   *
   * @param isAllThere whether nothing of what is read was lost
   */
  static String lack(Request.Flaw flaw, boolean isAllThere) {
    Trace trace = flaw.trace();
    String of = "trace " + Ids.print(trace.id()) + " of " + program(trace);
    String lost = isAllThere ? "" : ", or its records are lost";
    Remote remote = flaw.remote();
    return switch (flaw.lack()) {
      case TRACE -> {
        String trouble = TraceText.trouble(trace);
        yield of
            + (trouble == null ? ": calls may be missing, records were lost" : " is " + trouble);
      }
      case CALLED ->
          "%s: no trace belongs to its %s %s; the called program is not monitored, not in this source, or did not pass the id on%s"
              .formatted(
                  of,
                  Remote.MESSAGE.equals(remote.medium()) ? "message" : "call",
                  Ids.print(remote.span().id()),
                  lost);
      case CALLER ->
          "%s: the call %s that caused it is unknown; the calling program is not monitored or not in this source%s"
              .formatted(of, Ids.print(remote.span().id()), lost);
      case STARTER ->
          "%s: trace %s, which started it, is missing"
              .formatted(of, Ids.print(trace.parentTrace()));
      case NO_END ->
          of + ": its producer has no end; what the trace did in other threads may be missing";
      case AGAIN ->
          "%s: message %s may have been handled before, by another one of the program that has no end"
              .formatted(of, Ids.print(remote.span().id()));
      case PLACE -> of + ": which call of the other trace made it is not known";
    };
  }

  private static String open(Request.Open one) {
    String id = Ids.print(one.producer());
    return "%s has no end: it was killed, or still runs; what it did since %s may be missing"
        .formatted(
            one.name() == null ? id : SafeText.word(one.name()) + " (" + id + ")",
            Instants.millis(one.from()));
  }

  /** {@code shop → stock: their clocks differ by −3.20 ms ± 400 µs, 812 calls}. */
  public static String clock(ClockOffset offset) {
    String pair =
        SafeText.word(offset.pair().fromName()) + " → " + SafeText.word(offset.pair().toName());
    String calls =
        offset.agreeing() == offset.calls()
            ? Figures.count(offset.calls(), "call")
            : "%s of %s"
                .formatted(Figures.count(offset.agreeing()), Figures.count(offset.calls(), "call"));
    if (!offset.isBounded()) {
      return "%s: the clock there is ahead by at most %s, %s"
          .formatted(pair, Figures.nanos(offset.most()), calls);
    }
    double half = (offset.most() - offset.least()) / 2.0;
    return "%s: their clocks differ by %s ± %s, %s"
        .formatted(pair, Figures.nanos(offset.least() + half), Figures.nanos(half), calls);
  }
}
