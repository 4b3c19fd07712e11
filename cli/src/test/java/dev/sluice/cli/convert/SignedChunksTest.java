package dev.sluice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignedChunksTest {
  @TempDir Path directory;
  private final CommandRun command = new CommandRun();
  private Path keys;
  private Path plain;

  @BeforeEach
  void write() throws Exception {
    keys = keys(7);
    plain = MadeChunks.write(directory.resolve("plain.slu"), MadeChunks.of(7, 10));
  }

  private Path keys(int first) throws Exception {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    Path file = Files.createTempFile(directory, "keys", ""); // for its owner alone
    return Files.writeString(file, Base64.getEncoder().encodeToString(key));
  }

  private String sink(Path file) {
    return "file:" + file + "?sign=" + keys;
  }

  private String verified(Path file) {
    return "file:" + file + "?verify.key=" + keys;
  }

  private Path signed(Path source, String name) {
    Path file = directory.resolve(name);
    assertThat(command.run("merge", source, "--to", sink(file))).as(command.errors()).isZero();
    return file;
  }

  private List<String> records(Object source) {
    assertThat(command.run("cat", source, "--format", "jsonl")).as(command.errors()).isZero();
    return command.lines();
  }

  @Test
  void verify_tells_chunks_that_are_not_signed_and_ends_with_1() throws Exception {
    Path genuine = signed(plain, "genuine.slu");
    command.run("verify", plain);
    String usual = command.output();
    command.run("verify", verified(genuine));
    assertThat(command.output().replace(genuine.toString(), plain.toString())).isEqualTo(usual);

    List<Chunk> forged = new ArrayList<>(MadeChunks.of(8, 2));
    Path both = MadeChunks.write(directory.resolve("both.slu"), forged);
    Files.write(both, Files.readAllBytes(genuine), java.nio.file.StandardOpenOption.APPEND);
    assertThat(command.run("verify", verified(both))).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(command.output()).contains("chunk is not signed");
    assertThat(command.run("cat", verified(both), "--format", "jsonl"))
        .isEqualTo(ExitCode.INCOMPLETE);
    assertThat(command.lines()).isEqualTo(records(plain));
    assertThat(command.run("cat", verified(plain))).isNotEqualTo(ExitCode.OK);
    assertThat(command.lines()).isEmpty();
  }

  @Test
  void what_merge_copies_stays_signed_and_is_signed_if_it_was_not() throws Exception {
    Path genuine = signed(plain, "genuine.slu");
    Path copied = directory.resolve("copied.slu");
    assertThat(command.run("merge", verified(genuine), "--to", copied)).isZero();
    assertThat(copied).hasSameBinaryContentAs(genuine);
    assertThat(signed(genuine, "again.slu")).hasSameBinaryContentAs(genuine);
    assertThat(records(verified(genuine))).isEqualTo(records(plain));
  }

  @Test
  void chunks_that_are_written_anew_are_signed_if_there_is_a_key_for_them() throws Exception {
    Path genuine = signed(plain, "genuine.slu");
    List<String> all = records(plain);
    for (String[] words :
        new String[][] {
          {"compact", verified(genuine), "--to"},
          {"cut", verified(genuine), "--type", "sluice.operation_execution", "--to"},
          {"convert", verified(genuine), "--to"}
        }) {
      Path with = directory.resolve(words[0] + "-with.slu");
      Path without = directory.resolve(words[0] + "-without.slu");
      // The producer has no end, which a conversion tells as lost.
      int code = words[0].equals("convert") ? ExitCode.INCOMPLETE : ExitCode.OK;
      assertThat(command.run(with(words, sink(with)))).as(command.errors()).isEqualTo(code);
      assertThat(command.run(with(words, without))).as(command.errors()).isEqualTo(code);

      assertThat(records(verified(with))).hasSizeBetween(all.size() * 14 / 16, all.size());
      assertThat(command.run("verify", verified(without))).isEqualTo(ExitCode.INCOMPLETE);
      assertThat(command.output()).contains("chunk is not signed");
    }
  }

  private static Object[] with(String[] words, Object last) {
    List<Object> all = new ArrayList<>(List.of((Object[]) words));
    all.add(last);
    return all.toArray();
  }

  @Test
  void a_wrong_key_and_a_file_that_holds_none_are_told() throws Exception {
    Path genuine = signed(plain, "genuine.slu");
    assertThat(command.run("verify", "file:" + genuine + "?verify.key=" + keys(8)))
        .isEqualTo(ExitCode.INCOMPLETE);
    assertThat(command.output()).contains("signature is of no key that is known here");
    assertThat(command.run("verify", "file:" + genuine + "?verify.key=" + plain))
        .isEqualTo(ExitCode.USAGE);
    assertThat(command.errors().lines()).hasSize(1).first().asString().contains("'verify.key'");
  }
}
