package dev.sluice.analysis.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.requests.Change.Cause;
import dev.sluice.analysis.requests.Change.Verdict;
import dev.sluice.analysis.requests.ChangedService.Load;
import dev.sluice.analysis.requests.ChangedService.Planted;
import dev.sluice.analysis.requests.RequestComparison.Gravest;
import dev.sluice.testkit.Seeds;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Services of which one thing changed, and those of which nothing did: {@code -Dsluice.seeds=500}
 * for as many of each.
 */
@Tag("one-jdk")
class ChangedServiceTest {
  private static final double ENOUGH = 0.95;

  /** Loads in which a change of time can be seen. */
  private static final List<Load> CALM = List.of(Load.INDEPENDENT, Load.AUTOCORRELATED);

  /** Loads in which a change of numbers can be seen: it does not drift with the time. */
  private static final List<Load> ANY =
      List.of(Load.INDEPENDENT, Load.AUTOCORRELATED, Load.DRIFTING, Load.HEAVY_TAILED);

  private final long first = Seeds.first("services that change");
  private final int seeds = Seeds.count(Seeds.amount(6, 20));

  private static boolean isNamed(ChangedService service, Planted planted) {
    RequestComparison comparison = service.compared();
    Gravest gravest = comparison.gravest();
    Verdict expected =
        switch (planted) {
          case SLOWER, REPEATED_CALLS, ALL_SLOWER -> Verdict.SLOWER;
          case FASTER, REPEATED_CALLS_FIXED -> Verdict.FASTER;
          case TAIL_WORSE -> Verdict.SLOWER_TAIL;
          case TAIL_GONE -> Verdict.FASTER_TAIL;
          case MORE_FAILURES -> Verdict.MORE_FAILURES;
          case FEWER_FAILURES -> Verdict.FEWER_FAILURES;
          case NEW_KIND -> Verdict.NEW;
          case GONE_KIND -> Verdict.GONE;
          case MIX -> Verdict.MORE_OFTEN;
          case NOTHING -> Verdict.NO_CHANGE_FOUND;
        };
    if (gravest.verdict() != expected || gravest.operation() != null) {
      return false;
    }
    if (planted == Planted.ALL_SLOWER) {
      return comparison.sameMixVerdict() == Verdict.SLOWER;
    }
    return gravest.kind() != null
        && gravest.kind().request().operation().equals(service.chosen())
        && isExplained(gravest.kind(), planted);
  }

  private static boolean isOfTime(Planted planted) {
    return switch (planted) {
      case MORE_FAILURES, FEWER_FAILURES, NEW_KIND, GONE_KIND, MIX -> false;
      default -> true;
    };
  }

  private static boolean isExplained(RequestComparison.KindChange kind, Planted planted) {
    String operation = "View.render";
    Cause cause = Cause.SELF;
    switch (planted) {
      case REPEATED_CALLS, REPEATED_CALLS_FIXED -> {
        operation = "Db.row";
        cause = Cause.CALLS;
      }
      case SLOWER, FASTER -> {}
      default -> {
        return true;
      }
    }
    Change main = kind.main().orElse(null);
    return main != null && main.operation().equals(operation) && main.cause() == cause;
  }

  @Test
  void what_changed_is_named_first_whatever_the_load() {
    StringBuilder table = new StringBuilder();
    double least = 1;
    for (Planted planted : Planted.values()) {
      if (planted != Planted.NOTHING) {
        int named = 0;
        StringBuilder wrong = new StringBuilder();
        for (int i = 0; i < seeds; i++) {
          List<Load> loads = isOfTime(planted) ? CALM : ANY;
          Load load = loads.get(i % loads.size());
          ChangedService service = new ChangedService(first + i, planted, load);
          boolean isRight = isNamed(service, planted);
          named += isRight ? 1 : 0;
          wrong.append(isRight ? "" : " %d %s".formatted(first + i, load));
        }
        least = Math.min(least, (double) named / seeds);
        table.append("%-22s %d of %d%s%n".formatted(planted, named, seeds, wrong));
      }
    }
    System.out.println(table);
    assertThat(least).as("%n%s", table).isGreaterThanOrEqualTo(ENOUGH);
  }

  @Test
  void nothing_is_named_where_nothing_changed_whatever_the_load() {
    StringBuilder table = new StringBuilder();
    double least = 1;
    for (Load load : Load.values()) {
      int silent = 0;
      StringBuilder wrong = new StringBuilder();
      for (int i = 0; i < seeds; i++) {
        ChangedService service = new ChangedService(first + i, Planted.NOTHING, load);
        Gravest gravest = service.compared().gravest();
        boolean isRight = gravest.verdict() == Verdict.NO_CHANGE_FOUND;
        silent += isRight ? 1 : 0;
        String said = gravest.verdict() + (gravest.kind() == null ? " of all" : "");
        wrong.append(isRight ? "" : " %d %s".formatted(first + i, said));
      }
      least = Math.min(least, (double) silent / seeds);
      table.append("%-22s %d of %d silent%s%n".formatted(load, silent, seeds, wrong));
    }
    System.out.println(table);
    assertThat(least).as("%n%s", table).isGreaterThanOrEqualTo(ENOUGH);
  }
}
