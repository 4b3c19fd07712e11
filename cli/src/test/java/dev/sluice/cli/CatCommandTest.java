package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.TestBatch;
import dev.sluice.testkit.Warns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Warns("this version does not know how they are stored")
class CatCommandTest {
  private static final String ID = "00000000000000ab";

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private List<String> output() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Two services that write to one place, and one that has no name. */
  private String shared() throws IOException {
    return Chunks.file(
            directory.resolve("shared.slu"),
            Chunks.only(0xab, "shop, Kiel", Chunks.notes(1, "a")),
            Chunks.only(0xcd, null, Chunks.notes(1, "b")))
        .toString();
  }

  @Test
  void text_shows_whose_a_record_is() throws IOException {
    assertThat(run("cat", shared())).isZero();

    String time = "1970-01-01T00:00:00.000000000Z ";
    assertThat(output())
        .containsExactly(
            time + "\"shop, Kiel\" " + ID + " test.note.1 text=a",
            time + "- 00000000000000cd test.note.1 text=b");
  }

  @Test
  void json_shows_whose_a_record_is() throws IOException {
    assertThat(run("cat", "-f", "jsonl", shared())).isZero();

    assertThat(output())
        .containsExactly(
            "{\"_producer\":\"shop, Kiel\",\"_producerId\":\"00000000000000ab\","
                + "\"type\":\"test.note.1\",\"time\":0,\"text\":\"a\"}",
            "{\"_producer\":null,\"_producerId\":\"00000000000000cd\","
                + "\"type\":\"test.note.1\",\"time\":0,\"text\":\"b\"}");
  }

  @Test
  void csv_shows_whose_a_record_is() throws IOException {
    assertThat(run("cat", "-f", "csv", shared())).isZero();

    assertThat(output())
        .containsExactly(
            "_producer,_producerId,time,text",
            "\"shop, Kiel\"," + ID + ",0,a",
            ",00000000000000cd,0,b");
  }

  @Test
  void bare_records_are_without_producers() throws IOException {
    assertThat(run("cat", "-f", "jsonl", "--bare", shared())).isZero();
    assertThat(output().get(0)).isEqualTo("{\"type\":\"test.note.1\",\"time\":0,\"text\":\"a\"}");
    out.reset();
    assertThat(run("cat", "-f", "csv", "--bare", shared())).isZero();
    assertThat(output()).containsExactly("time,text", "0,a", "0,b");
    out.reset();
    assertThat(run("cat", "--bare", shared())).isZero();
    assertThat(output().get(1)).endsWith("Z test.note.1 text=b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jsonl", "csv"})
  void field_of_our_name_is_kept_apart_from_the_producer(String format) throws IOException {
    RecordType type =
        new RecordType(
            "test.mail",
            1,
            List.of(
                Field.of("_producer", FieldType.INT),
                Field.of("__producerId", FieldType.INT),
                Field.of("_producers", FieldType.INT),
                Field.of("producer", FieldType.INT)));
    Path file = directory.resolve("mail.slu");
    Chunks.file(file, Chunks.only(1, "shop", new TestBatch().add(type, 1, 2, 3, 4)));

    assertThat(run("cat", "-f", format, file.toString())).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("[\"{}:\\d]", ""))
        .contains("__producer,___producerId,_producers,producer");
  }

  @Test
  void chunk_of_too_much_text_is_told_and_the_rest_goes_on() throws IOException {
    Path file =
        Chunks.file(
            directory.resolve("bomb.slu"),
            Chunks.only(1, "bomb", Chunks.notes(5_000, "x".repeat(60_000))),
            Chunks.only(2, "real", Chunks.notes(3, "kept")));
    assertThat(Files.size(file)).isLessThan(70_000);

    assertThat(run("cat", "--chunk-text", "1MiB", file.toString())).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(output()).hasSize(18 + 3).last().asString().endsWith("text=kept");
    assertThat(errors())
        .containsExactly(
            "sluice: chunk 0 of producer 0000000000000001 has 5,000 records with more than 1.00 MiB"
                + " of text; the rest of it is left out, --chunk-text raises the limit",
            "sluice: skipped records of 1 chunk whose text is too long");
  }

  @Test
  void limit_of_a_chunks_text_is_64_mib_and_can_be_raised() throws IOException {
    byte[] bomb = Chunks.only(1, "bomb", Chunks.notes(1_200, "x".repeat(60_000)));
    Path file = Chunks.file(directory.resolve("bomb.slu"), bomb);

    assertThat(run("cat", file.toString())).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(out.size()).isBetween(64 << 20, (64 << 20) + 61_000);
    out.reset();
    err.reset();
    assertThat(run("cat", "--chunk-text", "1GiB", file.toString())).isZero();
    assertThat(output()).hasSize(1_200);
    assertThat(errors()).isEmpty();
  }

  @Test
  void real_records_do_not_wait_behind_a_bomb_over_tcp() throws Exception {
    FutureTask<Integer> cat =
        new FutureTask<>(
            () -> run("cat", "tcp://127.0.0.1:0", "--follow", "-n", "19", "--chunk-text", "1MiB"));
    new Thread(cat).start();
    Awaitility.await().until(() -> !errors().isEmpty());
    String listening = "sluice: listening on 127.0.0.1 port ";
    int port = Integer.parseInt(errors().get(0).substring(listening.length()));
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write(Chunks.only(1, "b", Chunks.notes(65_536, "x".repeat(60_000))));
      socket.getOutputStream().write(Chunks.only(2, "r", Chunks.notes(1, "real")));
      assertThat(cat.get(60, TimeUnit.SECONDS)).isEqualTo(ExitCode.INCOMPLETE);
    }

    assertThat(output()).hasSize(19).last().asString().endsWith("text=real");
    assertThat(errors()).hasSize(3).element(1).asString().contains("more than 1.00 MiB of text");
  }

  @Test
  void damage_is_told_at_once_to_who_follows() throws Exception {
    Path file = Chunks.file(directory.resolve("growing.slu"), new byte[5], chunk("first"));
    FutureTask<Integer> cat =
        new FutureTask<>(() -> run("cat", file.toString(), "--follow", "-n", "2"));
    new Thread(cat).start();
    Awaitility.await().until(() -> !errors().isEmpty());
    assertThat(errors())
        .singleElement()
        .asString()
        .startsWith("sluice: skipped damage at ")
        .contains("growing.slu@0: ", ", 5 bytes");

    Files.write(file, chunk("second"), StandardOpenOption.APPEND);

    assertThat(cat.get(60, TimeUnit.SECONDS)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output()).hasSize(2);
  }

  private static byte[] chunk(String text) {
    return Chunks.only(text.hashCode(), text, Chunks.notes(1, text));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void pipe_is_read_to_its_end() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    FutureTask<Path> writer = new FutureTask<>(() -> Files.write(pipe, chunk("piped")));
    new Thread(writer).start();

    assertThat(run("cat", pipe.toString())).isZero();

    assertThat(writer.get(60, TimeUnit.SECONDS)).isEqualTo(pipe);
    assertThat(output()).singleElement().asString().endsWith("text=piped");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void endless_device_is_one_line() {
    assertThat(run("cat", "/dev/zero")).isEqualTo(ExitCode.USAGE);

    assertThat(errors()).singleElement().asString().contains("/dev/zero", "hold no chunk");
  }

  @Test
  void wrong_limit_is_one_line() {
    assertThat(run("cat", "--chunk-text", "much", "x")).isEqualTo(ExitCode.USAGE);

    assertThat(errors()).singleElement().asString().contains("--chunk-text", "'much'", "16MiB");
  }

  @Test
  void from_leaves_out_what_is_older() throws IOException {
    TestBatch rows = new TestBatch();
    for (int second = 0; second < 10; second++) {
      rows.add(Chunks.NOTE, second * 1_000_000_000L, "s" + second);
    }
    byte[] chunk = Chunks.only(1, "a", rows, 9_000_000_000L);
    byte[] old = Chunks.only(2, "b", Chunks.notes(1, "old"));
    Path file = Chunks.file(directory.resolve("times.slu"), old, chunk);

    assertThat(run("cat", "--from", "1970-01-01T01:00:08+01:00", file.toString())).isZero();

    assertThat(output()).hasSize(2).first().asString().endsWith("text=s8");
  }

  @Test
  void until_leaves_out_the_rest_and_the_audit_stays_that_of_all() throws IOException {
    TestBatch rows = new TestBatch();
    for (int second = 0; second < 10; second++) {
      rows.add(Chunks.NOTE, second * 1_000_000_000L, "s" + second);
    }
    byte[] chunk = Chunks.only(1, "a", rows, 9_000_000_000L);
    Path file = Chunks.file(directory.resolve("times.slu"), chunk);

    String from = "1970-01-01T00:00:03Z";
    String until = "1970-01-01T00:00:05Z";
    assertThat(run("cat", "--from", from, "--until", until, file.toString())).isZero();
    assertThat(output()).hasSize(2).first().asString().endsWith("text=s3");
    assertThat(run("stats", "--until", from, file.toString())).isZero();
    assertThat(run("stats", "--until", "1969-01-01T00:00:00Z", file.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors()).singleElement().asString().contains("no chunk before 1969-01-01");
  }

  @Test
  void every_command_that_reads_names_times_alike() {
    CommandLine all = Main.commands(new Terminal(out, System.err, false));
    for (String name : List.of("cat", "analyze", "top", "trace", "export", "stats", "cut")) {
      CommandLine one = all.getSubcommands().get(name);
      assertThat(one.getCommandSpec().optionsMap()).as(name).containsKeys("--from", "--until");
    }
  }

  @Test
  void from_counts_back_from_now() {
    Clock clock = Clock.fixed(Instant.parse("2026-11-22T10:00:00Z"), ZoneOffset.UTC);

    assertThat(Since.parse("from", "-15m", clock)).isEqualTo("2026-11-22T09:45:00Z");
    assertThat(Since.parse("from", "-1h30m", clock)).isEqualTo("2026-11-22T08:30:00Z");
    assertThat(Since.parse("from", "-7d", clock)).isEqualTo("2026-11-15T10:00:00Z");
    assertThat(Since.parse("from", "2026-01-01T00:00:00Z", clock))
        .isEqualTo("2026-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({"yesterday", "-", "-x", "2026-11", "-99999999999999999999d", "''"})
  void wrong_time_is_one_line(String time) {
    assertThat(run("cat", "--from=" + time, "x")).isEqualTo(ExitCode.USAGE);

    assertThat(errors())
        .singleElement()
        .asString()
        .contains("option 'from' must be a time like 2026", "a span before now as -15m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat", "stats", "inspect"})
  void source_without_anything_younger_is_told(String command) throws IOException {
    assertThat(run(command, "--from", "2026-01-01T00:00:00Z", shared())).isEqualTo(ExitCode.USAGE);

    assertThat(errors()).singleElement().asString().contains("no chunk since 2026-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat", "stats", "inspect", "verify"})
  void options_of_the_source_come_from_a_file(String command) throws IOException {
    Path config = directory.resolve("secret.properties");
    Files.writeString(
        config, "sluice.sink=file:x\nsluice.tls=true\nsluice.tls.certificate=/none/of-the-file\n");

    assertThat(run(command, "--config", config.toString(), "tcp://127.0.0.1:0"))
        .isEqualTo(ExitCode.USAGE);

    assertThat(errors()).singleElement().asString().contains("tls.key", "certificate");
  }

  @Test
  void options_behind_the_question_mark_go_before_the_file() throws IOException {
    Path config = directory.resolve("secret.properties");
    Files.writeString(config, "sluice.memory=none\n");

    assertThat(run("cat", "--config", config.toString(), "tcp://127.0.0.1:0?memory=wrong"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors()).singleElement().asString().contains("'wrong'").doesNotContain("none");
    err.reset();
    assertThat(run("cat", "--config", config.toString(), "tcp://127.0.0.1:0"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors()).singleElement().asString().contains("'none'", "secret.properties");
  }

  @Test
  void configuration_file_that_is_not_there_is_told() throws IOException {
    assertThat(run("cat", "--config", "/none/x", shared())).isEqualTo(ExitCode.USAGE);

    assertThat(errors())
        .singleElement()
        .asString()
        .contains("cannot read the configuration file '/none/x': it does not exist");
  }

  /** A chunk that cannot be read whole ends like any other. */
  @Test
  void producer_behind_a_chunk_with_unreadable_records_is_its_own() throws IOException {
    byte[] newer =
        Files.readAllBytes(Path.of("../container-format-spec/vectors/unknown-predictor.chunk"));
    Path file =
        Chunks.file(
            directory.resolve("newer.slu"), newer, Chunks.only(7, "old", Chunks.notes(1, "x")));

    assertThat(run("cat", "--format", "jsonl", file.toString())).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(output().get(output().size() - 1)).contains("\"_producer\":\"old\"");
  }
}
