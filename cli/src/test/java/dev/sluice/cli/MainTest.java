package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.recordings.AuditFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return run(out, args);
  }

  private int run(OutputStream target, String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(target, errors, false), args);
  }

  private List<String> output() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String recorded(int executions) {
    return Recorded.file(directory, executions).toString();
  }

  /** Nothing but one line on standard error, and exit code 2. */
  /** So that the command that is named can be made alone, without a look at the others. */
  @Test
  void each_command_is_named_as_its_class() {
    Terminal terminal = new Terminal(out, new PrintStream(err), false);
    assertThat(Main.commands(terminal).getSubcommands())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            (name, command) ->
                assertThat(command.getCommand().getClass().getSimpleName())
                    .isEqualToIgnoringCase(name.replace("-", "") + "Command"));
  }

  private void assertRefused(String part, String... args) {
    assertThat(run(args)).isEqualTo(ExitCode.USAGE);
    assertThat(output()).isEmpty();
    assertThat(errors()).singleElement().asString().startsWith("sluice: ").contains(part);
    err.reset();
  }

  @Test
  void what_is_to_be_recorded_is_checked_before_anything_starts() {
    String[] start = {"run", "--sink", "file:" + directory.resolve("records")};
    assertRunRefused(start, "write 'com.acme.Foo'", "--include", "com/acme/Foo");
    assertRunRefused(start, "write 'new com.acme.Foo.<init>(..)'", "-x", "new com.acme.Foo(..)");
    assertRunRefused(start, "did you mean 'duration'?", "--probe", "execution,duraton");
    assertRunRefused(start, "did you mean 'rule.a.include'?", "--rule", "a.inclde=com.acme.*");
    assertRunRefused(start, "rule 'a' has no pattern", "--rule", "a.probe=duration");
    assertRunRefused(start, "write it as NAME=VALUE", "--option", "jmx");
    String[] delayed = {"run", "--sink", "file:x", "--option", "delay=1s"};
    assertRunRefused(delayed, "option 'delay' is given twice", "--option", "delay=2s");
    assertRunRefused(start, "cannot read the configuration file", "--config", "/none/x");
    assertRunRefused(new String[] {"run"}, "give --sink URI, or --config FILE", "-i", "com.**");
  }

  private void assertRunRefused(String[] start, String part, String name, String value) {
    List<String> args = new ArrayList<>(List.of(start));
    args.addAll(List.of(name, value, "--", "java", "Shop"));
    assertRefused(part, args.toArray(String[]::new));
  }

  @Test
  void verify_tells_that_everything_arrived() {
    assertThat(run("verify", recorded(100))).isZero();

    assertThat(output().get(0)).endsWith("records.slu: complete");
    assertThat(output().get(1)).matches("  101 records in \\d+ chunks, no damage");
    assertThat(errors()).isEmpty();
  }

  @Test
  void attributes_of_a_producer_are_shown() {
    String file =
        Recorded.file(directory, 3, "binary&attributes.service=shop&attributes.rack=a").toString();
    for (String command : List.of("verify", "stats")) {
      assertThat(run(command, file)).isZero();
      assertThat(output())
          .anyMatch(line -> line.matches("  attributes of [0-9a-f]{16}: \\{rack=a, service=shop}"));
    }
    out.reset();
    assertThat(run("cat", file, "--limit", "1")).isZero();
    assertThat(output().get(0)).matches("\\S+ test [0-9a-f]{16} rack=a service=shop sluice\\..*");
    out.reset();
    assertThat(run("cat", file, "--format", "jsonl", "--limit", "1")).isZero();
    assertThat(output().get(0))
        .contains("\",\"_attributes\":{\"rack\":\"a\",\"service\":\"shop\"},\"type\":");
  }

  @Test
  void verify_listens_until_its_writers_have_gone() throws Exception {
    byte[] records = Files.readAllBytes(Recorded.file(directory, 100));
    FutureTask<Integer> verify = new FutureTask<>(() -> run("verify", "tcp://127.0.0.1:0"));
    new Thread(verify).start();
    Awaitility.await().until(() -> !errors().isEmpty());
    String listening = "sluice: listening on 127.0.0.1 port ";
    assertThat(errors()).singleElement().asString().startsWith(listening);
    int port = Integer.parseInt(errors().get(0).substring(listening.length()));
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write(records);
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    }

    assertThat(verify.get(30, TimeUnit.SECONDS)).isZero();
    assertThat(output().get(0)).isEqualTo("tcp://127.0.0.1:0: complete");
    assertThat(errors()).hasSize(1);
  }

  @Test
  void port_that_is_taken_is_told_in_one_line() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String source = "tcp://127.0.0.1:" + taken.getLocalPort();
      assertRefused("cannot listen on " + source + ": ", "cat", source);
    }
    assertRefused("names no host and port", "cat", "tcp://127.0.0.1");
    assertRefused("did you mean 'memory'?", "stats", "tcp://127.0.0.1:0?memroy=1MiB");
  }

  @Test
  void verify_prints_one_json_object() {
    assertThat(run("verify", "--json", recorded(100))).isZero();

    assertThat(output())
        .singleElement()
        .asString()
        .matches(
            "\\{\"complete\":true,\"chunks\":\\d+,\"records\":101,\"damaged\":0,\"skippedBytes\":0,"
                + "\"forgotten\":0,\"producers\":\\[\\{\"id\":\"[0-9a-f]{16}\",\"name\":\"test\",\"emitted\":101,"
                + "\"delivered\":101,\"rejected\":0,\"dropped\":\\{},\"gaps\":0,\"unknown\":0,"
                + "\"duplicates\":0,\"conflicts\":0,\"ended\":true,\"sequences\":\"0-\\d+\"}],"
                + "\"losses\":\\[]}");
  }

  @Test
  void verify_tells_when_records_were_lost_in_whatever_order_chunks_came() throws IOException {
    DropCounts drops = DropCounts.ofLabels(Map.of("ring_full", 5L));
    List<byte[]> chunks = new ArrayList<>();
    chunks.add(timed(1, 0, DropCounts.NONE));
    chunks.add(timed(1, 3, DropCounts.NONE));
    chunks.add(timed(1, 4, drops));
    chunks.add(timed(1, 5, drops));
    chunks.add(timed(2, 1, drops));
    Path file = directory.resolve("lost.slu");
    String right =
        "\"losses\":["
            + lost(1, "105", "205", "gap", "")
            + ","
            + lost(1, "195", "265", "dropped", "\"ring_full\"")
            + ","
            + lost(2, "null", "145", "before_start", "")
            + ","
            + lost(2, "null", "null", "dropped", "\"ring_full\"")
            + "]}";
    for (int seed = 0; seed < 20; seed++) {
      Chunks.file(file, chunks.toArray(byte[][]::new));
      out.reset();
      assertThat(run("verify", "--json", file.toString())).isEqualTo(ExitCode.INCOMPLETE);
      assertThat(output()).singleElement().asString().endsWith(right);
      assertThat(AuditFile.read(Files.write(directory.resolve("audit"), out.toByteArray())))
          .hasSize(1);
      Collections.shuffle(chunks, new Random(seed));
    }
  }

  /** A chunk whose records have times around a hundred and thirty times its sequence. */
  private static byte[] timed(long producer, long sequence, DropCounts dropped) {
    return Chunks.of(
        new Accounting.Builder(producer)
            .sequence(sequence)
            .dropped(dropped)
            .times(105 + 30 * sequence, 115 + 30 * sequence)
            .build(),
        Chunks.notes(2, "a"));
  }

  private static String lost(
      long producer, String from, String until, String reason, String dropCauses) {
    return "{\"producer\":\"%016x\",\"from\":%s,\"until\":%s,\"reasons\":[\"%s\"],\"dropCauses\":[%s]}"
        .formatted(producer, from, until, reason, dropCauses);
  }

  @Test
  void verify_tells_a_conflict_and_which_producer_has_it() throws IOException {
    Path file = directory.resolve("conflict.slu");
    Files.write(file, emptyChunk(1, 5, true));
    Files.write(file, emptyChunk(1, 6, true), StandardOpenOption.APPEND);

    assertThat(run("verify", file.toString())).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output().get(0)).endsWith(": incomplete: 1 chunk in conflict with others");
    assertThat(output()).anyMatch(line -> line.matches(" *producer .* conflicts .*"));
    out.reset();
    assertThat(run("verify", "--json", file.toString())).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output().get(0)).contains("\"complete\":false").contains("\"conflicts\":1");
  }

  @Test
  void verify_tells_that_producers_were_forgotten_and_the_bound_is_an_option() throws IOException {
    Path file = directory.resolve("many.slu");
    Files.write(file, emptyChunk(1, 0, false));
    Files.write(file, emptyChunk(2, 0, false), StandardOpenOption.APPEND);
    Files.write(file, emptyChunk(3, 0, true), StandardOpenOption.APPEND);
    String bounded = "file:" + file + "?max.producers=1";

    assertThat(run("verify", bounded)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output().get(0)).endsWith("1 producer not tracked (raise max.producers)");
    out.reset();
    assertThat(run("verify", "--json", bounded)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output().get(0)).contains("\"forgotten\":1");
    out.reset();
    assertThat(run("verify", file.toString())).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output().get(0)).endsWith(": incomplete: 2 producers without an end");
  }

  private static byte[] emptyChunk(long producer, long clockOffset, boolean end) {
    Accounting accounting =
        new Accounting.Builder(producer).name("p").end(end).clockOffset(clockOffset).build();
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + ChunkLayout.CRC_BYTES];
    ChunkHeader header = ChunkHeader.of(1, 0, 0, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header).toByteArray();
  }

  @Test
  void verify_finds_the_damaged_chunk_and_goes_on() throws IOException {
    Path file = Recorded.file(directory, 100);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    assertThat(run("verify", file.toString())).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(output().get(0))
        .contains("incomplete: ")
        .contains("1 chunk missing")
        .contains("1 damaged region");
    assertThat(output()).anyMatch(line -> line.contains("CRC32C"));
  }

  @Test
  void verify_finds_that_the_end_is_missing() throws IOException {
    Path file = Recorded.file(directory, 100);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));

    assertThat(run("verify", "--json", file.toString())).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(output().get(0)).contains("\"complete\":false").contains("\"ended\":false");
  }

  @Test
  void json_is_printed_in_place_of_text_or_written_to_a_file_beside_it() throws IOException {
    String source = recorded(100);
    Path json = directory.resolve("verify.json");

    assertThat(run("verify", "--json=" + json, source)).isZero();
    assertThat(output().get(0)).endsWith("complete");
    assertThat(json).content().startsWith("{\"complete\":true").endsWith("}\n");
  }

  @Test
  void a_file_in_which_no_chunk_begins_is_no_recording_to_any_command() throws IOException {
    Path file = directory.resolve("random");
    byte[] bytes = new byte[100_000];
    new Random(1).nextBytes(bytes);
    Files.write(file, bytes);
    String made = directory.resolve("made").toString();

    for (String command :
        List.of(
            "verify",
            "verify --json",
            "cat",
            "stats",
            "top",
            "trace",
            "tune --explain",
            "analyze -o " + made,
            "compact --to " + made,
            "cut --type a --to " + made,
            "merge --to " + made,
            "export --to jsonl:" + made)) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add(1, file.toString());
      out.reset();

      assertRefused(
          "random is not a recording: no chunk begins in its 100,000 bytes",
          words.toArray(String[]::new));
    }
    assertThat(Path.of(made)).doesNotExist();
    assertThat(run("inspect", file.toString())).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void a_recording_of_one_damaged_chunk_is_damaged_and_no_foreign_file() throws IOException {
    Path file = Chunks.file(directory.resolve("one"), Chunks.only(7, "p", Chunks.notes(3, "a")));
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);

    for (String command : List.of("verify", "cat", "stats", "inspect")) {
      assertThat(run(command, file.toString())).as(command).isEqualTo(ExitCode.INCOMPLETE);
    }
  }

  @Test
  void cat_prints_a_line_a_record_in_their_order() {
    assertThat(run("cat", "--bare", "--format", "jsonl", recorded(25))).isZero();

    assertThat(output()).hasSize(26);
    assertThat(output().get(24))
        .startsWith(
            "{\"type\":\"sluice.operation_execution.1\","
                + "\"operationSignature\":\"public void a.B.c0(int, long)\",\"sessionId\":null,"
                + "\"traceId\":7,\"tin\":")
        .endsWith(",\"hostname\":\"host\",\"eoi\":24,\"ess\":0,\"exception\":false}");
    assertThat(output().get(25)).startsWith("{\"type\":\"sluice.threads_status.1\"");
  }

  @Test
  void cat_stops_at_the_limit() {
    assertThat(run("cat", "--limit", "3", recorded(25))).isZero();

    assertThat(output()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({
    "sluice.threads_status, 1",
    "sluice.threads_status.1, 1",
    "sluice.operation_execution, 25"
  })
  void cat_prints_one_type(String type, int lines) {
    assertThat(run("cat", "--type", type, recorded(25))).isZero();

    assertThat(output()).hasSize(lines);
  }

  @Test
  void cat_names_the_types_there_are() {
    assertRefused(
        "(it holds: sluice.operation_execution.1,",
        "cat",
        "--type",
        "sluice.thread_status",
        recorded(25));
  }

  @Test
  void cat_as_csv_wants_one_type() {
    String file = recorded(25);

    assertThat(run("cat", "--format", "csv", "--type", "sluice.threads_status", file)).isZero();
    assertThat(output()).hasSize(2);
    assertThat(run("cat", "--format", "csv", file)).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).singleElement().asString().contains("choose one with --type");
  }

  @Test
  void cat_tells_what_it_skipped() throws IOException {
    Path file = Recorded.file(directory, 100);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    assertThat(run("cat", file.toString())).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(output()).hasSize(91);
    assertThat(errors()).singleElement().asString().contains("skipped 1 damaged region");
  }

  @Test
  void a_reader_that_has_had_enough_is_no_error() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };

    assertThat(run(closed, "cat", recorded(25))).isZero();
    assertThat(errors()).isEmpty();
  }

  @Test
  void a_full_disk_is_one() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };

    String file = recorded(25);
    for (String command : List.of("cat", "verify", "stats", "inspect")) {
      assertThat(run(full, command, file)).isEqualTo(ExitCode.USAGE);
      assertThat(errors()).containsExactly("sluice: No space left on device");
      err.reset();
    }
  }

  @Test
  void too_little_memory_is_one_line_and_no_verdict() {
    OutputStream without =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new OutOfMemoryError("Java heap space");
          }
        };

    assertThat(run(without, "verify", recorded(25))).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).singleElement().asString().contains("Java heap space", "-Xmx2g");
  }

  @Test
  void stats_counts_types_and_sizes() {
    assertThat(run("stats", recorded(100))).isZero();

    assertThat(output())
        .anyMatch(line -> line.matches(" *sluice.operation_execution.1 +100 +99.0 % +9"));
    assertThat(output()).anyMatch(line -> line.startsWith("  records  101 in "));
  }

  @Test
  void stats_of_invented_producers_and_types_stays_small() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < 5_000; i++) {
      RecordType type = new RecordType("t" + i, 1, List.of(Field.of("f", FieldType.INT)));
      all.write(Chunks.only(i, "p" + i, new TestBatch().add(type, i)));
    }
    Path file = Files.write(directory.resolve("many.slu"), all.toByteArray());

    assertThat(run("stats", file.toString())).isZero();

    assertThat(output())
        .hasSizeLessThan(8_250)
        .filteredOn(l -> l.startsWith("  others  "))
        .hasSize(2);
    out.reset();
    assertRefused("t115.1, …)", "cat", "-t", "none", file.toString());
  }

  @Test
  void inspect_shows_header_strings_and_columns() {
    assertThat(run("inspect", "--chunk", "0", recorded(100))).isZero();

    assertThat(output().get(0)).startsWith("chunk 0  ");
    assertThat(output()).anyMatch(line -> line.contains("public void a.B.c1(int, long)"));
    assertThat(output()).anyMatch(line -> line.contains("column") && line.contains("eoi"));
    assertThat(output()).anyMatch(line -> line.matches("total    \\d+ chunks, 101 records,.*"));
  }

  @Test
  void every_command_reads_protocol_buffers_as_well() {
    String file = Recorded.file(directory, 100, "protobuf").toString();

    assertThat(run("cat", file, "--bare", "--format", "jsonl")).isZero();
    assertThat(output())
        .hasSize(101)
        .first()
        .asString()
        .startsWith("{\"type\":\"sluice.operation_execution.1\",\"operationSignature\":\"public");
    assertThat(run("verify", file)).isZero();
    assertThat(output()).anyMatch(line -> line.matches("  101 records in \\d+ chunks, no damage"));
    assertThat(run("inspect", "--chunk", "0", file)).isZero();
    assertThat(output()).anyMatch(line -> line.contains("column eoi: delta, constant"));
    assertThat(run("stats", file)).isZero();
    assertThat(errors()).isEmpty();
  }

  @Test
  void inspect_knows_how_many_chunks_there_are() {
    assertThat(run("inspect", "--chunk", "99", recorded(100))).isEqualTo(ExitCode.USAGE);

    assertThat(errors()).singleElement().asString().contains("no chunk 99");
  }

  @ParameterizedTest
  @CsvSource({
    "cat, does/not/exist, does/not/exist",
    "verify, file:does/not/exist, does/not/exist",
    "stats, kafak://localhost/x, did you mean 'kafka'",
    "inspect, fiel:x, did you mean 'file'",
    "verify, '', empty URI",
    "cat, file:x?follow, has no value",
    "cat, file:%zz, percent"
  })
  void a_wrong_source_is_one_line(String command, String source, String part) {
    assertRefused(part, command, source);
  }

  @Test
  void a_misspelt_option_is_one_line() {
    assertRefused("did you mean 'follow'?", "verify", "file:" + recorded(5) + "?follw=true");
  }

  @Test
  void an_empty_source_is_one_line() throws IOException {
    Path file = Files.createFile(directory.resolve("empty.slu"));

    for (String command : List.of("cat", "verify", "stats", "inspect")) {
      assertRefused("", command, file.toString());
    }
  }

  @Test
  void wrong_usage_is_one_line_with_the_nearest_word() {
    assertRefused("did you mean 'verify'?", "verfy");
    assertRefused("did you mean '--json'?", "verify", "--jsn", "x");
    assertRefused("did you mean '--format'?", "cat", "--fromat", "x");
    assertRefused("unknown option '--from'; see", "verify", "--from", "-15m", "x");
    assertRefused("did you mean 'cat'?", "help", "cta");
    assertRefused("did you mean 'source'?", "help", "sorce");
    assertRefused("missing required parameter", "cat");
    assertRefused("unexpected argument 'y'", "cat", "x", "y");
    assertRefused("text, jsonl, csv", "cat", "--format", "xml", "x");
    assertRefused("--limit must not be negative", "cat", "--limit", "-1", "x");
    assertRefused("option '--duration' must be", "demo", "--duration", "0");
    assertRefused("which command?");
  }

  @Test
  void run_refuses_what_it_cannot_monitor() {
    assertRefused("give --sink URI", "run", "--", "java");
    assertRefused("did you mean 'file'?", "run", "-s", "fiel:x", "-i", "a.*", "--", "java");
  }

  @Test
  void help_and_version_are_no_errors() {
    assertThat(run("--version")).isZero();
    assertThat(output()).singleElement().asString().startsWith("sluice ");
    out.reset();
    assertThat(run("help", "cat")).isZero();
    assertThat(output().get(0)).startsWith("Usage: sluice cat");
    out.reset();
    assertThat(run("cat", "--help")).isZero();
    assertThat(output().get(0)).startsWith("Usage: sluice cat");
    assertThat(errors()).isEmpty();
  }

  @Test
  void help_of_every_command_fits_and_warns_of_nothing() {
    for (String command :
        Main.commands(new Terminal(out, System.err, false)).getSubcommands().keySet()) {
      assertThat(run("help", command)).as(command).isZero();
      assertThat(output().get(0)).startsWith("Usage: sluice " + command);
      assertThat(output()).allMatch(line -> line.length() <= 100).noneMatch(l -> l.contains("${"));
      List<String> help = output();
      out.reset();
      if (!command.equals("help")) {
        assertThat(run(command, "--help")).as(command).isZero();
        assertThat(output()).isEqualTo(help);
        out.reset();
      }
    }
    assertThat(errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat", "stats", "inspect", "verify"})
  void help_of_what_reads_tells_the_exit_codes(String command) {
    assertThat(run("help", command)).isZero();

    assertThat(String.join(" ", output())).containsPattern("Exit code: 0 .*; 1 .*; 2 wrong *usage");
  }

  @Test
  void help_tells_once_what_a_source_is() {
    assertThat(run("help", "source")).isZero();

    assertThat(output())
        .allMatch(line -> line.length() <= 100)
        .contains("  sluice cat records.slu")
        .anyMatch(line -> line.startsWith("  kafka://"))
        .anyMatch(line -> line.startsWith("  tcp://"));
  }

  @Test
  void help_tells_every_kind_of_probe() {
    assertThat(run("help", "run")).isZero();

    assertThat(String.join(" ", output()).replaceAll(" +", " "))
        .contains("What to record: " + ProbeKind.labels() + " (default: execution).");
  }

  @Test
  void help_lists_commands_of_other_modules_where_they_can_be_built() {
    assertThat(run("help")).isZero();
    String bare = out.toString(StandardCharsets.UTF_8);
    assertThat(bare).doesNotContain(UnbuiltCommand.DESCRIPTIONS.values());
    out.reset();

    System.setProperty(UnbuiltCommand.SOURCES, "here");
    try {
      assertThat(run("help")).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains(UnbuiltCommand.DESCRIPTIONS.values());
      out.reset();
      assertRefused("is not built yet; ./sluice builds it", "bench", "codec", "--json", "x");
      assertRefused(
          "is not built yet; ./sluice builds it", "sql", "records", "select 1", "--format", "csv");
    } finally {
      System.clearProperty(UnbuiltCommand.SOURCES);
    }
  }

  @Test
  void help_lists_commands_of_a_distributions_other_archives_which_say_where_to_unpack_what() {
    System.setProperty(Home.HOME, "/opt/my sluice");
    try {
      assertThat(run("help")).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains(UnbuiltCommand.DESCRIPTIONS.values());
      out.reset();
      assertRefused("tar xzf sluice-(development)-bench.tar.gz --strip-components=1 -C ", "bench");
      assertRefused("-C '/opt/my sluice'", "sql", "records", "select 1", "--format", "csv");
      assertRefused("(development)-sql-", "sql");
    } finally {
      System.clearProperty(Home.HOME);
    }
  }

  @Test
  void a_stack_trace_comes_only_with_debug() {
    assertThat(run("--debug", "cat", "does/not/exist")).isEqualTo(ExitCode.USAGE);

    assertThat(errors()).hasSizeGreaterThan(1).anyMatch(line -> line.contains("at dev.sluice"));
  }
}
