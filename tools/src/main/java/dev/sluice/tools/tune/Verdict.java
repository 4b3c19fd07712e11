package dev.sluice.tools.tune;

import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What runs end to end say of the setting that the prediction chose. It is recommended if its own
 * run keeps to the prediction; otherwise that is said first, and the best of those that were run is
 * recommended, by what was measured.
 */
final class Verdict {
  private Verdict() {}

  /** Of a choice by prediction; its own run is the first proof, unless that failed. */
  static Choice of(Findings findings) {
    Proof first = findings.proofs().get(0);
    boolean ran = first.role().equals(Proof.PREDICTED);
    List<String> wrong = ran ? wrong(first, findings) : List.of("its records did not arrive");
    if (wrong.isEmpty()) {
      long off = findings.proofs().stream().filter(proof -> !proof.holds()).count();
      String others = off == 0 ? "" : "; of the other runs " + off + " contradict the prediction";
      String figures = figures(first, Proof.PROMISED);
      return findings.choice().with("proven", "Proven, run end to end: " + figures + others);
    }
    Setting setting = findings.choice().answer().setting();
    return best(
        "The proof contradicts the prediction for " + setting + ": " + String.join("; ", wrong),
        findings);
  }

  private static List<String> wrong(Proof own, Findings findings) {
    List<String> wrong = new ArrayList<>();
    List<Measure> off = Proof.PROMISED.stream().filter(measure -> !own.holds(measure)).toList();
    if (!off.isEmpty()) {
      wrong.add(figures(own, off));
    }
    if (own.dropped() > 0) {
      wrong.add(Figures.count(own.dropped(), "record") + " dropped");
    }
    if (findings.choice().met() && !findings.run().goal().isMetBy(own.measured())) {
      wrong.add("it does not keep to " + findings.run().goal());
    }
    return wrong;
  }

  private static String figures(Proof proof, List<Measure> of) {
    return of.stream().map(proof::figure).collect(Collectors.joining(", "));
  }

  /** By what was measured; one that lost records only if all did. */
  static Choice best(String why, Findings findings) {
    List<Proof> proofs = findings.proofs();
    List<Proof> whole = proofs.stream().filter(proof -> proof.dropped() == 0).toList();
    List<Answer> measured =
        (whole.isEmpty() ? proofs : whole).stream().map(Proof::measured).toList();
    Answer today =
        proofs.stream()
            .map(Proof::measured)
            .filter(one -> one.setting().equals(findings.today().setting()))
            .findFirst()
            .orElse(findings.today());
    String verdict =
        "%s. Recommended is what did best of the %s that ran end to end%s"
            .formatted(
                why,
                Figures.count(proofs.size(), "setting"),
                proofs.stream().anyMatch(Proof::isDisturbed)
                    ? "; the machine had other work meanwhile, repeat it on a quiet one"
                    : "");
    return Choice.of(measured, findings.run().goal(), findings.run().minimize(), today)
        .with("measured", verdict);
  }
}
