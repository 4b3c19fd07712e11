package dev.sluice.contexts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.contexts.Load.Sent;
import dev.sluice.contexts.Truth.Begun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the command says of requests, beside what happened. */
final class Comparison {
  /** Place of an execution; the place that called, there the operation that did, and its own. */
  private static final Map<String, List<String>> PLACES =
      Map.of(
          "client", List.of("", "", "Client.request"),
          "front", List.of("client", "Client.request", "Service.handle Service.call"),
          "middle", List.of("front", "Service.call", "Service.handle Service.call"),
          "sender", List.of("middle", "Service.handle", "Service.send"),
          "back", List.of("middle", "Service.call", "Service.handle"),
          "topic", List.of("middle", "Service.send", "Service.consumed"));

  private final Truth truth;
  private final Map<String, List<JsonNode>> answers = new HashMap<>();
  private final Set<String> trees = new HashSet<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, Integer> reasons = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int open;

  Comparison(Truth truth) {
    this.truth = truth;
  }

  /** Takes the requests of an answer that are not known. */
  void add(JsonNode answer) {
    for (JsonNode request : answer.get("requests")) {
      JsonNode first = request.get("traces").get(0);
      if (trees.add(first.get("producerId").asText() + first.get("id").asText())) {
        answers
            .computeIfAbsent(request.get("w3cTrace").asText(), absent -> new ArrayList<>())
            .add(request);
      }
    }
  }

  /** Compares what is told of a request with what happened. */
  void compare(int number, Sent sent) {
    List<JsonNode> all = answers.remove(sent.w3cTrace());
    if (all == null) {
      wrong.add(number + ": no answer");
      return;
    }
    boolean isComplete = all.stream().anyMatch(one -> one.get("complete").asBoolean());
    int before = wrong.size();
    Map<String, Integer> seen = new HashMap<>();
    Set<String> unanswered = new HashSet<>();
    boolean isPartial = false;
    for (JsonNode one : all) {
      for (JsonNode trace : one.get("traces")) {
        String place = place(number, sent, trace);
        if (place == null) {
          return;
        }
        seen.merge(place, 1, Integer::sum);
        isPartial |= !trace.get("state").asText().equals("valid");
        parent(number, place, trace, one, isComplete);
        for (JsonNode call : trace.path("remoteCalls")) {
          List<Begun> answered = truth.of(call.get("span").asText());
          if (answered.isEmpty()) {
            unanswered.add(call.get("span").asText());
          } else if (answered.get(0).number() != number) {
            wrong.add(number + ": " + place + " has a call of " + answered.get(0));
          }
        }
      }
      open += one.get("open").size();
      for (JsonNode lack : one.get("lacks")) {
        reasons.merge(
            lack.get("lack").asText()
                + ": "
                + lack.get("text").asText().replaceAll("[0-9a-f]{16}", "#"),
            1,
            Integer::sum);
      }
      if (!one.get("complete").asBoolean() && one.get("lacks").isEmpty()) {
        wrong.add(number + ": incomplete without a reason");
      }
    }
    Map<String, Integer> happened = new HashMap<>(Map.of("client", 1));
    truth.of(number).forEach(begun -> happened.merge(begun.place(), 1, Integer::sum));
    for (String place : seen.keySet()) {
      if (seen.get(place) > happened.getOrDefault(place, 0)) {
        wrong.add(number + ": more of " + place + " than happened");
      }
    }
    if (isComplete && (all.size() > 1 || !seen.equals(happened))) {
      wrong.add(number + ": complete with " + seen + " of " + happened);
    }
    if (wrong.size() > before) {
      return;
    }
    String kind = "complete";
    if (!seen.equals(happened)) {
      kind = "incomplete, traces are lost";
    } else if (isPartial) {
      kind = "incomplete, a trace is not whole";
    } else if (!unanswered.isEmpty()) {
      kind = "incomplete, nobody answered a call";
    } else if (!isComplete) {
      kind = "incomplete, nothing is missing";
    }
    counts.merge(kind + (all.size() > 1 ? ", in " + all.size() + " trees" : ""), 1, Integer::sum);
  }

  /** Where a trace belongs; null if it is not of the request. */
  private String place(int number, Sent sent, JsonNode trace) {
    String producer = trace.get("producer").asText();
    JsonNode from = trace.path("remoteParent");
    if (producer.equals("client")) {
      boolean isOurs =
          trace.get("remoteCalls").size() == 1
              && trace.get("remoteCalls").get(0).get("span").asText().equals(sent.span());
      if (!isOurs || !from.isNull()) {
        wrong.add(number + ": the client's trace is of another request");
      }
      return "client";
    }
    if (producer.equals("middle") && from.path("span").isMissingNode()) {
      return "sender"; // which has its place below a trace that is looked at
    }
    List<Begun> begun = truth.of(from.path("span").asText());
    String place = begun.isEmpty() ? "none" : begun.get(0).place();
    boolean isRight =
        !begun.isEmpty()
            && begun.get(0).number() == number
            && producer.equals(place.equals("topic") ? "back" : place)
            && from.get("w3cTrace").asText().equals(sent.w3cTrace());
    if (!isRight) {
      wrong.add(number + ": a trace of " + producer + " is of " + begun);
      return null;
    }
    return place;
  }

  /** Looks at what is above a trace, and at its own executions. */
  private void parent(
      int number, String place, JsonNode trace, JsonNode request, boolean isComplete) {
    List<String> expected = PLACES.get(place);
    List<String> own = new ArrayList<>();
    trace.get("calls").forEach(call -> own.add(name(call)));
    if (isComplete && !String.join(" ", own).equals(expected.get(2))) {
      wrong.add(number + ": complete with " + own + " in " + place);
    }
    JsonNode above = trace.get("above");
    if (above.isNull()) {
      if (isComplete && !place.equals("client")) {
        wrong.add(number + ": complete with nothing above " + place);
      }
      return;
    }
    for (JsonNode one : request.get("traces")) {
      if (one.get("id").equals(above.get("trace"))
          && one.get("producerId").equals(above.get("producerId"))) {
        String caller = "";
        for (JsonNode call : one.get("calls")) {
          caller = call.get("order").equals(trace.get("caller")) ? name(call) : caller;
        }
        boolean isRight =
            one.get("producer").asText().equals(expected.get(0))
                && (caller.equals(expected.get(1)) || !isComplete && trace.get("caller").isNull());
        if (!isRight) {
          wrong.add(number + ": " + place + " is below " + above + " " + caller);
        }
        return;
      }
    }
    wrong.add(number + ": above " + place + " is no trace of the request");
  }

  /** Class and method. */
  private static String name(JsonNode call) {
    return call.get("operation").asText().replaceAll(".*?(\\w+\\.\\w+)\\(.*", "$1");
  }

  /** What is wrong. */
  List<String> wrong() {
    return wrong;
  }

  /** How many requests were told to be what. */
  Map<String, Integer> counts() {
    return counts;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    counts.forEach((what, count) -> text.append("  %6d %s%n".formatted(count, what)));
    text.append("  %6d wrong%n".formatted(wrong.size()));
    text.append("  %6d times a producer without an end was named%n".formatted(open));
    reasons.forEach((what, count) -> text.append("    %6d × %s%n".formatted(count, what)));
    return text.toString();
  }
}
