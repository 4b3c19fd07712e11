package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.chunk.Ids;
import dev.sluice.cli.oracle.Producer.Probe;
import dev.sluice.monitoring.records.RemoteParentReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Messages that a program takes several of at once, so that none of them is the parent. */
final class Messages {
  private Messages() {}

  /**
   * A message.
   *
   * @param from what sent it; null if that is not recorded
   * @param request the second half of its request's id
   */
  record Taken(Remotes.Sent from, long request, long span, Emission record) {}

  /** Lets some trees work for several messages, those that they begin with or take meanwhile. */
  static void draw(Program program, Random random) {
    if (random.nextBoolean()) {
      return;
    }
    Map<Call.Tree, Producer> before = new HashMap<>();
    List<Call.Tree> trees = new ArrayList<>();
    for (Producer producer : program.producers) {
      if (!producer.has(Probe.EXECUTION) && !producer.has(Probe.EVENTS)) {
        continue;
      }
      for (Call.Tree tree : producer.trees) {
        if (!trees.isEmpty() && tree.came == null && random.nextInt(5) == 0) {
          boolean begins = tree.parent == null && random.nextInt(3) > 0;
          for (int i = 2 + random.nextInt(3); i > 0; i--) {
            Call.Tree by = trees.get(random.nextInt(trees.size()));
            long span = random.nextLong();
            Remotes.Sent sent =
                random.nextInt(5) == 0
                    ? null
                    : Remotes.send(
                        program, before.get(by), by, null, program.span(by.w3cTrace, span), random);
            long request = sent == null ? random.nextLong() : by.w3cTrace;
            long id = sent == null ? program.span(request, span) : sent.span();
            take(program, producer, tree, begins, new Taken(sent, request, id, null), random);
          }
        }
        trees.add(tree);
        before.put(tree, producer);
      }
    }
  }

  private static void take(
      Program program,
      Producer producer,
      Call.Tree tree,
      boolean begins,
      Taken message,
      Random random) {
    Call by = tree.calls.get(random.nextInt(tree.calls.size()));
    Emission end = by.execution != null ? by.execution : by.after;
    if (!begins && end == null) {
      return;
    }
    long time = begins ? tree.calls.get(0).begin : by.end;
    int order = begins ? 0 : Remotes.order(producer, tree, by);
    int depth = begins ? 0 : by.depth + 1;
    Object[] values = {
      time, tree.id, order, depth, true, program.w3cHigh, message.request, message.span
    };
    int at = begins ? Remotes.since(producer, time) : producer.emitted.indexOf(end);
    Emission record =
        Remotes.insert(
            producer, at, RemoteParentReader.TYPE, time, program.losses ? random : null, values);
    tree.taken.add(new Taken(message.from, message.request, message.span, record));
  }

  /** Of these trees, those that took a message of a call, by call. */
  static Map<Remotes.Sent, List<Call.Tree>> receivers(Collection<Call.Tree> trees) {
    Map<Remotes.Sent, List<Call.Tree>> receivers = new HashMap<>();
    for (Call.Tree tree : trees) {
      for (Taken one : tree.taken) {
        if (one.record.came() && one.from != null && one.from.record().came()) {
          receivers.computeIfAbsent(one.from, none -> new ArrayList<>()).add(tree);
        }
      }
    }
    return receivers;
  }

  /** Whether what a trace is said to have to do with others is what came of that. */
  static void check(Call.Tree tree, JsonNode trace) {
    Set<String> links = new TreeSet<>();
    tree.taken.stream()
        .filter(one -> one.record.came())
        .forEach(one -> links.add(Ids.print(one.span)));
    Set<String> calls = new TreeSet<>();
    tree.sent.stream()
        .filter(one -> one.record().came())
        .forEach(one -> calls.add(Ids.print(one.span())));
    assertThat(spans(trace.path("links"))).as("messages").isEqualTo(links);
    assertThat(spans(trace.path("remoteCalls"))).as("calls").isEqualTo(calls);
    boolean isCalled = tree.came != null && tree.came.came();
    assertThat(trace.path("remoteParent").has("span")).as("is called").isEqualTo(isCalled);
  }

  private static Set<String> spans(JsonNode remotes) {
    Set<String> spans = new TreeSet<>();
    remotes.forEach(one -> spans.add(one.get("span").asText()));
    return spans;
  }
}
