package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tune} for recordings of several kinds and each medium: no setting of its own ends a run,
 * and nothing is called proven that its own run contradicts. What a busy machine does to the
 * figures does not matter. All cells, which print a table: {@code -Dsluice.cells=all}, with further
 * recordings by {@code -Dsluice.recordings=FILE,FILE}, some media by {@code
 * -Dsluice.media=file,tcp}, without {@code --quick} by {@code -Dsluice.thorough=true}.
 */
@ExtendWith(SharedBroker.class)
@Tag("one-jdk")
@Tag("full")
class TuneCellsTest {
  private static final Map<String, Double> PROMISED =
      Map.of("p99", 0.15, "bytes", 0.01, "cpu", 0.15);

  private static final String ALL = "service,mixed,bursts,slow,producers";

  /** What the cells have to keep to. */
  private static final double GOAL_NANOS = 500e6;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path directory;

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  /** Checks a cell; the result is its row of the table. */
  private String cell(Path recording, String sink, String... lists) throws IOException {
    out.reset();
    err.reset();
    Path result = directory.resolve("tuned");
    List<String> args = new ArrayList<>(List.of("tune", recording.toString(), "--sink", sink));
    args.addAll(List.of("--compression", "none", "-o", result.toString()));
    args.addAll(Boolean.getBoolean("sluice.thorough") ? List.of() : List.of("--quick"));
    args.addAll(Arrays.asList(lists));
    long start = System.nanoTime();
    int code = run(args.toArray(String[]::new));
    double seconds = (System.nanoTime() - start) / 1e9;
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isBetween(0, 1);
    Map<String, Object> json = json(result.resolve("tune.json"));
    String verdict = json.get("verdict").toString();
    assertThat(text).startsWith(verdict);
    assertThat(result.resolve("tune.html")).content().contains(verdict.substring(0, 20));
    Map<String, Object> chosen = in(json, "recommended");
    assertThat(chosen.get("goalMet")).isEqualTo(code == 0);
    List<?> proofs = (List<?>) json.get("proof");
    Object first = proofs.get(0);
    List<String> off = off(first);
    if (!json.get("goal").equals("") && number(in(first, "measured"), "p99") > GOAL_NANOS) {
      off.add("goal");
    }
    boolean contradicts = !((List<?>) ((Map<?, ?>) first).get("contradicts")).isEmpty();
    if (chosen.get("basis").equals("proven")) {
      assertThat(off).as(verdict).isEmpty();
      assertThat(verdict).startsWith("Proven");
      assertThat(chosen.get("setting")).isEqualTo(in(first, "setting"));
    } else if (chosen.get("basis").equals("not contradicted")) {
      assertThat(off).as(verdict).isNotEmpty();
      assertThat(contradicts).as(verdict).isFalse();
      assertThat(verdict).startsWith("Not contradicted");
      assertThat(chosen.get("setting")).isEqualTo(in(first, "setting"));
    } else {
      assertThat(chosen.get("basis")).isEqualTo("measured");
      assertThat(verdict).startsWith("The proof contradicts the prediction for ");
      assertThat(off).as(verdict).isNotEmpty();
      assertThat(proofs).anyMatch(proof -> isMeasured(proof, chosen));
    }
    return row(recording, sink, seconds, chosen, off, json.get("remarks"));
  }

  /** By which of the promised measures a run is further off than promised. */
  private static List<String> off(Object proof) {
    List<String> off = new ArrayList<>();
    PROMISED.forEach(
        (measure, bar) -> {
          double predicted = number(in(proof, "predicted"), measure);
          double error = number(in(proof, "measured"), measure) / predicted - 1;
          if (Math.abs(error) > bar) {
            off.add("%s %+.0f %%".formatted(measure, 100 * error));
          }
        });
    if (number(proof, "dropped") > 0) {
      off.add("dropped");
    }
    return off;
  }

  private static double number(Object object, String name) {
    return ((Number) ((Map<?, ?>) object).get(name)).doubleValue();
  }

  @SuppressWarnings("unchecked") // as the file is made
  private static Map<String, Object> in(Object object, String name) {
    return (Map<String, Object>) ((Map<?, ?>) object).get(name);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> json(Path file) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
      parser.nextToken();
      return (Map<String, Object>) value(parser);
    }
  }

  /** Objects as maps, arrays as lists. */
  private static Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> object = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        object.put(name, value(parser));
      }
      return object;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> array = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(value(parser));
      }
      return array;
    }
    return switch (token) {
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NULL -> null;
      case VALUE_STRING -> parser.getText();
      default -> parser.getDoubleValue();
    };
  }

  private static boolean isMeasured(Object proof, Map<String, Object> chosen) {
    return in(proof, "setting").equals(chosen.get("setting"))
        && PROMISED.keySet().stream()
            .allMatch(measure -> chosen.get(measure).equals(in(proof, "measured").get(measure)));
  }

  private static String row(
      Path recording,
      String sink,
      double seconds,
      Map<String, Object> chosen,
      List<String> off,
      Object remarks) {
    Map<String, Object> setting = in(chosen, "setting");
    return "%-12s %-6s %4.0f s  %-9s %6s %6s  p99 %7.1f ms  %6.2f bytes  %8.0f ns  %s  %s"
        .formatted(
            recording.getFileName(),
            sink.substring(0, sink.indexOf(':')),
            seconds,
            chosen.get("basis"),
            setting.get("chunk.records"),
            setting.get("delay"),
            number(chosen, "p99") / 1e6,
            number(chosen, "bytes"),
            number(chosen, "cpu"),
            off,
            remarks);
  }

  private Path recording(String name) {
    return new SeededRecordings(directory.resolve(name)).write(name);
  }

  @Test
  void what_a_topic_takes_bounds_chunks_and_a_programs_start_is_left_out(KafkaBroker broker)
      throws IOException {
    String topic = Topics.create(broker, 1, Map.of("max.message.bytes", "5000"));

    String row =
        cell(
            recording("service"),
            Topics.uri(broker, topic),
            "--chunk-records",
            "16384",
            "--delay",
            "200ms",
            "--serializer",
            "protobuf",
            "--chunk-bytes",
            "4MiB,900KiB");

    assertThat(row)
        .contains("chunk.bytes=4194304 is left out: option 'chunk.bytes': must be at most")
        .contains("accepts chunks of at most 4,")
        .contains("tuned for the steady part, ");
  }

  @Test
  void a_missing_topic_is_one_line_with_the_command_that_makes_it(KafkaBroker broker) {
    String sink = Topics.uri(broker, "nowhere-to-be-tuned");
    String result = directory.resolve("tuned").toString();

    int code = run("tune", "--synthetic", "operation_duration", "--sink", sink, "-o", result);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).strip())
        .contains("there is no topic 'nowhere-to-be-tuned'")
        .endsWith("create it: 'sluice topic " + sink + " --create'");
  }

  @Test
  @EnabledIfSystemProperty(named = "sluice.cells", matches = ".+")
  void examples_of_the_page_do_what_it_says(KafkaBroker broker) throws IOException {
    String records = recording("service").toString();
    String topic = Topics.uri(broker, Topics.create(broker, 1));
    String shown = Snippets.shownIn(Path.of("../docs/tuning.md"), "run").get("tune");
    for (String line : shown.lines().toList()) {
      List<String> args = new ArrayList<>();
      for (String word : line.replaceFirst("./sluice ", "").split(" ")) {
        args.add(
            word.replace("'", "")
                .replaceFirst("^records$", records)
                .replaceFirst("kafka://broker:9092/test", topic)
                .replaceFirst("file:/var/log/app/records", "file:" + directory.resolve("sink"))
                .replaceFirst("tcp://127.0.0.1:9931", "tcp://127.0.0.1:" + TcpPeers.freePort()));
      }
      if (!args.contains("--explain")) {
        args.addAll(List.of("-o", directory.resolve("example").toString()));
        args.addAll(args.contains("--sink") ? List.of() : List.of("--sink", topic));
        args.addAll(args.contains("--quick") ? List.of() : List.of("--quick"));
      }
      assertThat(run(args.toArray(String[]::new))).as(line + "\n" + err).isBetween(0, 1);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "sluice.cells", matches = ".+")
  void cells(KafkaBroker broker) throws IOException {
    List<Path> recordings = new ArrayList<>();
    String names = System.getProperty("sluice.cells").replace("all", ALL);
    for (String name : names.split(",")) {
      recordings.add(recording(name));
    }
    Arrays.stream(System.getProperty("sluice.recordings", "").split(","))
        .filter(file -> !file.isEmpty())
        .forEach(file -> recordings.add(Path.of(file)));
    List<String> media = List.of(System.getProperty("sluice.media", "file,tcp,kafka").split(","));
    for (Path recording : recordings) {
      for (String sink :
          List.of(
              "file:" + Files.createDirectories(directory.resolve("sink")),
              "tcp://127.0.0.1:" + TcpPeers.freePort(),
              Topics.uri(broker, Topics.create(broker, 1)))) {
        if (!media.contains(sink.substring(0, sink.indexOf(':')))) {
          continue;
        }
        System.out.println(
            cell(
                recording,
                sink,
                "--chunk-records",
                "256,4096",
                "--delay",
                "50ms,200ms",
                "--serializer",
                "binary",
                "--goal",
                "p99<500ms"));
      }
    }
  }
}
