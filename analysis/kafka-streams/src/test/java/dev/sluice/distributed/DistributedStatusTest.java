package dev.sluice.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.streams.Audit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class DistributedStatusTest {
  private static Audit audit(long chunks) {
    return new Audit(chunks, 10 * chunks, 0, 0, 0, List.of());
  }

  @Test
  void split_chunks_are_analysed_when_the_last_partition_has_them() {
    List<Audit> audits = List.of(audit(7), audit(4), audit(9));
    assertThat(DistributedStatus.analysed(audits, true, 3)).isEqualTo(audit(4));
    assertThat(DistributedStatus.analysed(audits, true, 4)).isNull();
  }

  @Test
  void whole_chunks_add_up_over_partitions() {
    assertThat(DistributedStatus.analysed(List.of(audit(7), audit(4)), false, 3))
        .isEqualTo(audit(11));
    assertThat(DistributedStatus.analysed(List.of(), false, 3)).isNull();
  }
}
