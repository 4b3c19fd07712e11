package dev.sluice.cli.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.SourceOptions;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Every command that reads a source leaves out chunks that were not signed, or with another key,
 * and reports them.
 */
class SignedSourcesTest {
  private static final String KEY = "a key of ours, it is of 32 bytes";

  /** What is seen of the two chunks: names, ids, operations, and the records of all six. */
  private static final String SIGNS = "Intruder|66600[12]|a299[12]|96 records";

  private static final String INTRUDER = "void Intruder.steal()";

  /** What each command is given; {@code NEW} is a path where nothing is. */
  private static final Map<String, List<String>> COMMANDS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("cat", List.of("SOURCE", "--format", "jsonl")),
              Map.entry("inspect", List.of("SOURCE")),
              Map.entry("stats", List.of("SOURCE")),
              Map.entry("verify", List.of("SOURCE")),
              Map.entry("trace", List.of("SOURCE", "--slowest", "20", "--json=NEW")),
              Map.entry("top", List.of("SOURCE", "--json=NEW")),
              Map.entry("compare", List.of("SOURCE", "SOURCE", "--json=NEW")),
              Map.entry("analyze", List.of("SOURCE", "-o", "NEW")),
              Map.entry("findings", List.of("SOURCE", "--json=NEW")),
              Map.entry("watch", List.of("SOURCE", "--exit-at-end", "--port", "0")),
              Map.entry("merge", List.of("SOURCE", "--to", "NEW.slu")),
              Map.entry("compact", List.of("SOURCE", "--to", "NEW.slu")),
              Map.entry(
                  "cut",
                  List.of("SOURCE", "--type", "sluice.operation_execution", "--to", "NEW.slu")),
              Map.entry("convert", List.of("SOURCE", "--to", "NEW.slu")),
              Map.entry("export", List.of("SOURCE", "--to", "jsonl:NEW")),
              Map.entry("replay", List.of("SOURCE", "--speed", "max", "--sink", "file:NEW"))));

  /** Commands that name a source and are tested elsewhere, and where. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "explode", "SignedMediaTest, with a broker",
          "tune", "below, since it takes long",
          "doctor", "reads no chunk");

  @TempDir Path directory;
  private final CommandRun command = new CommandRun();
  private Path both;
  private Path keys;

  @BeforeEach
  void write() throws Exception {
    ChunkSigner ours = new ChunkSigner(List.of(KEY.getBytes(UTF_8)));
    ChunkSigner theirs =
        new ChunkSigner(List.of("another key, also of 32 bytes ...".getBytes(UTF_8)));
    List<Chunk> chunks = new ArrayList<>();
    for (Chunk chunk : MadeChunks.of(7, 4)) {
      chunks.add(signed(chunk, ours));
    }
    chunks.addAll(1, MadeChunks.of(666_001, 1, INTRUDER));
    chunks.add(3, signed(MadeChunks.of(666_002, 1, INTRUDER).get(0), theirs));
    both = MadeChunks.write(directory.resolve("both.slu"), chunks);
    keys = Files.createTempFile(directory, "keys", "");
    Files.writeString(keys, Base64.getEncoder().encodeToString(KEY.getBytes(UTF_8)));
  }

  private static Chunk signed(Chunk chunk, ChunkSigner signer) {
    int bodyAt = ChunkLayout.MAX_HEADER_BYTES;
    int body = chunk.header().bodyLength();
    byte[] bytes = new byte[bodyAt + body + ChunkLayout.CRC_BYTES];
    System.arraycopy(chunk.bodyArray(), chunk.bodyOffset(), bytes, bodyAt, body);
    return ChunkLayout.seal(bytes, bodyAt, chunk.header(), signer);
  }

  static Stream<String> commands() {
    return COMMANDS.keySet().stream();
  }

  /** Runs a command on a source; all that it printed and wrote. */
  private String run(String name, String source) throws IOException {
    Path to = directory.resolve(name + source.contains("?"));
    List<String> words = new ArrayList<>(List.of(name));
    COMMANDS.get(name).stream()
        .map(word -> word.replace("SOURCE", source).replace("NEW", to.toString()))
        .forEach(words::add);
    int code = command.run(words.toArray());
    StringBuilder all = new StringBuilder("code " + code + "\n");
    all.append(command.output()).append(command.errors());
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (file.toString().startsWith(to.toString())) {
          all.append(new String(Files.readAllBytes(file), ISO_8859_1));
          if (file.toString().endsWith(".slu")) {
            command.run("cat", file, "--format", "jsonl");
            all.append(command.output());
          }
        }
      }
    }
    return all.toString();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void chunk_that_nobody_with_the_key_signed_is_left_out_and_reported(String name)
      throws Exception {
    String trusting = run(name, "file:" + both);
    assertThat(trusting).as("without a key").containsPattern(SIGNS);
    String verified = run(name, "file:" + both + "?verify.key=" + keys);
    assertThat(verified).doesNotContainPattern(SIGNS);
    assertThat(verified).containsPattern("chunk is not signed|2 damaged regions");
    assertThat(verified).startsWith("code " + ExitCode.INCOMPLETE);
  }

  @Test
  void tune_has_nothing_to_tune_for_in_chunks_that_are_not_signed() throws Exception {
    MadeChunks.write(both, MadeChunks.of(666_001, 4, INTRUDER));
    String to = "file:" + directory.resolve("to");
    command.run("tune", "file:" + both, "--sink", to);
    assertThat(command.errors()).contains("has no steady part");
    assertThat(command.run("tune", "file:" + both + "?verify.key=" + keys, "--sink", to))
        .isEqualTo(ExitCode.USAGE);
    assertThat(command.errors()).contains("contains no record", "chunk is not signed");
  }

  @Test
  void every_command_that_reads_a_source_is_known_here() {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    List<String> readers =
        Main.commands(new Terminal(new ByteArrayOutputStream(), nowhere, false))
            .getSubcommands()
            .entrySet()
            .stream()
            .filter(entry -> readsSource(entry.getValue().getCommandSpec()))
            .map(Map.Entry::getKey)
            .filter(name -> !ELSEWHERE.containsKey(name))
            .collect(Collectors.toList());
    assertThat(COMMANDS.keySet()).containsExactlyInAnyOrderElementsOf(readers);
  }

  private static boolean readsSource(CommandSpec command) {
    return Arrays.stream(command.userObject().getClass().getDeclaredFields())
        .anyMatch(
            field ->
                field.getType() == SourceParameter.class || field.getType() == SourceOptions.class);
  }
}
