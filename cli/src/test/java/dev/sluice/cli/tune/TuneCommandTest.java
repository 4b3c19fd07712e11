package dev.sluice.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.tune.Goal;
import dev.sluice.tools.tune.Measure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("one-jdk")
class TuneCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path directory;

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String recording(int records) {
    Path file = directory.resolve("recording.slu");
    ChunkingCollector collector =
        ChunkingCollector.open(Endpoint.parse("file:" + file + "?policy=block&producer=shop"));
    OperationDurationWriter writer = OperationDurationWriter.create(collector.rows());
    for (int i = 0; i < records; i++) {
      writer.emit(
          System.nanoTime(), collector.rows().symbol("void a.B.c" + i % 9 + "()"), i, false);
    }
    collector.close(Duration.ofSeconds(10));
    return file.toString();
  }

  @Test
  void a_run_into_a_file_sink_answers_proves_and_leaves_files_that_can_be_used()
      throws IOException {
    Path sink = directory.resolve("records dir");
    Path result = directory.resolve("result");

    int code =
        run(
            "tune",
            recording(2000),
            "--sink",
            "file:" + sink + "?fsync=never",
            "--rate",
            "5000",
            "--quick",
            "--chunk-records",
            "64,512",
            "--delay",
            "20ms",
            "--serializer",
            "binary",
            "--compression",
            "none",
            "--goal",
            "p99<1us",
            "-o",
            result.toString());

    assertThat(errors()).noneMatch(line -> line.startsWith("sluice:"));
    assertThat(code).as("the goal cannot be met").isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output())
        // Of two if the machine had other work: then the settings that were measured count alone.
        .containsPattern("None of [23] settings keeps to p99<1.00µs")
        .contains("above the limit", "Proof:", "recommended", "default");
    assertThat(directory)
        .as("nothing is left beside the sink")
        .isDirectoryNotContaining("glob:**/.*");
    assertThat(json(result.resolve("tune.json"))).contains("roundTrip", "mainEffects", "measured");
    assertThat(result.resolve("tune.html"))
        .content()
        .contains("const plot", "Predicted and measured");
    Options options = ConfigurationSources.ofFile(result.resolve("sluice.properties")).options();
    try (Stream<Path> files = Files.list(result)) {
      assertThat(files).hasSize(3);
    }
    assertThat(options.withPrefix(""))
        .containsEntry("sink", "file:" + sink)
        .containsEntry("fsync", "never")
        .containsEntry("delay", "20ms");
    Monitor monitor =
        Monitor.builder()
            .configuration(ConfigurationSources.ofFile(result.resolve("sluice.properties")))
            .open();
    assertThat(monitor.close(Duration.ofSeconds(5)).balanced()).isTrue();
    assertThat(sink).isDirectory();
  }

  @Test
  void a_recording_without_a_steady_part_is_refused_in_one_line() throws IOException {
    Path file =
        Chunks.file(
            directory.resolve("once.slu"), Chunks.only(1, "shop", Chunks.notes(150, "start")));

    int code = run("tune", file.toString(), "-o", directory.resolve("o").toString());

    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .singleElement()
        .asString()
        .startsWith("sluice: " + file + " has no steady part to tune for: ")
        .endsWith(
            "record for longer, choose a part with --from and --until, or give a rate,"
                + " as --rate 10000");
    assertThat(directory.resolve("o")).isEmptyDirectory();
  }

  @Test
  void records_without_a_time_need_a_rate_as_the_command_calls_it() throws IOException {
    RecordType timeless = new RecordType("test.timeless", 1, List.of(Field.of("n", FieldType.INT)));
    TestBatch rows = new TestBatch().add(timeless, 1L).add(timeless, 2L);
    Path file = Chunks.file(directory.resolve("timeless.slu"), Chunks.only(1, "shop", rows));

    assertThat(run("tune", file.toString(), "-o", directory.resolve("o").toString()))
        .isEqualTo(ExitCode.USAGE);

    assertThat(errors())
        .containsExactly(
            "sluice: the records of "
                + file
                + " have no record time; give a rate, as --rate 10000");
  }

  private static List<String> json(Path file) throws IOException {
    List<String> names = new java.util.ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
      while (parser.nextToken() != null) {
        names.add(parser.getText());
      }
    }
    return names;
  }

  @Test
  void a_sink_that_does_not_work_is_one_line_and_leaves_nothing() throws IOException {
    Path blocked = Files.createFile(directory.resolve("file"));

    assertThat(
            run(
                "tune",
                "--synthetic",
                "operation_duration",
                "--sink",
                "tcp://192.0.2.1:9931",
                "-o",
                directory.resolve("o").toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(
            run(
                "tune",
                "--synthetic",
                "operation_duration",
                "--sink",
                "file:" + blocked + "/x?rotate.bits=3",
                "-o",
                directory.resolve("o").toString()))
        .isEqualTo(ExitCode.USAGE);

    assertThat(errors().get(0))
        .startsWith("sluice: 'tcp://192.0.2.1:9931' is not an address of this");
    assertThat(errors().get(1)).startsWith("sluice: unknown option 'rotate.bits'");
    assertThat(errors()).hasSize(2);
    assertThat(directory.resolve("o")).isEmptyDirectory();
  }

  @Test
  void wrong_arguments_are_one_line_each() {
    String to = directory.resolve("o").toString();
    assertThat(run("tune", "-o", to)).isEqualTo(ExitCode.USAGE);
    assertThat(run("tune", "x", "--synthetic", "y", "-o", to)).isEqualTo(ExitCode.USAGE);
    assertThat(run("tune", "--synthetic", "y", "-o", to)).isEqualTo(ExitCode.USAGE);
    assertThat(run("tune", "x", "--goal", "p99", "-o", to)).isEqualTo(ExitCode.USAGE);
    assertThat(run("tune", "x", "--minimize", "pain", "-o", to)).isEqualTo(ExitCode.USAGE);
    assertThat(run("tune", "x", "--delay", "5", "-o", to)).isEqualTo(ExitCode.USAGE);
    assertThat(run("tune", directory + "/none", "-o", to)).isEqualTo(ExitCode.USAGE);

    assertThat(errors()).hasSize(7).allMatch(line -> line.startsWith("sluice: "));
    assertThat(errors()).noneMatch(line -> line.contains("unexpectedly"));
    assertThat(errors().get(3)).startsWith("sluice: --goal: 'p99' ").contains("p99<250ms");
  }

  @Test
  void commands_of_the_page_are_understood() throws IOException {
    String shown = Snippets.shownIn(Path.of("../docs/tuning.md"), "run").get("tune");
    CommandLine commands =
        Main.commands(new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false));
    for (String line : shown.lines().toList()) {
      List<String> words =
          Pattern.compile("'([^']*)'|(\\S+)")
              .matcher(line.replaceFirst("./sluice ", ""))
              .results()
              .map(word -> word.group(1) != null ? word.group(1) : word.group(2))
              .toList();

      CommandLine.ParseResult parsed = commands.parseArgs(words.toArray(String[]::new));

      String goal = parsed.subcommand().matchedOptionValue("--goal", "p99<1s");
      assertThat(Goal.parse(goal).limits()).as(line).isNotEmpty();
      String least = parsed.subcommand().matchedOptionValue("--minimize", "cpu");
      assertThat(Measure.named(least)).as(line).isNotNull();
    }
  }
}
