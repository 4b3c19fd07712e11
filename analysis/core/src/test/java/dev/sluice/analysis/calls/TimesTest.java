package dev.sluice.analysis.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.analysis.StateCodec;
import dev.sluice.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimesTest {
  private static final double[] PARTS = {0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1};
  private static final double ERROR = 0.008;

  private static Times times(long... all) {
    Times times = new Times();
    for (long time : all) {
      times.add(time, 1);
    }
    return times;
  }

  private static byte[] bytes(Times times) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    times.state(StateCodec.writing(new DataOutputStream(bytes)));
    return bytes.toByteArray();
  }

  private static Times read(byte[] bytes) throws IOException {
    Times times = new Times();
    times.state(StateCodec.reading(new DataInputStream(new ByteArrayInputStream(bytes))));
    return times;
  }

  private static List<Double> quantiles(Times times) {
    return Arrays.stream(PARTS).mapToObj(times::quantile).toList();
  }

  /** Up to 10 000 times of one to thirty doublings, often the same ones. */
  private static long[] random(Random random) {
    int doublings = 1 + random.nextInt(30);
    long shortest = 1L << random.nextInt(20);
    int count = 1 + random.nextInt(1 << random.nextInt(14));
    return LongStream.generate(
            () -> (long) (shortest * Math.pow(2, doublings * random.nextDouble())))
        .limit(count)
        .toArray();
  }

  @Test
  void quantiles_are_at_most_eight_in_a_thousand_wrong_in_any_order_and_after_a_state()
      throws IOException {
    long first = Seeds.first("times");
    for (long seed = first; seed < first + Seeds.count(300); seed++) {
      long[] all = random(new Random(seed));
      Times times = times(all);
      long[] sorted = Arrays.stream(all).sorted().toArray();
      for (double part : PARTS) {
        long right = sorted[Math.max(0, (int) Math.ceil(part * all.length) - 1)];
        assertThat(times.quantile(part))
            .as("quantile %s of seed %s", part, seed)
            .isBetween(right * (1 - ERROR), right * (1 + ERROR));
      }
      List<Long> shuffled = Arrays.asList(Arrays.stream(all).boxed().toArray(Long[]::new));
      Collections.shuffle(shuffled, new Random(seed));
      int cut = (int) (seed % all.length);
      Times parts = new Times();
      parts.add(times(shuffled.subList(cut, all.length).stream().mapToLong(t -> t).toArray()));
      parts.add(times(shuffled.subList(0, cut).stream().mapToLong(t -> t).toArray()));
      assertThat(quantiles(parts)).as("seed %s", seed).isEqualTo(quantiles(times));
      assertThat(parts.logarithms()).as("seed %s", seed).isEqualTo(times.logarithms());
      assertThat(parts.halfOctaves()).as("seed %s", seed).isEqualTo(times.halfOctaves());
      assertThat(quantiles(read(bytes(parts)))).as("seed %s", seed).isEqualTo(quantiles(times));
    }
  }

  @Test
  void counts_of_billions_stay_exact_beside_rare_times() {
    Times times = new Times();
    times.add(100, 30_000_000_000L);
    times.add(10_000, 200_000_000L);
    times.add(1_000_000, 1);
    assertThat(times.quantile(0.95)).isEqualTo(100);
    assertThat(times.quantile(0.993)).isEqualTo(100);
    assertThat(times.quantile(0.994)).isBetween(10_000 * (1 - ERROR), 10_000 * (1 + ERROR));
    assertThat(times.tail(5_000).calls()).isEqualTo(200_000_001);
    assertThat(times.upTo(Times.binOf(100))).isEqualTo(30_000_000_000L);
    times.add(100, Long.MAX_VALUE);
    assertThat(times.count()).isEqualTo(Long.MAX_VALUE);
    assertThat(times.quantile(0.5)).isEqualTo(100);
  }

  @Test
  void a_histogram_with_two_digits_loses_nothing() {
    Random random = new Random(Seeds.first("decoded times"));
    long[] all = LongStream.generate(() -> random.nextLong(1L << 30)).limit(5_000).toArray();
    Histogram counted = new Histogram(2);
    Arrays.stream(all).forEach(counted::recordValue);
    ByteBuffer buffer = ByteBuffer.allocate(counted.getNeededByteBufferCapacity());
    byte[] bytes = Arrays.copyOf(buffer.array(), counted.encodeIntoByteBuffer(buffer));
    Times decoded = new Times();
    decoded.add(bytes, 0, Long.MAX_VALUE);
    assertThat(quantiles(decoded)).isEqualTo(quantiles(times(all)));
    decoded.add(Arrays.copyOf(bytes, 50), 0, Long.MAX_VALUE);
    decoded.add(new byte[40], 0, Long.MAX_VALUE);
    assertThat(decoded.count()).isEqualTo(5_000);
  }

  @Test
  void half_octaves_have_each_time_once() {
    long[] all = random(new Random(1));
    long[] octaves = times(all).halfOctaves();
    assertThat(Arrays.stream(octaves).skip(1).sum()).isEqualTo(all.length);
    assertThat(octaves[0]).isEqualTo(Times.halfOctave(Arrays.stream(all).min().getAsLong()));
    assertThat(List.of(Times.halfOctave(0), Times.halfOctave(2), Times.halfOctave(3)))
        .containsExactly(0, 2, 3);
    assertThat(times().halfOctaves()).isEmpty();
  }

  @Test
  void a_tail_begins_where_no_call_is() {
    Times times = new Times();
    times.add(1_000_000, 100);
    times.add(9_000_000, 5);
    Times.Tail tail = times.tail(5_000_000);
    assertThat(tail.calls()).isEqualTo(5);
    assertThat(tail.isExact()).isTrue();
    assertThat(tail.nanos()).isBetween(45e6 * (1 - ERROR), 45e6 * (1 + ERROR));
    assertThat(times.tail(8_990_000).isExact()).isTrue();
    assertThat(times.tail(8_990_000).calls()).isZero();
  }

  @Test
  void times_without_any_have_no_quantile() {
    assertThat(times().quantile(0.5)).isNaN();
    assertThat(times(1).quantile(1.1)).isInfinite();
    assertThat(times(7).quantile(-0.1)).isEqualTo(7);
  }

  @Test
  void a_state_whose_bins_do_not_add_up_is_refused() throws IOException {
    byte[] few = bytes(times(1, 2, 3));
    few[Long.BYTES - 1]++;
    assertThatThrownBy(() -> read(few)).isInstanceOf(IOException.class);
    byte[] many = bytes(times(LongStream.range(1_000, 1_100).toArray()));
    many[Long.BYTES - 1]++;
    assertThatThrownBy(() -> read(many)).isInstanceOf(IOException.class);
  }
}
