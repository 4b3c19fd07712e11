package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
  private static final String IDS = "12345678901234567890123456789012-1234567890123456";
  private static final String PARENT = "00-" + IDS + "-00";
  private static final String LATER = "01-" + IDS + "-00-more";

  private static TraceContext parse(String parent, String... states) {
    return TraceContext.parse(List.of(parent), List.of(states));
  }

  private static String state(String... states) {
    return parse(PARENT, states).state();
  }

  @Test
  void what_came_goes_on_unchanged_if_nothing_is_recorded() {
    TraceContext came = parse("00-" + IDS + "-ff", "foo=1,bar=2");
    assertThat(came.parent()).isEqualTo("00-" + IDS + "-ff");
    assertThat(came.state()).isEqualTo("foo=1,bar=2");
  }

  @Test
  void the_next_call_keeps_the_trace_and_the_random_flag_alone() {
    assertThat(parse("00-" + IDS + "-fe", "a=1").next(0xab).parent())
        .isEqualTo("00-12345678901234567890123456789012-00000000000000ab-03");
    assertThat(parse(PARENT, "a=1").next(0xab).parent()).endsWith("-00000000000000ab-01");
    assertThat(parse(PARENT, "a=1").next(1).state()).isEqualTo("a=1");
    assertThat(TraceContext.begun(1, 2, 3).parent())
        .isEqualTo("00-00000000000000010000000000000002-0000000000000003-03");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ff-" + IDS + "-01",
        "cc-" + IDS + "-01.what",
        "00-" + IDS + "-01-what",
        "00-" + IDS + "-01 x",
        "00-" + IDS + "-0",
        "00-" + IDS + "-001",
        "0-" + IDS + "-01",
        "000-" + IDS + "-01",
        "00-00000000000000000000000000000000-1234567890123456-01",
        "00-12345678901234567890123456789012-0000000000000000-01",
        "00-1234567890123456789012345678901A-1234567890123456-01",
        "00-1234567890123456789012345678901.-1234567890123456-01",
        "00-12345678901234567890123456789012-123456789012345X-01",
        "00-12345678901234567890123456789012-1234567890123456-.0",
        "00_12345678901234567890123456789012-1234567890123456-01",
        "\u0660\u0660-" + IDS + "-01",
        "",
        " "
      })
  void a_parent_that_is_wrong_is_none(String parent) {
    assertThat(parse(parent, "foo=1")).isNull();
  }

  @Test
  void a_parent_of_a_version_to_come_is_read_as_far_as_it_is_known() {
    assertThat(parse("cc-" + IDS + "-01").next(1).parent()).startsWith("00-12345678901");
    assertThat(parse("cc-" + IDS + "-01-more.of.it").next(1).parent()).startsWith("00-1234");
    assertThat(parse("cc-" + IDS + "-01-" + "x".repeat(10_000))).isNull();
    assertThat(parse("cc-" + IDS + "-ff-a\r\nX-Role: admin").parent())
        .isEqualTo("00-" + IDS + "-03");
  }

  @Test
  void none_or_two_parents_are_none() {
    assertThat(TraceContext.parse(List.of(), List.of("foo=1"))).isNull();
    assertThat(TraceContext.parse(List.of(PARENT, PARENT), List.of())).isNull();
  }

  @Test
  void blanks_and_tabs_around_do_not_matter() {
    assertThat(parse(" \t" + PARENT + "\t ").parent()).isEqualTo(PARENT);
    assertThat(state("foo=1 \t , \t bar=2, \t baz=3")).isEqualTo("foo=1,bar=2,baz=3");
  }

  @Test
  void fields_are_joined_in_order_and_empty_ones_left_out() {
    assertThat(state("foo=1,bar=2", "", "rojo=1,,congo=2", ",", "baz=3"))
        .isEqualTo("foo=1,bar=2,rojo=1,congo=2,baz=3");
    assertThat(state("")).isNull();
    assertThat(state()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "foo =1",
        "FOO=1",
        "foo.bar=1",
        "@foo=1",
        "foo=bar=baz",
        "foo=,bar=3",
        "=1",
        "foo",
        "foo=\u00e4",
        "foo=a\u0001"
      })
  void one_member_that_is_wrong_spoils_the_state_but_not_the_parent(String states) {
    assertThat(parse(PARENT, "ok=1", states).state()).isNull();
    assertThat(parse(PARENT, "ok=1", states).parent()).isEqualTo(PARENT);
  }

  @Test
  void members_are_as_many_and_as_long_as_the_specification_allows() {
    List<String> members =
        IntStream.range(0, 33).mapToObj(i -> "bar" + i + "=" + i).collect(Collectors.toList());
    assertThat(state(String.join(",", members))).isNull();
    String most = String.join(",", members.subList(0, 32));
    assertThat(state(most)).isEqualTo(most);
    assertThat(state("foo=1", "z".repeat(256) + "=1")).isEqualTo("foo=1," + "z".repeat(256) + "=1");
    assertThat(state("foo=1", "z".repeat(257) + "=1")).isNull();
    assertThat(state("foo=1", "z=" + "1".repeat(257))).isNull();
  }

  @Test
  void a_long_state_loses_large_members_first_and_then_those_on_the_right() {
    String large = "large=" + "x".repeat(200);
    String small =
        IntStream.range(0, 8)
            .mapToObj(i -> "s" + i + "=" + "y".repeat(57))
            .collect(Collectors.joining(","));
    assertThat(state(large, small)).isEqualTo(small);
    String more =
        IntStream.range(0, 30)
            .mapToObj(i -> "k%02d=".formatted(i) + "y".repeat(20))
            .collect(Collectors.joining(","));
    assertThat(more).startsWith(state(more)).hasSizeGreaterThan(512);
    assertThat(state(more)).hasSizeBetween(512 - 25, 512);
  }

  @Test
  void whatever_comes_nothing_is_thrown_and_little_is_kept() {
    Random random = new Random(7);
    String alphabet = "0123456789abcdefABCDEF-,=@ \t\r\n\u0000\u00ff\ud800";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder parent = new StringBuilder(random.nextBoolean() ? PARENT : LATER);
      StringBuilder state = new StringBuilder("foo=1,bar@baz=2");
      for (int change = random.nextInt(4); change > 0; change--) {
        StringBuilder text = random.nextBoolean() ? parent : state;
        int at = random.nextInt(text.length());
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        if (random.nextInt(3) == 0) {
          text.insert(at, String.valueOf(c).repeat(1 + random.nextInt(600)));
        } else {
          text.setCharAt(at, c);
        }
      }
      TraceContext context = parse(parent.toString(), state.toString());
      if (context != null) {
        assertThat(context.next(1).parent()).matches("00-[0-9a-f]{32}-0{15}1-0[13]");
        assertThat(context.parent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
        assertThat(context.state() == null ? "" : context.state()).matches("[ -~]{0,512}");
      }
    }
  }

  @Test
  void ids_that_leave_are_as_good_as_random_and_never_twice() {
    TraceIds ids = new TraceIds();
    long ones = 0;
    long spans = 0;
    int many = 20_000;
    Set<Long> seen = new HashSet<>();
    for (long id = ids.nextBlock(), end = id + many; id < end; id++) {
      ones += Long.bitCount(ids.w3cLow(id));
      spans += Long.bitCount(ids.span(id) ^ ids.span(id + 1));
      seen.add(ids.span(id));
      assertThat(ids.w3cHigh(id)).isNotEqualTo(ids.w3cLow(id));
    }
    assertThat(seen).hasSize(many);
    assertThat(ones / (double) many).isBetween(31.5, 32.5); // its deviation is 0.03
    assertThat(spans / (double) many).isBetween(31.5, 32.5);
    assertThat(new TraceIds(1).w3cLow(5)).isNotEqualTo(new TraceIds(1).w3cLow(5));
  }
}
