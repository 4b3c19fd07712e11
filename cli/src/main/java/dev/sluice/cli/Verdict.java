package dev.sluice.cli;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What an audit comes to, in words. */
public final class Verdict {
  private Verdict() {}

  /** The damage: {@code 2 damaged regions (1,337 bytes)}, or {@code no damage}. */
  public static String damage(Audit audit) {
    return audit.damaged() == 0
        ? "no damage"
        : Amounts.count(audit.damaged(), "damaged region")
            + " ("
            + Amounts.count(audit.skippedBytes(), "byte")
            + ")";
  }

  /** The drops by cause: {@code 12 ring_full, 3 closed}, or {@code 0}. */
  public static String drops(DropCounts dropped) {
    return dropped.total() == 0
        ? "0"
        : dropped.byLabel().entrySet().stream()
            .map(drop -> Amounts.count(drop.getValue()) + " " + drop.getKey())
            .collect(Collectors.joining(", "));
  }

  /** {@code complete}, or {@code incomplete} and everything that is wrong. */
  public static String of(Audit audit) {
    if (audit.complete()) {
      return "complete";
    }
    List<ProducerAudit> producers = audit.producers();
    List<String> wrong = new ArrayList<>();
    if (producers.isEmpty()) {
      wrong.add("no producer");
    }
    long gaps = producers.stream().mapToLong(ProducerAudit::gaps).sum();
    if (gaps > 0) {
      wrong.add(Amounts.count(gaps, "chunk") + " missing");
    }
    if (audit.damaged() > 0) {
      wrong.add(damage(audit));
    }
    long dropped = producers.stream().mapToLong(p -> p.dropped().total()).sum();
    if (dropped > 0) {
      wrong.add(Amounts.count(dropped, "record") + " dropped");
    }
    long open = producers.stream().filter(p -> !p.ended()).count();
    if (open > 0) {
      wrong.add(Amounts.count(open, "producer") + " without an end");
    }
    return "incomplete: " + String.join(", ", wrong);
  }
}
