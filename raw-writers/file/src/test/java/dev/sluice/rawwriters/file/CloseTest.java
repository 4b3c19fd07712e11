package dev.sluice.rawwriters.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.SimulatedDisk;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** When segments are completed, and who does it while several threads have the writer. */
class CloseTest {
  private static final Path DIRECTORY = Path.of("/simulated/records");

  private final SimulatedDisk disk = new SimulatedDisk(() -> 0);
  private final List<Operation> done = new ArrayList<>();
  private Function<Operation, Outcome> faults = operation -> Outcome.DONE;

  @Test
  void an_interrupted_close_completes_what_nobody_writes_to() throws Exception {
    FileRawWriter writer = open("?fsync=rotate");
    write(writer, 1, 0);
    Thread.currentThread().interrupt();
    writer.close(Duration.ofSeconds(1));

    assertThat(Thread.interrupted()).as("told to the caller").isTrue();
    assertThat(done).contains(Operation.FORCE);
  }

  @Test
  void a_write_that_outlasts_the_close_completes_its_segment() throws Exception {
    FileRawWriter writer = open("?fsync=rotate");
    faults =
        operation -> {
          if (operation == Operation.APPEND) {
            inAnotherThread(() -> writer.close(Duration.ZERO));
            assertThat(done).as("while it is written to").doesNotContain(Operation.FORCE);
          }
          return Outcome.DONE;
        };
    write(writer, 1, 0);

    assertThat(done).contains(Operation.FORCE);
    assertThat(Chunks.in(disk, DIRECTORY).sequences).containsExactly(0L);
  }

  @Test
  void threads_take_turns_in_writing_and_closing() throws Exception {
    FileRawWriter writer = open("");
    write(writer, 1, 0);
    inAnotherThread(() -> write(writer, 1, 1));
    inAnotherThread(() -> writer.close(Duration.ofSeconds(1)));

    assertThatThrownBy(() -> write(writer, 1, 2))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write to " + DIRECTORY + ": the writer is closed");
    assertThat(Chunks.in(disk, DIRECTORY).sequences).containsExactly(0L, 1L);
  }

  @Test
  void a_segment_that_cannot_be_completed_is_told_and_the_others_are_completed() throws Exception {
    FileRawWriter writer = open("?fsync=rotate");
    write(writer, 1, 0);
    write(writer, 2, 0);
    faults =
        operation ->
            operation == Operation.FORCE && !done.contains(Operation.FORCE)
                ? Outcome.FAILS
                : Outcome.DONE;
    try (LogLines log = new LogLines()) {
      writer.close(Duration.ofSeconds(1));
      assertThat(log.all())
          .containsExactly(
              "WARNING cannot complete a segment in "
                  + DIRECTORY
                  + ": injected: FORCE sluice-0000000000000001-000000.slu");
    }
    assertThat(done).containsSubsequence(Operation.FORCE, Operation.FORCE);
  }

  @Test
  void the_segment_that_waits_longest_is_completed_for_a_ninth_producer() throws Exception {
    FileRawWriter writer = open("?fsync=rotate");
    for (int producer = 1; producer <= 8; producer++) {
      write(writer, producer, 0);
    }
    assertThat(done).doesNotContain(Operation.FORCE);
    write(writer, 9, 0);

    assertThat(done).containsOnlyOnce(Operation.FORCE);
    write(writer, 2, 1);
    assertThat(disk.files(DIRECTORY)).as("that of the second is still open").hasSize(9);
    write(writer, 1, 1);
    assertThat(disk.files(DIRECTORY)).as("that of the first is not").hasSize(10);
  }

  @Test
  void a_single_file_is_opened_once_for_all_chunks() throws Exception {
    FileRawWriter writer = open("/all.slu?fsync=rotate");
    for (int sequence = 0; sequence < 3; sequence++) {
      write(writer, sequence, sequence);
    }

    assertThat(done).containsOnlyOnce(Operation.LOCK_FILE).doesNotContain(Operation.FORCE);
    writer.close(Duration.ofSeconds(1));
    assertThat(done).containsOnlyOnce(Operation.FORCE);
  }

  private FileRawWriter open(String options) {
    disk.with(
        (operation, path) -> {
          Outcome outcome = faults.apply(operation);
          done.add(operation);
          return outcome;
        });
    return new FileRawWriter(
        FileSettings.of(Endpoint.parse("file:" + DIRECTORY + options)),
        new VirtualPlatform(0, 1, disk));
  }

  private static void write(FileRawWriter writer, long producer, long sequence) throws IOException {
    writer.write(Chunks.of(producer, sequence, 1000), (chunk, outcome, cause) -> {});
  }

  /** A lock that is never let go of would keep it waiting for ever. */
  private static void inAnotherThread(ThrowingCallable work) {
    CompletableFuture.runAsync(() -> assertThatCode(work).doesNotThrowAnyException())
        .orTimeout(1, TimeUnit.MINUTES)
        .join();
  }
}
