package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadResultTest {
  @Test
  void rests_and_warm_up_do_not_count() {
    LoadResult slot = new LoadResult(100, 100, 5_000_000, 4_000_000);
    LoadResult twoThreads = LoadResult.NONE.warmedUp(slot).plus(slot).plus(slot);

    assertThat(twoThreads.statements()).isEqualTo(300);
    // 200 statements in two threads that were busy for 5 ms each.
    assertThat(twoThreads.perSecond(2)).isEqualTo(40_000);
    assertThat(twoThreads.cpuPerStatement()).isEqualTo(40_000);
  }

  @Test
  void reads_what_it_prints_and_nothing_else() {
    LoadResult result = new LoadResult(1, 2, 3, 4);

    assertThat(LoadResult.parse(result.line())).isEqualTo(result);
    assertThat(LoadResult.parse("PROGRESS 17")).isNull();
  }
}
