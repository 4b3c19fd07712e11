package dev.sluice.benchmarks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.JsonObjects;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

/** Peers that do not answer or run out of memory do not end what measures the others. */
@Tag("full")
class FailingVariantTest {
  private static final Load LOAD = Load.of(2, 1);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @TempDir private Path directory;

  @Command(name = "failing")
  private static final class Failing extends Experiment {
    @Override
    public About about() {
      return new About("Nothing.", "-");
    }

    @Override
    protected List<Step> steps() {
      return CallStart.steps(
          List.of(
              new Variant(Setup.FLOOR, Peer.SLUICE, LOAD),
              new Variant(Setup.NONE, Peer.SLUICE, LOAD),
              new Variant(Setup.FILE, Peer.KIEKER_BYTEBUDDY, LOAD),
              new Variant(Setup.FILE, Peer.KIEKER_ASPECTJ, LOAD)),
          new CallEffort(1, 10, 2, 10),
          CallFigures::cell,
          (variant, folder) ->
              switch (variant.peer()) {
                case KIEKER_BYTEBUDDY -> start(variant, "HangingClass", folder, PATIENCE);
                case KIEKER_ASPECTJ -> start(variant, "HungryClass", folder, Duration.ofMinutes(1));
                default -> CallProcess.start(variant, folder);
              });
    }

    private static CallProcess start(
        Variant variant, String application, Path folder, Duration patience) throws IOException {
      Files.createDirectories(folder);
      return CallProcess.start(variant, new Fake(application, folder), folder, patience);
    }
  }

  private record Fake(String application, Path folder) implements CallTarget {
    @Override
    public List<String> options() {
      return List.of("-cp", System.getProperty("java.class.path"));
    }

    @Override
    public Receiver receiver() {
      return FileReceiver.ofRecords(folder);
    }
  }

  @Test
  void a_peer_that_hangs_or_runs_out_of_memory_is_listed_and_the_others_are_measured()
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(out, new PrintStream(new ByteArrayOutputStream()), false);
    Path folder = directory.resolve("results");

    assertThat(new Failing().command(terminal).execute("-o", folder.toString())).isZero();

    String hangs =
        "the benchmark of file (kieker-bytebuddy) gave no answer within "
            + PATIENCE.toSeconds()
            + " s";
    String line = "Not measured: file kieker-bytebuddy, because " + hangs + ".";
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text)
        .contains("none   sluice", line)
        .containsPattern(
            "Not measured: file kieker-aspectj, because .* ended with .*OutOfMemoryError");
    assertThat(folder.resolve("index.html")).content().contains(line);
    assertThat(JsonObjects.read(folder.resolve("results.json")))
        .anySatisfy(row -> assertThat(row).containsEntry("notMeasured", hangs))
        .anySatisfy(row -> assertThat(row).containsEntry("stage", "none").containsKey("mean"));
    assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
  }
}
