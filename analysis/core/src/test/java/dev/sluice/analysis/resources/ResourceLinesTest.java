package dev.sluice.analysis.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.TestColumns;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResourceLinesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final RecordType CPU =
      new RecordType(
          "sluice.cpu_utilization",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("hostname", FieldType.STRING, Field.Role.SYMBOL),
              new Field("cpuID", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("user", FieldType.DOUBLE),
              Field.of("count", FieldType.LONG)));

  @Test
  void each_number_of_each_instance_has_a_line() {
    TestColumns batch =
        new TestColumns(CPU)
            .row(SECOND, "h", "0", 0.5, 3L)
            .row(SECOND, "h", "1", 0.25, 4L)
            .row(2 * SECOND, "h", "0", Double.NaN, 5L);
    ResourceLines lines = new ResourceLines();
    lines.accept(batch, null, 0, 7);
    assertThat(lines.lines().keySet())
        .extracting(ResourceLines.Series::instance, ResourceLines.Series::field)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("h 0", "count"),
            org.assertj.core.groups.Tuple.tuple("h 0", "user"),
            org.assertj.core.groups.Tuple.tuple("h 1", "count"),
            org.assertj.core.groups.Tuple.tuple("h 1", "user"));
    TimeLine user =
        lines.lines().get(new ResourceLines.Series(7, "sluice.cpu_utilization", "h 0", "user"));
    assertThat(user.slots()).isEqualTo(1);
    assertThat(user.mean(0)).isEqualTo(0.5);
    ResourceLines others = new ResourceLines();
    others.accept(batch, new int[] {1}, 1, 7);
    lines.merge(others);
    TimeLine merged =
        lines.lines().get(new ResourceLines.Series(7, "sluice.cpu_utilization", "h 1", "count"));
    assertThat(merged.count(0)).isEqualTo(2);
  }

  private static final RecordType PAUSE =
      new RecordType(
          "sluice.gc_pause",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("phase", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("duration", FieldType.LONG)));

  private static ResourceLines paused(long from, long until) {
    ResourceLines lines = new ResourceLines();
    for (long i = from; i < until; i++) {
      TestColumns batch = new TestColumns(PAUSE).row(i * SECOND, "p", i);
      lines.accept(batch, null, 0, 7);
    }
    return lines;
  }

  @Test
  void the_longest_pauses_are_kept_whatever_came_first_and_all_are_counted() throws IOException {
    int all = 2 * VmPauses.MOST;
    ResourceLines merged = paused(0, all / 2);
    merged.merge(paused(all / 2, all));
    ResourceLines other = paused(all / 2, all);
    other.merge(paused(0, all / 2));

    assertThat(merged.pauses().count()).isEqualTo(all);
    assertThat(merged.pauses().nanos()).isEqualTo((long) all * (all - 1) / 2);
    assertThat(merged.pauses().longest())
        .hasSize(VmPauses.MOST)
        .isEqualTo(other.pauses().longest())
        .first()
        .isEqualTo(new VmPauses.Pause(7, all / 2 * SECOND - all / 2, all / 2, "p"));

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    merged.state(StateCodec.writing(new DataOutputStream(bytes)));
    ResourceLines read = new ResourceLines();
    read.state(
        StateCodec.reading(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
    assertThat(read.pauses().longest()).isEqualTo(merged.pauses().longest());
    assertThat(read.pauses().count()).isEqualTo(all);
  }

  private static final RecordType LOCK_WAIT =
      new RecordType(
          "sluice.lock_wait",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("lockClass", FieldType.STRING),
              Field.of("ownerName", FieldType.STRING),
              Field.of("place", FieldType.STRING),
              Field.of("duration", FieldType.LONG)));

  private static ResourceLines waited(long from, long until) {
    ResourceLines lines = new ResourceLines();
    TestColumns batch = new TestColumns(LOCK_WAIT);
    for (long i = from; i < until; i++) {
      batch.row(i * SECOND, "a.Lock", "pool-" + i + "-thread-1", "a.B.c", SECOND + i);
      batch.row(i * SECOND, null, null, "a.Place" + i, i);
    }
    lines.accept(batch, null, 0, 7);
    return lines;
  }

  @Test
  void waits_for_locks_are_summed_by_place_and_owner_in_a_bounded_number_of_places()
      throws IOException {
    ResourceLines merged = waited(0, 600);
    merged.merge(waited(600, 1_200));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    merged.state(StateCodec.writing(new DataOutputStream(bytes)));
    ResourceLines read = new ResourceLines();
    read.state(
        StateCodec.reading(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
    for (ResourceLines one : List.of(merged, read)) {
      assertThat(one.waits().all()).hasSize(LockWaits.MAX_PLACES);
      assertThat(one.waits().all())
          .containsEntry(
              new LockWaits.Place("a.Lock", "a.B.c", "pool-#-thread-#"),
              new LockWaits.Wait(1_200, 1_200 * SECOND + 1_199 * 600, SECOND + 1_199))
          .containsEntry(new LockWaits.Place("", "a.Place7", ""), new LockWaits.Wait(1, 7, 7));
    }
  }

  @Test
  void a_line_keeps_every_value_in_a_bounded_number_of_slots_in_any_order() {
    Random random = new Random(1);
    TimeLine line = new TimeLine();
    TimeLine first = new TimeLine();
    TimeLine second = new TimeLine();
    double max = 0;
    for (int i = 0; i < 10_000; i++) {
      long time = Math.round(random.nextGaussian() * 3600 * SECOND);
      double value = random.nextDouble();
      max = Math.max(max, value);
      line.add(time, value);
      (i % 2 == 0 ? first : second).add(time, value);
    }
    first.merge(second);
    for (TimeLine one : List.of(line, first)) {
      long count = 0;
      double most = 0;
      for (int slot = 0; slot < one.slots(); slot++) {
        count += one.count(slot);
        most = one.count(slot) == 0 ? most : Math.max(most, one.max(slot));
        assertThat(one.begin(slot)).isEqualTo(one.begin(0) + slot * one.slotNanos());
      }
      assertThat(count).isEqualTo(10_000);
      assertThat(most).isEqualTo(max);
      assertThat(one.slots()).isBetween(TimeLine.MOST / 4, TimeLine.MOST);
    }
    assertThat(first.slots()).isEqualTo(line.slots());
    assertThat(first.begin(0)).isEqualTo(line.begin(0));
  }

  @Test
  void the_ends_of_time_fit_into_a_line() {
    TimeLine line = new TimeLine();
    line.add(Long.MIN_VALUE, 1);
    line.add(Long.MAX_VALUE, 2);
    line.add(0, 3);
    assertThat(line.slots()).isLessThanOrEqualTo(TimeLine.MOST);
  }
}
