package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import dev.sluice.api.chunk.Ids;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Something that a reader of a recording should know. For one thread. */
public final class Finding {
  /** Share of the time of all requests below which a finding is only a note. */
  private static final double NOTED = 0.01;

  private final Rule rule;
  private Severity severity;
  private Confidence confidence = Confidence.CERTAIN;
  private String text;
  private double cost = Double.NaN;
  private double share = Double.NaN;
  private double failing = Double.NaN;
  private double weight;
  private int row;
  private String request;
  private String operation;
  private String place;
  private String trace;
  private String program;
  private long count = 1;
  private double value = 1;
  private final Map<String, Object> link = new LinkedHashMap<>();

  /** The rules; what each says of a recording is in docs/findings.md. */
  public enum Rule {
    MISSING("missing", "Records are missing, or the clock went backwards."),
    N_PLUS_1("n+1", "One call makes many calls of the same operation, one after another."),
    SERIAL("serial", "One call makes long calls of several operations, one after another."),
    FAN_OUT(
        "fan-out",
        "One call makes calls of a large number of operations, or starts a large number of traces."),
    SLOW_TAIL("slow-tail", "A few requests take many times as long as others of their kind."),
    BIMODAL(
        "bimodal", "Requests of one kind take either a short or a long time, with few in between."),
    EXPENSIVE("expensive", "A kind with few requests takes a large part of the total time."),
    GROWTH("growth", "Requests take longer and longer during the recording."),
    PAUSE("pause", "Several requests were slow at the same time."),
    FAILING("failing", "Requests end with an exception."),
    WARM_UP("warm-up", "The first requests take longer than later ones."),
    LOCK("lock", "Threads wait a long time for a lock."),
    SWALLOWED("swallowed", "Calls end with an exception that their callers do not pass on."),
    MEMORY("memory", "The heap after garbage collections keeps growing."),
    FULL("full", "Processors were fully used most of the time."),
    COLD_START("cold-start", "The first request of a kind takes many times as long as others.");

    private final String id;
    private String text;

    Rule(String id, String text) {
      this.id = id;
      this.text = text;
    }

    /** Returns the name for programs. */
    public String id() {
      return id;
    }

    /** Returns what it is about. */
    public String text() {
      return text;
    }
  }

  /** Severity of a finding: good to know, worth a check, or wrong figures. */
  public enum Severity {
    NOTE,
    WARNING,
    ERROR
  }

  /** Confidence in a finding. */
  public enum Confidence {
    CERTAIN,
    LIKELY,
    POSSIBLE
  }

  /** A sentence of these parts: whole numbers are counts, those with a fraction nanoseconds. */
  Finding(Rule rule, Severity severity, String format, Object... parts) {
    this.rule = rule;
    this.severity = severity;
    text = String.format(format, Arrays.stream(parts).map(Finding::figure).toArray());
  }

  private static Object figure(Object part) {
    return part instanceof Long count
        ? Figures.count(count)
        : part instanceof Double nanos ? Figures.nanos(nanos) : part;
  }

  /** Goes on with the sentence. */
  Finding more(String format, Object... parts) {
    text += String.format(format, parts);
    return this;
  }

  /** Returns what it costs, nanoseconds of the time of all requests. */
  Finding cost(double nanos, double ofAll) {
    cost = nanos;
    share = ofAll > 0 ? nanos / ofAll : Double.NaN;
    severity = share < NOTED ? Severity.NOTE : severity;
    return weight(Double.isNaN(share) ? 0 : share);
  }

  /** Returns which part of the requests or calls that it is about fails, from 0 to 1. */
  Finding failing(double part) {
    failing = part;
    return weight(part);
  }

  /** Its place in the order of findings of one severity, from 0 to 1. */
  Finding weight(double part) {
    weight = part;
    return this;
  }

  Finding row(int number) {
    row = number;
    return this;
  }

  Finding sure(Confidence sure) {
    confidence = sure;
    return this;
  }

  /** Takes back that it is likely; what is certain remains so. */
  void doubt() {
    confidence = confidence == Confidence.LIKELY ? Confidence.POSSIBLE : confidence;
  }

  /** Sets the number of occurrences, and the value that {@link Conditions} compare. */
  Finding count(long times, double compared) {
    count = times;
    value = compared;
    return this;
  }

  /**
   * Returns where it is: a row and an operation; and the trace that is an example, null for none.
   */
  Finding at(ReportModel model, int row, String signature, Trace example) {
    request = model.figures.rows().get(row).name();
    operation = signature;
    boolean isWithin = signature != null && !signature.equals(request);
    String kind = isWithin ? " in " + model.label(request) : "";
    place = signature == null ? null : model.label(signature) + kind;
    trace = example == null ? null : Ids.print(example.id());
    if (example != null && model.hasSeveralPrograms()) {
      program = RequestText.program(example);
      text += " In a trace of " + program + ".";
    }
    String key = example == null ? null : model.key(example);
    return link("req", row).link("op", model.operations.of(signature)).link("trace", key);
  }

  /** Returns what the page shows of it, besides. */
  Finding link(String name, Object state) {
    link.put(name, state);
    link.values().removeIf(one -> one == null);
    return this;
  }

  /** Returns the fields for programs. */
  JsonObject json() {
    JsonObject json = new JsonObject();
    json.put("rule", rule.id);
    json.put("severity", severity.ordinal() + 1);
    json.put("text", text);
    json.put("cost", Double.isNaN(cost) ? null : Math.round(cost));
    json.put("share", share);
    json.put("confidence", sureness());
    json.put("trace", trace);
    json.put("program", program);
    json.put("count", count);
    json.put("row", row);
    json.put("failing", failing);
    return json;
  }

  /** Returns the fields of the page. */
  JsonObject json(ReportModel model) {
    JsonObject json = json();
    json.put("request", link.getOrDefault("req", -1));
    json.put("op", model.operations.of(operation));
    json.put("link", link);
    return json;
  }

  /** Returns what kind of thing it is. */
  public Rule rule() {
    return rule;
  }

  /** Returns how much it matters. */
  public Severity severity() {
    return severity;
  }

  /** Returns a sentence. */
  public String text() {
    return text;
  }

  /** Nanoseconds of the time of all requests; NaN if that is not known. */
  public double cost() {
    return cost;
  }

  /**
   * Returns whether the finding has the given rule, one occurrence, and the given trace as its
   * example.
   */
  boolean isOnly(Rule of, long id) {
    return rule == of && count == 1 && Ids.print(id).equals(trace);
  }

  /** Returns where it is, and its cost; the sentence if it is nowhere. */
  String brief() {
    String nanos = Double.isNaN(cost) ? "" : " (" + Figures.nanos(cost) + ")";
    return place == null ? text : place + nanos;
  }

  /**
   * Returns which part of the requests or calls that it is about fails; NaN if it is about others.
   */
  public double failing() {
    return failing;
  }

  double weight() {
    return weight;
  }

  /** Number of its row: findings of one rule and severity share one. */
  public int row() {
    return row;
  }

  /** Returns how sure it is, for people. */
  public String sureness() {
    return confidence.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the kind of request, or null. */
  public String request() {
    return request;
  }

  /** Returns the signature of the operation, or null. */
  public String operation() {
    return operation;
  }

  /** Returns the id of an example, or null. */
  public String trace() {
    return trace;
  }

  /** Returns whether it is of that rule, kind of request and operation. */
  boolean isOf(Rule of, String kind, String signature) {
    return rule == of && signature.equals(operation) && kind.equals(request);
  }

  /** Returns what is compared by {@link Conditions}. */
  double value() {
    return value;
  }
}
