package dev.sluice.cli.demo;

import dev.sluice.cli.AgentReport;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares three independent counts: the agent in the program, the audit over the chunk headers,
 * and the consumer that counted decoded records.
 */
final class Balance {
  private final List<String> faults = new ArrayList<>();

  private Balance() {}

  /**
   * Compares them.
   *
   * @param report the agent's
   * @param counted records that the consumer saw
   */
  static Balance of(AgentReport report, Audit audit, long counted) {
    Balance balance = new Balance();
    balance.check(
        audit.producers().size() == 1, "expected one producer, found " + audit.producers().size());
    if (balance.isBalanced()) {
      balance.compare(report, audit.producers().get(0), counted);
      balance.check(audit.damaged() == 0, Verdict.damage(audit));
    }
    return balance;
  }

  private void compare(AgentReport report, ProducerAudit producer, long counted) {
    check(report.balanced(), "the record counts of the agent do not add up");
    check(producer.ended(), "the end of the stream did not arrive");
    check(producer.gaps() == 0, Figures.count(producer.gaps(), "chunk") + " missing");
    same("emitted", report.emitted(), producer.emitted());
    same("dropped", report.droppedTotal(), producer.dropped().total());
    same("delivered, by audit and by consumer", producer.delivered(), counted);
    long most = report.acknowledged() + report.unconfirmed();
    check(
        counted >= report.acknowledged() && counted <= most,
        "%s delivered, but %s acknowledged"
            .formatted(Figures.count(counted), Figures.count(report.acknowledged())));
  }

  private void same(String what, long one, long other) {
    check(one == other, what + ": " + Figures.count(one) + " and " + Figures.count(other));
  }

  private void check(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }

  boolean isBalanced() {
    return faults.isEmpty();
  }

  /** Returns what does not agree. */
  List<String> faults() {
    return faults;
  }
}
