package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeSpanTest {
  private final Recording recording = Synthetic.recording("operation_execution", 20_000, 10_000);

  private Prediction predict(TimeSpan stretch, Duration delay) {
    Setting setting = new Setting(1 << 14, 900 << 10, delay, "binary", "none");
    return Answers.predict(recording, setting, stretch, 0);
  }

  @Test
  void a_fifth_warms_up_and_a_shorter_recording_is_cut_in_the_same_ratio() {
    assertThat(TimeSpan.first(1, recording).fromNanos()).isEqualTo(200_000_000);
    assertThat(TimeSpan.first(1, recording).toNanos()).isEqualTo(1_200_000_001);
    TimeSpan shorter = TimeSpan.first(60, recording);
    long end = (long) (recording.seconds() * 1e9);
    assertThat(shorter.toNanos()).isEqualTo(end + 1);
    assertThat(shorter.fromNanos()).isEqualTo(end / 6);
  }

  @Test
  void a_prediction_for_a_stretch_counts_its_chunks_alone() {
    Prediction all = predict(TimeSpan.ALL, Duration.ofMillis(100));
    Prediction part = predict(new TimeSpan(500_000_000, 1_000_000_000), Duration.ofMillis(100));

    assertThat(all.records()).isEqualTo(20_000);
    assertThat(part.chunks()).as("of 100 ms, in half a second").isBetween(4L, 5L);
    assertThat(part.records()).isBetween(3_900L, 5_000L);
    assertThat(part.messagesPerSecond()).isBetween(8.0, 10.1);
  }

  @Test
  void a_recording_shorter_than_a_chunk_counts_what_closing_forces_out() {
    Prediction part = predict(TimeSpan.first(60, recording), Duration.ofMinutes(1));

    assertThat(part.chunks()).isPositive();
    assertThat(part.records()).isPositive();
  }

  @Test
  void late_timers_make_chunks_that_close_by_age_larger() {
    Setting setting = new Setting(1 << 14, 900 << 10, Duration.ofMillis(10), "binary", "none");
    Prediction onTime = Answers.predict(recording, setting);
    Prediction late = Answers.predict(recording, setting, TimeSpan.ALL, 2_000_000);

    assertThat(late.recordsPerChunk()).isGreaterThan(1.1 * onTime.recordsPerChunk());
    assertThat(late.bytesPerRecord()).isLessThan(onTime.bytesPerRecord());
  }

  @Test
  void a_producer_that_begins_after_the_stretch_adds_nothing() {
    ProducerRows now = recording.producers().get(0);
    long[] later = Arrays.stream(now.arrivals()).map(nanos -> nanos + 10_000_000_000L).toArray();
    ProducerRows late = new ProducerRows(now.identity(), now.capture(), now.runs(), later);
    Recording both = new Recording(List.of(now, late), recording.epochNanos(), List.of(), true);
    Setting setting = new Setting(1000, 900 << 10, Duration.ofMinutes(1), "binary", "none");

    Prediction of = Answers.predict(both, setting, new TimeSpan(0, 1_000_000_000), 0);

    assertThat(of.records()).isBetween(9_000L, 11_000L);
    assertThat(of.records()).isEqualTo(1000 * of.chunks());
    assertThat(of.messagesPerSecond()).isBetween(8.0, 12.0);
  }
}
