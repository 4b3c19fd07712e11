package dev.sluice.rawwriters.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Injected faults, and the two full disks that need no privileges: {@code /dev/full} and a limit on
 * file sizes.
 */
class FullDiskTest {
  private static final long P = 1;

  private static final Path DIRECTORY = Path.of("/simulated/records");

  @TempDir Path temporary;
  private final SimulatedDisk disk = new SimulatedDisk(() -> 0);
  private final EnumSet<Operation> failing = EnumSet.noneOf(Operation.class);
  private int forced;
  private final List<Long> acknowledged = new ArrayList<>();

  @Test
  void a_full_disk_leaves_no_half_chunk_and_the_writer_goes_on_when_space_returns()
      throws Exception {
    RawWriter writer = open("");
    disk.capacity(2500);
    write(writer, 0);
    write(writer, 1);
    for (int attempt = 0; attempt < 5; attempt++) {
      assertThatThrownBy(() -> write(writer, 2))
          .isInstanceOf(IOException.class)
          .hasMessage("cannot write to " + DIRECTORY + ": No space left on device");
    }
    assertThat(Chunks.in(disk, DIRECTORY).damages).isEmpty();
    assertThat(disk.files(DIRECTORY)).as("failed attempts leave no empty files").hasSize(1);

    disk.capacity(Long.MAX_VALUE / 2);
    write(writer, 2);

    assertThat(acknowledged).containsExactly(0L, 1L, 2L);
    assertThat(Chunks.in(disk, DIRECTORY).sequences).isEqualTo(acknowledged);
    assertThat(Chunks.in(disk, DIRECTORY).damages).isEmpty();
  }

  @Test
  void half_a_chunk_that_cannot_be_taken_back_ends_the_segment() throws Exception {
    RawWriter writer = open("");
    disk.capacity(1500);
    failing.add(Operation.SET_LENGTH);
    write(writer, 0);
    assertThatThrownBy(() -> write(writer, 1)).isInstanceOf(IOException.class);
    disk.capacity(Long.MAX_VALUE / 2);
    write(writer, 1);

    assertThat(disk.files(DIRECTORY)).hasSize(2);
    assertThat(Chunks.in(disk, DIRECTORY).sequences).containsExactly(0L, 1L);
    assertThat(Chunks.in(disk, DIRECTORY).damages).containsExactly("torn tail");
  }

  @Test
  void a_chunk_is_acknowledged_only_after_it_was_forced() throws Exception {
    RawWriter writer = open("?fsync=chunk");
    write(writer, 0);
    assertThat(forced).isEqualTo(1);
    failing.add(Operation.FORCE);
    assertThatThrownBy(() -> write(writer, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("injected: FORCE");
    assertThat(acknowledged).containsExactly(0L);

    failing.clear();
    write(writer, 1);
    assertThat(Chunks.in(disk, DIRECTORY).sequences).containsExactly(0L, 1L);
  }

  @Test
  void a_chunk_that_is_there_although_its_write_failed_is_said_to_be() throws Exception {
    RawWriter writer = open("?fsync=chunk");
    write(writer, 0);
    failing.add(Operation.APPEND);
    assertThatThrownBy(() -> write(writer, 1)).isInstanceOf(IOException.class);
    assertThat(writer.leftTraces()).as("it was cut off").isFalse();
    failing.clear();
    failing.add(Operation.FORCE);
    failing.add(Operation.SET_LENGTH);
    assertThatThrownBy(() -> write(writer, 1)).isInstanceOf(IOException.class);
    assertThat(writer.leftTraces()).isTrue();
    assertThat(Chunks.in(disk, DIRECTORY).sequences).containsExactly(0L, 1L);

    failing.clear();
    write(writer, 2);
    assertThat(writer.leftTraces()).isFalse();
  }

  @Test
  void a_chunk_that_could_not_be_forced_may_have_been_read_before_it_was_cut_off()
      throws Exception {
    RawWriter writer = open("?fsync=chunk");
    write(writer, 0);
    failing.add(Operation.FORCE);
    assertThatThrownBy(() -> write(writer, 1)).isInstanceOf(IOException.class);
    assertThat(Chunks.in(disk, DIRECTORY).sequences).containsExactly(0L);
    assertThat(writer.leftTraces()).isTrue();
  }

  @Test
  void a_segment_that_cannot_be_deleted_is_told_and_chunks_go_on() throws Exception {
    RawWriter writer = open("?rotate.bytes=1KiB&retain=1");
    failing.add(Operation.DELETE);
    write(writer, 0);
    try (LogLines log = new LogLines()) {
      write(writer, 1);
      assertThat(log.all())
          .containsExactly(
              "WARNING cannot delete old segments in "
                  + DIRECTORY
                  + ": injected: DELETE sluice-0000000000000001-000000.slu");
    }

    assertThat(acknowledged).containsExactly(0L, 1L);
  }

  @Test
  void segments_are_forced_when_they_are_complete_if_so_configured() throws Exception {
    RawWriter writer = open("?fsync=rotate&rotate.bytes=3KiB");
    for (int i = 0; i < 6; i++) {
      write(writer, i);
    }
    assertThat(forced).isEqualTo(2);
    writer.close(Duration.ofSeconds(1));

    assertThat(forced).isEqualTo(3);
  }

  @Test
  void a_device_without_space_is_an_io_exception_until_there_is_some() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "this platform has no /dev/full");
    Path file = Files.createSymbolicLink(temporary.resolve("all.slu"), full);
    RawWriter writer = FileRawWriter.create(file);
    assertThatThrownBy(() -> write(writer, 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot write to " + file);
    assertThatThrownBy(() -> write(writer, 0)).isInstanceOf(IOException.class);
    Files.delete(file);
    write(writer, 0);

    assertThat(Chunks.inFile(file).sequences).containsExactly(0L);
  }

  @Test
  void a_write_that_the_system_cuts_short_leaves_no_half_chunk() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "this platform has no ulimit");
    Process child =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "ulimit -f 128 && exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                LimitedWriter.class.getName(),
                directory().toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes());

    assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(output).isEqualTo("failed 6, acknowledged 40\n");
    assertThat(Chunks.in(directory()).sequences).hasSize(40).isSorted();
    assertThat(Chunks.in(directory()).damages).isEmpty();
  }

  private Path directory() {
    return temporary.resolve("records");
  }

  private RawWriter open(String options) {
    return new FileRawWriter(
        FileSettings.of(Endpoint.parse("file:" + DIRECTORY + options)),
        new VirtualPlatform(
            0,
            1,
            disk.with(
                (what, path) -> {
                  forced += what == Operation.FORCE ? 1 : 0;
                  return failing.contains(what) ? Outcome.FAILS : Outcome.DONE;
                })));
  }

  private void write(RawWriter writer, long sequence) throws Exception {
    writer.write(
        Chunks.of(P, sequence, 1000),
        (chunk, outcome, cause) -> acknowledged.add(chunk.accounting().sequence()));
  }
}
