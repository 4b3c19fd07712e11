package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Judgement of the predicted setting after runs end to end. It is recommended unless its own run
 * contradicts the prediction; otherwise that is said first, and what is recommended rests on what
 * was measured.
 */
final class Verdict {
  private Verdict() {}

  /** Judges a choice by prediction; its own run is the first proof, unless that failed. */
  static Choice of(Findings findings) {
    Proof first = findings.proofs().get(0);
    boolean ran = first.role().equals(Proof.PREDICTED);
    List<String> wrong = ran ? wrong(first, findings) : List.of("its records did not arrive");
    if (!wrong.isEmpty()) {
      Setting setting = findings.choice().answer().setting();
      return best(
          "The proof contradicts the prediction for " + setting + ": " + String.join("; ", wrong),
          findings);
    }
    boolean isProven =
        first.holds()
            && (!findings.choice().met() || findings.run().goal().isMetBy(first.measured()));
    return findings
        .choice()
        .with(
            isProven ? Choice.PROVEN : Choice.OPEN,
            (isProven ? "Proven, run end to end: " : "Not contradicted, run end to end: ")
                + figures(first, Proof.PROMISED)
                + (isProven ? "" : "; the intervals are wider than the promised difference")
                + others(findings)
                + disturbed(findings));
  }

  private static String others(Findings findings) {
    long off = findings.proofs().stream().skip(1).filter(Proof::contradicts).count();
    return off == 0
        ? ""
        : "; of the other runs %d %s the prediction"
            .formatted(off, off == 1 ? "contradicts" : "contradict");
  }

  private static String disturbed(Findings findings) {
    return findings.proofs().stream().anyMatch(Proof::isDisturbed)
        ? "; the machine was busy meanwhile, repeat it on an idle machine"
        : "";
  }

  private static List<String> wrong(Proof own, Findings findings) {
    List<String> wrong = new ArrayList<>();
    List<Measure> off = Proof.PROMISED.stream().filter(own::contradicts).toList();
    if (!off.isEmpty()) {
      wrong.add(figures(own, off));
    }
    if (own.dropped() > 0) {
      wrong.add(Figures.count(own.dropped(), "record") + " dropped");
    }
    Goal goal = findings.run().goal();
    if (findings.choice().met() && goal.worst(own.measured()) > goal.unsure(own.measured())) {
      wrong.add("it does not keep to " + goal);
    }
    return wrong;
  }

  private static String figures(Proof proof, List<Measure> of) {
    return of.stream().map(proof::figure).collect(Collectors.joining(", "));
  }

  /** Returns the choice by measurement; a setting that lost records only if all did. */
  static Choice best(String why, Findings findings) {
    List<Proof> proofs = findings.proofs();
    List<Proof> whole = proofs.stream().filter(proof -> proof.dropped() == 0).toList();
    List<Answer> measured =
        (whole.isEmpty() ? proofs : whole).stream().map(Proof::measured).toList();
    Answer today = measured(measured, findings.today(), findings.today());
    boolean isRace = findings.proofs().stream().noneMatch(one -> one.role().equals(Proof.DEFAULT));
    Answer kept = measured(measured, isRace ? today : findings.choice().answer(), today);
    return Choice.of(
            measured,
            findings.run().goal(),
            Criterion.of(findings.run().minimize(), findings.answers()),
            today,
            kept)
        .with(
            Choice.MEASURED,
            "%s. The recommendation is based on measurements, including %s run end to end%s"
                .formatted(why, Figures.count(proofs.size(), "setting"), disturbed(findings)));
  }

  /** Returns what was measured of a setting. */
  private static Answer measured(List<Answer> all, Answer of, Answer otherwise) {
    return all.stream()
        .filter(one -> one.setting().equals(of.setting()))
        .findFirst()
        .orElse(otherwise);
  }
}
