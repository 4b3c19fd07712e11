package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.support.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a spill takes for its own directory, and its own segments. */
class SpillGuardTest extends SpillCase {
  private Spill to(String sink) {
    return new Spill(
        new SpillSettings(directory(), 1 << 20, null, false, SpillSettings.Fsync.NEVER, sink),
        OWN + 1,
        clock,
        this::lost,
        told::add);
  }

  private void left(String sink, int chunks) {
    Spill spill = to(sink);
    append(spill, chunks);
    spill.close();
  }

  private void assertRefused(String sink, String why) {
    Spill spill = to(sink);
    spill.maintain();
    assertThat(spill.nextBytes()).isZero();
    assertThat(spill.put(next(), false)).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(told).as("one line").hasSize(1);
    assertThat(told.get(0)).contains(why, directory().toString());
    assertThat(spill.status().problem()).isEqualTo(told.get(0));
    spill.close();
  }

  @Test
  void directory_of_recordings_is_refused_and_stays_as_it_is() throws IOException {
    Files.createDirectory(directory(), ownersAlone());
    Path recording = directory().resolve(new SegmentName(7, 0).fileName());
    Files.write(recording, next().toByteArray());
    assertRefused("tcp://h:1", "is no spill directory");
    assertThat(files("*")).containsExactly(recording);
    told.clear();

    Files.writeString(directory().resolve("spill.sink"), "tcp://h:1\n");
    Spill spill = to("tcp://h:1");
    assertThat(take(spill, 5)).as("as the line says").hasSize(1);
    spill.close();
  }

  @Test
  void chunks_for_another_sink_are_refused_and_stay() throws IOException {
    left("kafka://a:9092/orders", 3);
    List<Path> before = files("*.slu");
    assertRefused("kafka://a:9092/bills", "kafka://a:9092/orders, not for kafka://a:9092/bills");
    assertThat(files("*.slu")).isEqualTo(before);
    Spill again = to("kafka://a:9092/orders");
    assertThat(take(again, 9)).hasSize(3);
    again.close();
  }

  @ParameterizedTest
  @CsvSource({
    "'kafka://a:1,b:1/t', 'kafka://b:1,c:1/t', true",
    "'kafka://a:1/t', 'kafka://b:1/t', false",
    "'kafka://a:1/t', 'kafka://a:1/u', false",
    "'tcp://a:1', 'tcp://a:1', true",
    "'tcp://a:1', 'kafka://a:1', false",
    "'file:/a', 'file:/b', false",
    "'', 'file:/b', false"
  })
  void sinks_are_the_same_if_one_of_their_hosts_is(String one, String other, boolean same) {
    assertThat(SpillDirectory.isSame(one, other)).isEqualTo(same);
  }

  @Test
  void empty_spill_directory_serves_another_sink() throws IOException {
    left("tcp://a:1", 0);
    left("tcp://b:1", 2);
    assertThat(Files.readString(directory().resolve("spill.sink"))).isEqualTo("tcp://b:1\n");
    assertThat(told).isEmpty();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void directory_that_others_may_write_to_is_refused() throws IOException {
    Files.createDirectory(directory());
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused("tcp://h:1", "others may write to");
    assertThat(files("*")).isEmpty();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void segment_that_others_may_write_to_or_that_is_a_link_is_told_and_stays() throws IOException {
    left("tcp://h:1", 2);
    Path open = directory().resolve(new SegmentName(8, 0).fileName());
    Files.write(open, next().toByteArray());
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));
    Path elsewhere = Files.write(root.resolve("recording.slu"), next().toByteArray());
    Path link = directory().resolve(new SegmentName(9, 0).fileName());
    Files.createSymbolicLink(link, elsewhere);
    Spill spill = to("tcp://h:1");
    List<ChunkStore.Stored> taken = take(spill, 9);
    assertThat(taken).hasSize(2);
    assertThat(told).hasSize(2);
    assertThat(String.join(" ", told)).contains("write to " + open, link + " is no regular file");
    done(spill, taken);
    house(spill);
    spill.close();
    assertThat(files("*.slu")).containsExactly(open, link);
  }

  @ParameterizedTest
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  @CsvSource({"spill.position", "spill.sink"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pipe_in_place_of_a_small_file_stops_nothing(String name)
      throws IOException, InterruptedException {
    Files.createDirectory(directory(), ownersAlone());
    String pipe = directory().resolve(name).toString();
    assertThat(new ProcessBuilder("mkfifo", "-m", "600", pipe).start().waitFor()).isZero();
    Spill spill = to("tcp://h:1");
    append(spill, 3);
    assertThat(take(spill, 9)).hasSize(3);
    spill.close();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void lock_that_is_a_link_is_refused_and_its_target_stays() throws IOException {
    Files.createDirectory(directory(), ownersAlone());
    Path precious = Files.writeString(root.resolve("precious"), "x");
    Files.createSymbolicLink(directory().resolve("spill.lock"), precious);
    assertRefused("tcp://h:1", "no regular file");
    assertThat(precious).hasContent("x");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void refused_directory_is_taken_as_soon_as_it_is_right() throws IOException {
    Files.createDirectory(directory());
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
    Spill spill = to("tcp://h:1");
    spill.maintain();
    assertThat(spill.status().problem()).isNotNull();
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwx------"));
    clock.skip(Duration.ofSeconds(11));
    append(spill, 1);
    assertThat(spill.status().problem()).isNull();
    spill.close();
  }

  private static java.nio.file.attribute.FileAttribute<?> ownersAlone() {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  }
}
