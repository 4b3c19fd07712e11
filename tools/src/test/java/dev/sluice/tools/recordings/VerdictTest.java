package dev.sluice.tools.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void everything_that_is_wrong_is_told() {
    long[] drops = new long[DropCause.COUNT];
    drops[0] = 3;
    ProducerAudit bad =
        new ProducerAudit("1", null, 9, 1, 4, DropCounts.of(drops), 5, 6, 0, 7, false, "0");
    ProducerAudit lacking =
        new ProducerAudit("2", null, 9, 1, 0, DropCounts.NONE, 0, 0, 0, 0, true, "0");
    ProducerAudit excess =
        new ProducerAudit("3", null, 1, 10, 0, DropCounts.NONE, 0, 0, 0, 0, true, "0");

    assertThat(Verdict.of(new Audit(3, 12, 2, 1337, 1, List.of(bad, lacking, excess))))
        .isEqualTo(
            "incomplete: 5 chunks missing, 6 chunks unknown (too many out of order), "
                + "2 damaged regions (1,337 bytes), 3 records dropped, "
                + "4 records rejected, 7 chunks in conflict with others, "
                + "8 records emitted but in no chunk, 9 records more than emitted, "
                + "1 producer without an end, 1 producer not tracked (raise max.producers)");
  }

  @Test
  void sums_that_overflow_are_as_many_as_can_be() {
    ProducerAudit producer =
        new ProducerAudit(
            "1",
            null,
            0,
            0,
            0,
            DropCounts.NONE,
            Long.MAX_VALUE,
            0,
            0,
            0,
            true,
            "9223372036854775807");

    assertThat(Verdict.of(new Audit(2, 0, 0, 0, 0, List.of(producer, producer))))
        .isEqualTo("incomplete: 9,223,372,036,854,775,807 chunks missing");
  }

  @Test
  void no_incomplete_audit_is_without_a_reason() {
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      List<ProducerAudit> producers = new ArrayList<>();
      for (int p = random.nextInt(3); p > 0; p--) {
        long[] drops = new long[DropCause.COUNT];
        drops[random.nextInt(drops.length)] = number(random);
        producers.add(
            new ProducerAudit(
                "1",
                null,
                number(random),
                number(random),
                number(random),
                DropCounts.of(drops),
                number(random),
                number(random),
                number(random),
                number(random),
                random.nextInt(5) > 0,
                "0"));
      }
      Audit audit = new Audit(1, 1, number(random), 1, number(random), producers);

      assertThat(Verdict.of(audit)).matches(audit.complete() ? "complete" : "incomplete: [1-9n].+");
    }
  }

  private static long number(Random random) {
    int kind = random.nextInt(40);
    return kind > 2 ? 0 : kind == 2 ? Long.MAX_VALUE : kind + 1;
  }
}
