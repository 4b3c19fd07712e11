package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.Endpoint;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.testkit.Warns;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Warns("will try again: tcp:")
class RealRunTest {
  private static final Duration PATIENCE = Duration.ofMillis(300);
  private final Recording recording = Synthetic.recording("operation_execution", 4_000, 10_000);
  private final Setting setting =
      new Setting(256, 900 << 10, Duration.ofMillis(20), "binary", "none");

  @TempDir private Path directory;

  private RealRun.Result run(String sink, Receiver receiver) throws InterruptedException {
    return RealRun.run(
        (one, rows) -> ChunkingCollector.open(Endpoint.parse(sink)),
        receiver,
        recording,
        setting,
        TimeSpan.first(10, recording),
        PATIENCE);
  }

  @Test
  void a_sink_that_goes_away_is_one_line_and_no_figure() throws Exception {
    String gone;
    try (ServerSocket socket = new ServerSocket(0)) {
      gone = "tcp://127.0.0.1:" + socket.getLocalPort();
    }
    Medium medium = Medium.of("file:" + directory.resolve("other"), scratch -> {});
    try (Receiver receiver = Receiver.start(medium)) {
      assertThatThrownBy(() -> run(gone, receiver))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("delivered none of the 4,000 records of a run")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void records_are_counted_after_the_first_sixth_of_a_short_recording()
      throws IOException, InterruptedException {
    RealRun.Result result = run("file:" + directory.resolve("sink") + "?delay=20ms", null);

    assertThat(result.dropped()).isZero();
    assertThat(result.lateNanos()).isPositive();
    assertThat(result.chunks()).as("nobody reads").isZero();
  }
}
