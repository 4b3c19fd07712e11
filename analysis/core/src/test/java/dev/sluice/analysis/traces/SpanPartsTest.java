package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class SpanPartsTest {
  private static final int WORDS = RecordPool.WORDS;
  private static final int SERVER = 2;

  private final List<long[]> spans = new ArrayList<>();

  private void span(long id, long parent, long begin, long end, int kind) {
    spans.add(new long[] {begin, end, kind, ExecutionTree.what((int) id, false), id, parent, 9, 0});
  }

  private void span(long id, long parent, long begin, long end) {
    span(id, parent, begin, end, 1);
  }

  private List<SpanParts.Part> parts() {
    long[] block = spans.stream().flatMapToLong(java.util.Arrays::stream).toArray();
    return SpanParts.of(7, block, 2 * spans.size());
  }

  /** Order, depth and id of each. */
  private static List<String> calls(SpanParts.Part part) {
    return IntStream.range(0, part.count())
        .mapToObj(
            i -> {
              long place = part.block()[i * WORDS + 2];
              long id = part.block()[i * WORDS + 3] >> 1;
              return (place >>> 32) + "/" + (int) place + " " + id;
            })
        .toList();
  }

  @Test
  void spans_are_in_the_order_in_which_they_began_whatever_the_order_of_their_ends() {
    span(3, 2, 20, 30);
    span(4, 1, 50, 60);
    span(2, 1, 10, 40);
    span(1, 0, 0, 100);

    assertThat(parts()).singleElement().satisfies(part -> assertThat(part.id()).isEqualTo(1));
    assertThat(calls(parts().get(0))).containsExactly("0/0 1", "1/1 2", "2/2 3", "3/1 4");
  }

  @Test
  void what_works_for_another_process_is_a_part_that_names_the_call() {
    span(1, 0, 0, 100);
    span(2, 1, 10, 90, SpanParts.CLIENT);
    span(3, 2, 20, 80, SERVER | SpanParts.REMOTE_PARENT);

    List<SpanParts.Part> parts = parts();
    assertThat(parts).extracting(SpanParts.Part::id).containsExactly(1L, 3L);
    assertThat(parts.get(0).remotes())
        .containsExactly(new Remote(Remote.Kind.CALL, 10, 1, 2, new Remote.Span(9, 7, 2), "http"));
    assertThat(parts.get(1).remotes())
        .containsExactly(new Remote(Remote.Kind.PARENT, 20, -1, 0, new Remote.Span(9, 7, 2), null));
  }

  @Test
  void span_whose_parent_is_missing_lacks_one_call() {
    span(2, 1, 10, 40);
    span(3, 2, 20, 30);

    assertThat(parts()).singleElement().satisfies(part -> assertThat(part.missing()).isEqualTo(1));
    assertThat(calls(parts().get(0))).containsExactly("1/1 2", "2/2 3");
  }

  @Test
  void each_span_is_in_one_part_whatever_the_ids_say() {
    Random random = new Random(5);
    for (int round = 0; round < 2_000; round++) {
      spans.clear();
      int count = 1 + random.nextInt(12);
      for (int i = 1; i <= count; i++) {
        long begin = random.nextInt(20);
        int remote = random.nextInt(8) == 0 ? SpanParts.REMOTE_PARENT : 0;
        // Parents may be missing, the span itself, one below it, or of another with the same id.
        span(1 + random.nextInt(9), random.nextInt(9), begin, begin + random.nextInt(20), remote);
      }
      Set<Long> starts = new HashSet<>();
      int found = 0;
      for (SpanParts.Part part : parts()) {
        found += part.count();
        assertThat(part.parent() == part.id() || starts.contains(part.parent())).isTrue();
        starts.add(part.id());
      }
      assertThat(found).isEqualTo(count);
    }
  }

  @Test
  void many_spans_beside_each_other_take_no_longer_than_as_many_others() {
    int count = 300_000;
    span(1, 0, 0, 2L * count + 10);
    for (int i = 2; i < count; i++) {
      span(i, 1, 2L * i, 2L * i + 1);
    }

    List<SpanParts.Part> parts =
        Assertions.assertTimeout(Duration.ofSeconds(20), this::parts, "contract: not quadratic");
    assertThat(parts)
        .singleElement()
        .satisfies(part -> assertThat(part.count()).isEqualTo(count - 1));
  }
}
