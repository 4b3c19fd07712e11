package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.spill.ChunkStore.Stored;
import dev.sluice.support.segment.SegmentName;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which chunk is the next, which segment goes, and which files stay open. */
class SegmentsTest extends SimulatedSpillCase {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** A spill of which each segment has one chunk. */
  private Spill ofSingles(boolean evicts) {
    return spill(16 * 2000, null, evicts);
  }

  private void put(Spill spill, int chunks) {
    for (int i = 0; i < chunks; i++) {
      assertThat(spill.put(exactly(2000), false)).isNull();
    }
  }

  private List<Path> slu() {
    return disk.files(directory()).stream().filter(f -> f.toString().endsWith(".slu")).toList();
  }

  @Test
  void full_spill_frees_what_is_done_before_anything_gives_way() {
    Spill spill = ofSingles(true);
    put(spill, 16);
    done(spill, take(spill, 1));
    put(spill, 1);
    assertThat(lost).isEmpty();
    put(spill, 1);
    assertThat(lost).isEqualTo(Map.of(DropCause.SPILL_FULL, 1L));
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("1 records of ", "000001.slu are dropped, spill_full");
  }

  @Test
  void chunk_that_was_read_ahead_gives_way_with_its_segment() {
    Spill spill = ofSingles(true);
    put(spill, 16);
    assertThat(spill.nextBytes()).isPositive();
    put(spill, 1);
    List<Stored> next = take(spill, 2);
    assertThat(sequences(next)).containsExactly(1L, 2L);
    spill.requeue(next.get(0), false);
    assertThat(sequences(take(spill, 1))).as("it is next again").containsExactly(1L);
  }

  @Test
  void chunk_that_was_read_ahead_stays_where_another_segment_gives_way() {
    Spill spill = ofSingles(true);
    put(spill, 16);
    take(spill, 1);
    spill.requeue(take(spill, 1).get(0), false);
    assertThat(spill.nextBytes()).isPositive();
    spill.segments.giveUpAll(
        segment -> segment.path.toString().endsWith("000005.slu"), "for a test", DropCause.EVICTED);
    assertThat(sequences(take(spill, 5))).containsExactly(1L, 2L, 3L, 4L, 6L);
  }

  @Test
  void uncertain_chunk_is_known_by_its_place() {
    Spill spill = spill();
    spill.put(exactly(1000), false);
    spill.put(exactly(1000), true);
    spill.put(exactly(1000), false);
    assertThat(take(spill, 3).stream().map(Stored::uncertain)).containsExactly(false, true, false);
  }

  @Test
  void uncertain_chunk_is_counted_once_though_its_segment_is_given_up_twice() {
    Spill spill = spill(1 << 20, Duration.ofSeconds(16), false);
    spill.put(exactly(1000), false);
    spill.put(exactly(1000), true);
    Stored held = take(spill, 1).get(0);
    clock.skip(Duration.ofSeconds(20));
    spill.maintain();
    assertThat(mayHaveArrived).isEqualTo(1);
    spill.requeue(held, false);
    clock.skip(SECOND);
    spill.maintain();
    assertThat(mayHaveArrived).isEqualTo(1);
    assertThat(lost).isEqualTo(Map.of(DropCause.EVICTED, 1L));
  }

  @Test
  void chunk_that_is_to_be_handed_out_again_is_not_done_by_who_had_it_before() {
    Spill spill = spill();
    append(spill, 2);
    Stored first = take(spill, 1).get(0);
    spill.requeue(first, false);
    spill.done(first, DropCause.WRITE_REJECTED);
    spill.maintain();
    assertThat(sequences(take(spill, 2))).containsExactly(0L, 1L);
    assertThat(lost).isEmpty();
  }

  @Test
  void lost_chunk_is_counted_as_soon_as_its_file_has_gone() {
    Spill spill = spill();
    append(spill, 1);
    spill.maintain();
    spill.done(take(spill, 1).get(0), DropCause.WRITE_REJECTED);
    spill.maintain();
    assertThat(slu()).isEmpty();
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 1L));
  }

  @Test
  void what_gives_way_is_counted_as_soon_as_its_file_has_gone() {
    Spill spill = ofSingles(true);
    put(spill, 16);
    take(spill, 1);
    failing = Operation.DELETE;
    assertThat(spill.put(exactly(2000), false)).isEqualTo(DropCause.SPILL_FULL);
    house(spill);
    assertThat(lost).as("a later program would send it").isEmpty();
    failing = null;
    put(spill, 1);
    assertThat(lost).isEqualTo(Map.of(DropCause.SPILL_FULL, 1L));
    assertThat(mayHaveArrived).isZero();
  }

  @Test
  void what_gave_way_may_arrive_if_its_file_could_not_be_deleted() {
    Spill spill = ofSingles(true);
    put(spill, 16);
    take(spill, 1);
    failing = Operation.DELETE;
    assertThat(spill.put(exactly(2000), false)).isEqualTo(DropCause.SPILL_FULL);
    spill.close();
    assertThat(lost).isEmpty();
    assertThat(mayHaveArrived).isEqualTo(1);
  }

  @Test
  void what_is_given_up_behind_a_chunk_on_its_way_stays_until_the_file_goes() {
    Spill spill = spill(1 << 20, Duration.ofSeconds(16), false);
    append(spill, 3);
    List<Stored> taken = take(spill, 1);
    clock.skip(Duration.ofSeconds(20));
    spill.maintain();
    assertThat(lost).as("the file is there, and no position says anything").isEmpty();
    done(spill, taken);
    spill.maintain();
    assertThat(lost).isEqualTo(Map.of(DropCause.EVICTED, 2L));
  }

  @Test
  void files_of_a_segment_that_goes_are_closed() {
    Spill spill = spill();
    append(spill, 1);
    List<Stored> taken = take(spill, 1);
    long before = count(Operation.CLOSE);
    done(spill, taken);
    spill.maintain();
    assertThat(count(Operation.CLOSE)).as("read and written").isEqualTo(before + 2);
  }

  @Test
  void files_of_a_segment_that_is_given_up_are_closed_though_a_chunk_is_handed_out() {
    Spill spill = spill(1 << 20, Duration.ofSeconds(16), false);
    append(spill, 2);
    take(spill, 1);
    long before = count(Operation.CLOSE);
    clock.skip(Duration.ofSeconds(20));
    spill.maintain();
    assertThat(slu()).hasSize(1);
    assertThat(count(Operation.CLOSE)).isEqualTo(before + 2);
  }

  @Test
  void file_of_another_segment_stays_open_for_reading() {
    Spill spill = spill(16 * 4100, null, false);
    spill.put(exactly(2000), false);
    spill.put(exactly(2000), false);
    spill.put(exactly(2000), false);
    spill.put(exactly(2000), false);
    List<Stored> taken = take(spill, 3);
    long opened = count(Operation.OPEN);
    done(spill, taken.subList(0, 2));
    spill.maintain();
    assertThat(slu()).hasSize(1);
    assertThat(take(spill, 1)).hasSize(1);
    assertThat(count(Operation.OPEN)).isEqualTo(opened);
  }

  @Test
  void segment_of_which_a_read_failed_is_opened_anew() {
    Spill spill = spill();
    append(spill, 2);
    failing = Operation.READ;
    assertThat(spill.nextBytes()).isZero();
    long opened = count(Operation.OPEN);
    failing = null;
    clock.skip(SECOND);
    assertThat(take(spill, 9)).hasSize(2);
    assertThat(count(Operation.OPEN)).isEqualTo(opened + 1);
  }

  @Test
  void chunk_is_read_again_whole_though_each_read_gives_a_part() {
    Spill spill = spill();
    append(spill, 2);
    Stored first = take(spill, 1).get(0);
    spill.requeue(first, false);
    disk.with((what, path) -> what == Operation.READ ? Outcome.SHORT : Outcome.DONE);
    assertThat(take(spill, 1).get(0).chunk().toByteArray()).isEqualTo(first.chunk().toByteArray());
  }

  @Test
  void chunk_whose_segment_was_cut_off_is_told_with_the_place() {
    Spill spill = spill();
    spill.put(exactly(1000), false);
    spill.put(exactly(1000), false);
    Stored second = take(spill, 2).get(1);
    Path segment = slu().get(0);
    spill.requeue(second, false);
    assertThat(spill.nextBytes()).as("read ahead").isPositive();
    second = take(spill, 1).get(0);
    spill.requeue(second, false);
    cut(segment, 1500);
    assertThat(spill.nextBytes()).isZero();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("it ends at byte 1500");
  }

  private void cut(Path file, int length) {
    try (var open = disk.program().open(file, true)) {
      open.setLength(length);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void segment_that_cannot_be_read_is_the_first_that_is_not_taken() {
    Spill spill = ofSingles(false);
    put(spill, 3);
    take(spill, 1);
    Path second = slu().get(1);
    failing = Operation.OPEN;
    for (int i = 0; i < 10; i++) {
      assertThat(spill.nextBytes()).isZero();
      clock.skip(SECOND);
    }
    failing = null;
    assertThat(told.get(0)).contains("cannot read " + second);
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 1L));
    assertThat(sequences(take(spill, 9))).containsExactly(2L);
  }

  @Test
  void chunks_behind_half_a_chunk_are_found() throws IOException {
    ChunkFactory earlier = new ChunkFactory(9, "earlier");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(Arrays.copyOf(earlier.ofLength(9000).toByteArray(), 1000));
    bytes.write(earlier.ofLength(500).toByteArray());
    bytes.write(earlier.ofLength(500).toByteArray());
    disk.put(directory().resolve(new SegmentName(9, 0).fileName()), bytes.toByteArray());
    disk.put(directory().resolve("spill.sink"), "unknown\n".getBytes());
    Spill spill = spill();
    assertThat(sequences(take(spill, 9))).containsExactly(1L, 2L);
  }

  @Test
  void bytes_of_earlier_producers_are_told_as_soon_as_they_are_found() {
    Spill first = spill();
    first.put(exactly(1000), false);
    first.put(exactly(1000), false);
    first.close();
    Spill second = spill();
    assertThat(second.nextBytes()).isPositive();
    assertThat(second.status().bytes()).isEqualTo(2000);
  }

  @Test
  void segments_that_are_found_again_are_sent_once() throws IOException {
    Spill spill = spill();
    append(spill, 3);
    disk.delete(directory().resolve("spill.lock"));
    house(spill);
    house(spill);
    assertThat(sequences(take(spill, 9))).containsExactly(0L, 1L, 2L);
  }

  @Test
  void segment_in_whose_place_there_is_another_file_has_gone() {
    Spill spill = spill();
    append(spill, 2);
    disk.put(slu().get(0), new byte[10]);
    house(spill);
    assertThat(lost).isEqualTo(Map.of(DropCause.WRITE_REJECTED, 2L));
    assertThat(slu()).as("somebody else's").hasSize(1);
  }

  @Test
  void losses_of_no_record_are_told_with_their_number() {
    Problems problems = new Problems(directory(), told::add);
    problems.dropped("a segment", 0, DropCause.EVICTED);
    problems.dropped("a segment", SpillSegment.UNKNOWN, DropCause.EVICTED);
    assertThat(told)
        .containsExactly(
            "spill: 0 records of a segment are dropped, evicted",
            "spill: an unknown number of records of a segment are dropped, evicted");
  }

  @Test
  void records_of_others_are_counted_by_their_headers_unless_they_are_known_or_gone() {
    Spill earlier = spill();
    append(earlier, 3);
    earlier.close();
    Losses losses = new Losses(this::lost, disk);
    assertThat(giveUpRest(losses, left())).isEqualTo(3);
    SpillSegment known = left();
    known.left = 2;
    long opened = count(Operation.OPEN);
    assertThat(giveUpRest(losses, known)).isEqualTo(2);
    SpillSegment gone = left();
    gone.gone = true;
    assertThat(giveUpRest(losses, gone)).isEqualTo(SpillSegment.UNKNOWN);
    assertThat(count(Operation.OPEN)).as("not looked at").isEqualTo(opened);
    assertThat(losses.adopted).isEqualTo(5);
  }

  private static long giveUpRest(Losses losses, SpillSegment segment) {
    SpillSegment.Taken rest = losses.rest(segment, DropCause.EVICTED);
    losses.count(rest);
    return Losses.of(rest);
  }

  private SpillSegment left() {
    Path path = slu().get(0);
    try {
      return new SpillSegment(path, null, disk.bytes(path).length, 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
