package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The result of an audit in words. */
public final class Verdict {
  private Verdict() {}

  /** Returns the damage: {@code 2 damaged regions (1,337 bytes)}, or {@code no damage}. */
  public static String damage(Audit audit) {
    String bytes = audit.skippedBytes() == 0 ? "" : Figures.count(audit.skippedBytes(), "byte");
    return audit.damaged() == 0
        ? "no damage"
        : Figures.count(audit.damaged(), "damaged region")
            + (bytes.isEmpty() ? "" : " (" + bytes + ")");
  }

  /** Returns the drops by cause: {@code 12 ring_full, 3 closed}, or {@code 0}. */
  public static String drops(DropCounts dropped) {
    return dropped.total() == 0
        ? "0"
        : dropped.byLabel().entrySet().stream()
            .map(drop -> Figures.count(drop.getValue()) + " " + drop.getKey())
            .collect(Collectors.joining(", "));
  }

  /** {@code complete}, or {@code incomplete} and everything that is wrong. */
  public static String of(Audit audit) {
    return of(audit, wrong(audit, false));
  }

  /** Everything that is wrong with producers, and that there are forgotten ones. */
  public static String problems(List<ProducerAudit> producers, long forgotten) {
    return String.join(", ", wrong(new Audit(0, 0, 0, 0, forgotten, producers), false));
  }

  private static String of(Audit audit, List<String> wrong) {
    return audit.complete() ? "complete" : "incomplete: " + String.join(", ", wrong);
  }

  /** Returns the verdict while programs may run, for which a missing end is no fault. */
  public static String ofRunning(Audit audit) {
    List<String> wrong = wrong(audit, true);
    return wrong.isEmpty() && !audit.complete() ? "nothing lost so far" : of(audit, wrong);
  }

  /** Returns whether nothing is wrong but that producers have no end, since they may still run. */
  public static boolean isLossless(Audit audit) {
    return wrong(audit, true).isEmpty();
  }

  private static List<String> wrong(Audit audit, boolean running) {
    List<ProducerAudit> producers = audit.producers();
    List<String> wrong = new ArrayList<>();
    if (producers.isEmpty() && !running) {
      wrong.add("no producer");
    }
    add(wrong, sum(producers, ProducerAudit::gaps), "chunk", " missing");
    add(wrong, sum(producers, ProducerAudit::unknown), "chunk", " unknown (too many out of order)");
    if (audit.damaged() > 0) {
      wrong.add(damage(audit));
    }
    add(wrong, sum(producers, p -> p.dropped().total()), "record", " dropped");
    add(wrong, sum(producers, ProducerAudit::rejected), "record", " rejected");
    add(wrong, sum(producers, ProducerAudit::conflicts), "chunk", " in conflict with others");
    add(wrong, sum(producers, Verdict::lacking), "record", " emitted but in no chunk");
    add(wrong, sum(producers, p -> Math.max(0, -p.unaccounted())), "record", " more than emitted");
    long open = producers.stream().filter(producer -> !producer.ended()).count();
    add(wrong, running ? 0 : open, "producer", " without an end");
    add(wrong, audit.forgotten(), "producer", " not tracked (raise max.producers)");
    return wrong;
  }

  /** Records that no missing chunk can hold. */
  private static long lacking(ProducerAudit producer) {
    boolean mayCome = producer.gaps() > 0 || producer.unknown() > 0;
    return mayCome ? 0 : Math.max(0, producer.unaccounted());
  }

  private static long sum(List<ProducerAudit> producers, ToLongFunction<ProducerAudit> figure) {
    return producers.stream().mapToLong(figure).reduce(0, DropCounts::sum);
  }

  private static void add(List<String> wrong, long count, String what, String how) {
    if (count > 0) {
      wrong.add(Figures.count(count, what) + how);
    }
  }
}
