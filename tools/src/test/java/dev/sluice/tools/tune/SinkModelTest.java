package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SinkModelTest {
  private static SinkModel.Point point(int bytes, long nanos, double cpu) {
    long[] sorted = LongStream.rangeClosed(nanos, nanos + 100).toArray();
    double[] roundTrips = SinkModel.quantiles(sorted);
    double[] acknowledged = Arrays.stream(roundTrips).map(one -> one / 10).toArray();
    return new SinkModel.Point(
        bytes, 101, roundTrips, acknowledged, Interval.of(nanos), new Interval(cpu, 1));
  }

  @Test
  void between_sizes_the_model_is_a_straight_line_and_outside_the_nearest_point() {
    SinkModel model =
        new SinkModel(
            List.of(point(100, 1000, 10), point(200, 2000, 20), point(300, 9000, 40)), 0, 0);

    assertThat(model.cpuNanos(150)).isEqualTo(15);
    assertThat(model.cpuNanos(250)).isEqualTo(30);
    assertThat(model.cpuNanos(1)).isEqualTo(10);
    assertThat(model.cpuNanos(1e9)).isEqualTo(40);
    assertThat(model.roundTrips(150)[0]).isCloseTo(1500, Offset.offset(1.0));
    assertThat(model.roundTrips(1)[SinkModel.QUANTILES - 1]).isCloseTo(1100, Offset.offset(1.0));
  }

  @Test
  void chunks_that_adapt_see_acknowledgements_and_not_when_a_reader_looks() {
    SinkModel model = new SinkModel(List.of(point(100, 1000, 10), point(200, 2000, 20)), 0, 0);

    LongUnaryOperator draws = model.draws();
    assertThat(LongStream.range(0, 50).map(i -> draws.applyAsLong(100)))
        .allMatch(nanos -> nanos >= 100 && nanos <= 110);
  }

  @Test
  void a_larger_chunk_never_costs_less() {
    assertThat(SinkModel.rising(new double[] {1, 3, 2, 2, 9}))
        .containsExactly(1, 7 / 3., 7 / 3., 7 / 3., 9);
    assertThat(SinkModel.rising(new double[] {3, 2, 1})).containsExactly(2, 2, 2);
  }

  @Test
  void an_interval_is_that_of_student() {
    Interval interval = Interval.of(1, 2, 3, 4, 5);

    assertThat(interval.mean()).isEqualTo(3);
    assertThat(interval.half()).isCloseTo(1.963, Offset.offset(0.001));
    assertThat(Interval.of(7).half()).isInfinite();
    double[] many = LongStream.range(0, 41).asDoubleStream().toArray();
    // 40 degrees of freedom: t = 2.0211
    assertThat(Interval.of(many).half())
        .isCloseTo(2.0211 * Math.sqrt(143.5 / 41), Offset.offset(0.01));
  }

  @Test
  void sizes_are_at_even_factors() {
    assertThat(SinkMeasurement.sizes(100, 12_800, 8))
        .containsExactly(100, 200, 400, 800, 1600, 3200, 6400, 12_800);
    assertThat(SinkMeasurement.sizes(100, 100, 8)).containsExactly(100);
  }

  @Test
  void what_a_run_needs_is_a_multiple_of_what_the_sink_needs_alone() {
    RunCost cost = RunCost.of(new RunCost.Sample(500, 250, 25), new RunCost.Sample(100, 50, 0));

    assertThat(cost.factors()).containsExactly(0.5, 0.5);
    assertThat(cost.nanos(300)).isCloseTo(150, Offset.offset(1e-9));
    assertThat(cost.half(500)).isCloseTo(0.1 * 250, Offset.offset(1e-9));
    assertThat(cost.half(100)).isZero();
  }

  @Test
  void between_two_runs_that_do_not_agree_is_a_line_and_each_end_has_its_own() {
    RunCost cost = RunCost.of(new RunCost.Sample(400, 800, 0), new RunCost.Sample(100, 50, 0));

    assertThat(List.of(cost.nanos(500), cost.nanos(400))).containsExactly(1000.0, 800.0);
    assertThat(cost.nanos(200)).isCloseTo(200, Offset.offset(1e-9));
    assertThat(List.of(cost.nanos(100), cost.nanos(40))).containsExactly(50.0, 20.0);
    assertThat(cost.half(200)).isCloseTo(200 * Math.log(4) / 4, Offset.offset(1e-9));
    assertThat(cost.half(400)).isZero();
  }

  @Test
  void two_runs_for_which_the_sink_needs_as_much_are_worth_as_much() {
    RunCost cost = RunCost.of(new RunCost.Sample(100, 200, 0), new RunCost.Sample(100, 50, 0));

    assertThat(cost.nanos(100)).isCloseTo(100, Offset.offset(1e-9));
  }

  @Test
  void runs_without_a_figure_leave_the_sink_alone_with_an_interval_that_is_not_known() {
    RunCost.Sample none = new RunCost.Sample(0, 0, 0);
    RunCost.Sample some = new RunCost.Sample(100, 50, 0);

    for (RunCost cost : List.of(RunCost.of(none, some), RunCost.of(some, none))) {
      assertThat(cost.nanos(70)).isEqualTo(70);
      assertThat(cost.half(70)).isInfinite();
    }
  }

  @Test
  void a_line_through_points_neither_falls_nor_is_below_0() {
    assertThat(Line.of(List.of(new double[] {1, 3}, new double[] {3, 7})))
        .isEqualTo(new Line(1, 2));
    assertThat(Line.of(List.of(new double[] {1, 7}, new double[] {3, 3})))
        .isEqualTo(new Line(5, 0));
    assertThat(Line.of(List.of(new double[] {1, 1}, new double[] {3, 7})))
        .isEqualTo(new Line(0, 2));
    assertThat(Line.of(List.of(new double[] {1, 3}))).isEqualTo(new Line(3, 0));
  }
}
