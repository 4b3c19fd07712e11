package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.tools.ToolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoalTest {
  @Test
  void a_goal_has_limits_with_commas_between_them() {
    Goal goal = Goal.parse(" p99 < 250ms , bytes<=3,messages<10.5");

    assertThat(goal).hasToString("p99<250ms,bytes<3.00,messages<10.5");
    assertThat(goal.isMetBy(Answers.of(1, 250, 3, 1e9))).isTrue();
    assertThat(goal.isMetBy(Answers.of(1, 250, 3.1, 1))).isFalse();
  }

  @Test
  void the_worst_limit_says_by_how_much_a_goal_is_missed() {
    assertThat(Goal.parse("p99<100ms,bytes<2").worst(Answers.of(1, 110, 3, 1))).isEqualTo(0.5);
    assertThat(Goal.NONE.worst(Answers.of(1, 110, 3, 1))).isZero();
  }

  @Test
  void a_time_may_have_any_unit_and_decimals() {
    assertThat(Goal.parse("p50<=1m,p99<1.5h")).hasToString("p50<60.0s,p99<90.0min");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p99",
        "p99<",
        "<5ms",
        "p99>5ms",
        "p99<5",
        "p99<-1ms",
        "p99<0ms",
        "bytes<x",
        "bytes<NaN",
        "bytes<-1",
        "p98<5ms",
        "p99<5ms,",
        "p99<5ms;bytes<3",
        "p99(x)<5ms",
        "bytes<3%",
        "p99<5w"
      })
  void a_wrong_goal_is_refused_in_one_line(String text) {
    assertThatThrownBy(() -> Goal.parse(text))
        .isInstanceOfAny(ToolException.class, ConfigurationException.class)
        .hasMessageNotContaining("\n")
        .hasMessageNotContaining("null");
  }
}
