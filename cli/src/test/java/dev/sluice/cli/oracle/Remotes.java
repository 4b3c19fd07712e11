package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.oracle.Emission.Fate;
import dev.sluice.cli.oracle.Producer.Probe;
import dev.sluice.monitoring.records.RemoteCallReader;
import dev.sluice.monitoring.records.RemoteParentReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Calls from program to program, and whether {@code trace} puts their traces together. A call is
 * made when nothing but its execution's end follows in its trace.
 */
final class Remotes {
  private static final String CAUSE = "ring_full";

  private final Program program;
  final Map<Call.Tree, Producer> producers = new HashMap<>();
  final Map<Call.Tree, Verdict> verdicts = new HashMap<>();

  /** Trees that took a message among others. */
  private final Map<Sent, List<Call.Tree>> receivers;

  /**
   * A call that was made.
   *
   * @param to the tree that works for it, or null
   */
  record Sent(Call by, long span, Call.Tree to, Emission record) {}

  Remotes(Program program) {
    this.program = program;
    for (Producer producer : program.producers) {
      producer.trees.forEach(tree -> producers.put(tree, producer));
    }
    Verdict.of(program).forEach(verdict -> verdicts.put(verdict.tree, verdict));
    producers.forEach(
        (tree, producer) -> {
          boolean took = tree.taken.stream().anyMatch(one -> came(one.record()));
          if (isRemote(tree) || took || tree.parent != null && came(tree.announcement)) {
            verdicts.putIfAbsent(tree, new Verdict(producer, tree)); // it began, and that is all
          }
        });
    receivers = Messages.receivers(verdicts.keySet());
  }

  private static boolean came(Emission record) {
    return record != null && record.came();
  }

  /** Lets some trees be called by those before them, and others by who is not recorded. */
  static void draw(Program program, Random random) {
    List<Call.Tree> before = new ArrayList<>();
    Map<Call.Tree, Producer> producers = new HashMap<>();
    long span = random.nextLong();
    long high = random.nextLong();
    program.w3cHigh = high;
    for (Producer producer : program.producers) {
      if (!producer.has(Probe.EXECUTION) && !producer.has(Probe.EVENTS)) {
        continue;
      }
      for (Call.Tree tree : producer.trees) {
        tree.w3cTrace = tree.parent != null ? tree.parent.w3cTrace : ++span;
        boolean isCalled = tree.parent == null && random.nextInt(2) == 0;
        Sent sent = null;
        if (isCalled && !before.isEmpty() && random.nextInt(8) > 0) {
          Call.Tree caller = before.get(random.nextInt(before.size()));
          long id = program.span(caller.w3cTrace, ++span);
          sent = send(program, producers.get(caller), caller, tree, id, random);
        }
        if (sent != null) {
          tree.w3cTrace = sent.by.tree.w3cTrace;
          tree.caller = sent;
        }
        if (sent != null || isCalled && random.nextInt(8) == 0) {
          long id = sent == null ? program.span(tree.w3cTrace, ++span) : sent.span;
          came(producer, tree, high, id, program.losses, random);
        }
        if (random.nextInt(16) == 0) {
          send(program, producer, tree, null, program.span(tree.w3cTrace, ++span), random);
        }
        before.add(tree);
        producers.put(tree, producer);
      }
    }
  }

  static Sent send(
      Program program, Producer producer, Call.Tree from, Call.Tree to, long span, Random random) {
    Call drawn = from.calls.get(random.nextInt(from.calls.size()));
    boolean leaves = program.leaving != null && program.leaving.nextBoolean();
    Call by = leaves ? longest(from) : drawn;
    Emission end = by.execution != null ? by.execution : by.after;
    if (end == null) {
      return null;
    }
    int order = order(producer, from, by);
    String medium = random.nextInt(3) == 0 ? "kafka" : "http";
    long time = leaves ? last(by) : by.end;
    Object[] values = {
      time, from.id, order, by.depth + 1, program.w3cHigh, from.w3cTrace, span, medium
    };
    int at = Math.min(since(producer, time + 1), producer.emitted.indexOf(end));
    Random losing = program.losses ? random : null;
    Emission record = insert(producer, at, RemoteCallReader.TYPE, time, losing, values);
    Sent sent = new Sent(by, span, to, record);
    from.sent.add(sent);
    return sent;
  }

  /** The call that waits for longest after its last call returned. */
  private static Call longest(Call.Tree tree) {
    return Collections.max(
        tree.calls, Comparator.comparingLong(one -> one.ended ? one.end - last(one) : -1));
  }

  /** When the last call that it made returned, or it began. */
  private static long last(Call by) {
    return by.callees.stream().mapToLong(one -> one.end).max().orElse(by.begin);
  }

  /** The order index of the last that happened in the tree before that call ends. */
  static int order(Producer producer, Call.Tree tree, Call by) {
    return producer.has(Probe.EVENTS)
        ? (by.after == null ? -1 : (Integer) by.after.values.get(2) - 1)
        : tree.calls.stream()
            .filter(one -> isWithin(one, by))
            .mapToInt(one -> one.order)
            .max()
            .orElseThrow();
  }

  private static boolean isWithin(Call one, Call by) {
    Call at = one;
    while (at != null && at != by) {
      at = at.caller;
    }
    return at == by;
  }

  private static void came(
      Producer producer, Call.Tree tree, long high, long span, boolean losses, Random random) {
    long begin = tree.calls.get(0).begin;
    int at = since(producer, begin);
    Object[] values = {begin, tree.id, -1, 0, false, high, tree.w3cTrace, span};
    tree.came =
        insert(producer, at, RemoteParentReader.TYPE, begin, losses ? random : null, values);
  }

  /** The place of the first record of that time or later. */
  static int since(Producer producer, long time) {
    int at = 0;
    while (at < producer.emitted.size() && producer.emitted.get(at).time < time) {
      at++;
    }
    return at;
  }

  /** The record shares the fate of the one behind it, or is dropped alone. */
  static Emission insert(
      Producer producer, int at, RecordType type, long time, Random random, Object... values) {
    List<Emission> all = producer.emitted;
    Emission record = new Emission(type, time, null, Arrays.asList(values));
    Emission like = all.get(Math.min(at, all.size() - 1));
    record.fate = like.fate;
    record.cause = like.cause;
    boolean isFollowed = all.subList(at, all.size()).stream().anyMatch(Emission::came);
    if (random != null && random.nextInt(8) == 0 && record.came() && isFollowed) {
      record.fate = Fate.DROPPED;
      record.cause = CAUSE;
    }
    all.add(at, record);
    return record;
  }

  /** Records of trees of which nothing else came. */
  static long alone(Program program) {
    Set<Call.Tree> known = new HashSet<>();
    Verdict.of(program).forEach(verdict -> known.add(verdict.tree));
    return program.producers.stream()
        .flatMap(producer -> producer.trees.stream())
        .filter(tree -> !known.contains(tree))
        .mapToLong(
            tree ->
                tree.sent.stream().filter(sent -> sent.record.came()).count()
                    + tree.taken.stream().filter(one -> one.record().came()).count()
                    + (tree.came != null && tree.came.came() ? 1 : 0))
        .sum();
  }

  /** Calls and messages of which the records of both sides came. */
  static long joined(Program program) {
    return program.foreign ? 0 : both(program);
  }

  private static long both(Program program) {
    return program.producers.stream()
        .flatMap(producer -> producer.trees.stream())
        .mapToLong(
            tree ->
                tree.sent.stream()
                        .filter(one -> one.record.came() && one.to != null && one.to.came.came())
                        .count()
                    + tree.taken.stream()
                        .filter(one -> one.from() != null && one.from().record.came())
                        .filter(one -> one.record().came())
                        .count())
        .sum();
  }

  /** Whether the requests are those that happened. */
  static void check(Program program, JsonNode answer) {
    Remotes remotes = new Remotes(program);
    JsonNode requests = answer.get("requests");
    Set<Set<String>> right = new HashSet<>();
    Map<String, Call.Tree> trees = new HashMap<>();
    remotes.verdicts.keySet().forEach(tree -> trees.put(remotes.key(tree), tree));
    for (Verdict verdict : Verdict.of(program)) {
      Call.Tree tree = verdict.tree;
      Set<Call.Tree> together = remotes.together(tree);
      if (together.stream().anyMatch(Remotes::isRemote)) {
        Set<String> keys = new TreeSet<>();
        together.forEach(one -> keys.add(remotes.key(one)));
        right.add(keys);
      }
    }
    for (JsonNode trace : answer.get("traces")) {
      Messages.check(trees.get(key(trace, "id")), trace);
    }
    Set<JsonNode> clocks = new HashSet<>();
    requests.forEach(request -> request.get("clocks").forEach(clocks::add));
    Clocks.check(program, clocks, false);
    Set<Set<String>> said = new HashSet<>();
    for (JsonNode request : requests) {
      Set<String> keys = new TreeSet<>();
      request.get("traces").forEach(trace -> keys.add(key(trace, "id")));
      said.add(keys);
      Set<String> linked = new TreeSet<>();
      Set<String> lacks = new TreeSet<>();
      boolean complete = true;
      boolean isSure = !program.losses;
      for (JsonNode trace : request.get("traces")) {
        Call.Tree tree = trees.get(key(trace, "id"));
        complete &= remotes.isComplete(tree);
        isSure &= !remotes.isMixed(tree);
        remotes.checkPlace(tree, trace);
        remotes.lacks(tree, lacks);
        for (Call.Tree receiver : remotes.receivers(tree)) {
          linked.add(remotes.key(receiver));
          isSure &= !remotes.isMixed(receiver);
        }
      }
      Set<String> links = new TreeSet<>();
      request.get("linked").forEach(trace -> links.add(key(trace, "trace")));
      assertThat(links).as("traces that work for one of several messages").isEqualTo(linked);
      assertThat(said(request.get("lacks"))).as("what is missing").isEqualTo(lacks);
      if (isSure || !complete) {
        assertThat(request.get("complete").asBoolean()).as("%s", request).isEqualTo(complete);
      }
      assertThat(request.get("lacks").isEmpty()).isEqualTo(request.get("complete").asBoolean());
    }
    assertThat(said).as("requests").isEqualTo(right);
  }

  /** What is missing that is about two traces. */
  private static Set<String> said(JsonNode lacks) {
    Set<String> said = new TreeSet<>();
    for (JsonNode lack : lacks) {
      if (List.of("called", "caller", "starter").contains(lack.get("lack").asText())) {
        said.add(
            lack.get("lack").asText() + " " + key(lack, "trace") + " " + lack.get("span").asText());
      }
    }
    return said;
  }

  private void lacks(Call.Tree tree, Set<String> lacks) {
    for (Sent sent : tree.sent) {
      if (sent.record.came() && !isAnswered(sent)) {
        lacks.add("called " + key(tree) + " " + Ids.print(sent.span));
      }
    }
    boolean isCalled = tree.came != null && tree.came.came();
    if (isCalled && above(tree) == null) {
      lacks.add("caller " + key(tree) + " " + Ids.print((Long) tree.came.values.get(7)));
    } else if (!isCalled
        && tree.parent != null
        && verdicts.get(tree).announced
        && above(tree) == null) {
      lacks.add("starter " + key(tree) + " null");
    }
  }

  boolean isAnswered(Sent sent) {
    return receivers.containsKey(sent)
        || sent.to != null && sent.to.came.came() && verdicts.containsKey(sent.to);
  }

  List<Call.Tree> receivers(Call.Tree tree) {
    return tree.sent.stream()
        .flatMap(sent -> receivers.getOrDefault(sent, List.of()).stream())
        .distinct()
        .toList();
  }

  /** Trees that were called by another of which all came, too. */
  static List<Call.Tree> called(Program program) {
    Remotes remotes = new Remotes(program);
    return remotes.verdicts.keySet().stream()
        .filter(tree -> tree.caller != null && remotes.above(tree) != null)
        .filter(tree -> remotes.isComplete(tree) && remotes.isComplete(remotes.above(tree)))
        .toList();
  }

  private String key(Call.Tree tree) {
    return Ids.print(producers.get(tree).id) + " " + Ids.print(tree.id);
  }

  private static String key(JsonNode trace, String id) {
    return trace.get("producerId").asText() + " " + trace.get(id).asText();
  }

  static boolean isRemote(Call.Tree tree) {
    return tree.came != null && tree.came.came()
        || tree.sent.stream().anyMatch(sent -> sent.record.came());
  }

  /** The tree that called or started it, as far as the records that came tell; else null. */
  Call.Tree above(Call.Tree tree) {
    Call.Tree above = null;
    if (tree.caller != null && tree.came.came() && tree.caller.record.came()) {
      above = tree.caller.by.tree;
    } else if (tree.parent != null && verdicts.get(tree).announced) {
      above = tree.parent;
    }
    return verdicts.containsKey(above) ? above : null;
  }

  private Set<Call.Tree> together(Call.Tree of) {
    Call.Tree top = of;
    while (above(top) != null) {
      top = above(top);
    }
    Set<Call.Tree> together = new HashSet<>();
    for (Call.Tree tree : verdicts.keySet()) {
      Call.Tree at = tree;
      while (above(at) != null) {
        at = above(at);
      }
      if (at == top) {
        together.add(tree);
      }
    }
    return together;
  }

  /** Whether all of it came, of those that it called and of who called it, too. */
  private boolean isComplete(Call.Tree tree) {
    boolean isWhole = verdicts.get(tree).whole;
    boolean isTop = tree.came == null && tree.parent == null;
    boolean isBelow = isTop || above(tree) != null;
    boolean areCallsThere =
        tree.sent.stream().allMatch(sent -> sent.record.came() && isAnswered(sent));
    boolean areReceiversWhole =
        receivers(tree).stream().allMatch(receiver -> verdicts.get(receiver).whole);
    return isWhole && isBelow && areCallsThere && areReceiversWhole;
  }

  /** Where events and executions tell of one trace, places in it are not known. */
  boolean isMixed(Call.Tree tree) {
    Producer producer = producers.get(tree);
    return producer.has(Probe.EVENTS) && producer.has(Probe.EXECUTION);
  }

  private void checkPlace(Call.Tree tree, JsonNode trace) {
    Call.Tree above = above(tree);
    JsonNode said = trace.get("above");
    assertThat(said.isNull() ? null : key(said, "trace"))
        .as("above")
        .isEqualTo(above == null ? null : key(above));
    boolean isCalled = above != null && tree.parent == null;
    Call starter = above == null ? null : isCalled ? tree.caller.by : tree.starter;
    if (!trace.get("caller").isNull()) {
      Verdict verdict = verdicts.get(above);
      if (!verdict.events || verdict.hasAll()) {
        assertThat(trace.get("caller").asInt()).as("caller").isEqualTo(starter.order);
      }
    } else if (above != null) {
      boolean isPlaced = verdicts.get(above).whole && !isMixed(above);
      assertThat(isPlaced).as("a place that is not known of %s", tree.id).isFalse();
    }
  }
}
