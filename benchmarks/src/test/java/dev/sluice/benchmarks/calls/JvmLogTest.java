package dev.sluice.benchmarks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.calls.JvmLog.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmLogTest {
  @TempDir private Path folder;

  @Test
  void pauses_and_compilations_have_their_time_and_other_lines_are_passed_over() throws Exception {
    Files.writeString(
        folder.resolve("jvm.log"),
        """
        [7000000ns] Using G1
        [61000000ns]   12    3       java.lang.String::hashCode (60 bytes)
        [75000000ns] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 25M->1M(512M) 1.234ms
        [80000000ns] GC(1) Concurrent Mark Cycle
        half a li""");

    assertThat(new JvmLog(folder).events())
        .containsExactly(new Event(61_000_000, false), new Event(75_000_000, true));
  }
}
