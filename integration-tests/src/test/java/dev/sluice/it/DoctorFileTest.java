package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.spi.RawWriter;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.RawPair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes with files, made on purpose. */
@Tag("one-jdk")
class DoctorFileTest {
  @TempDir private Path directory;
  private Path mounted;
  private Path guarded;

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }

  private static void need(boolean there, String what) {
    if (!there) {
      System.out.println("skipped: " + what);
    }
    assumeTrue(there, what);
  }

  @AfterEach
  void leave() throws Exception {
    if (mounted != null) {
      run("umount", mounted.toString());
    }
    if (guarded != null) {
      run("chattr", "-i", guarded.toString());
      run("chmod", "u+w", guarded.toString());
    }
  }

  /** What is there, with its times and sizes. */
  private String listing() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.sorted()
          .map(
              path -> {
                try {
                  return path + " " + Files.size(path) + " " + Files.getLastModifiedTime(path);
                } catch (IOException e) {
                  return path + " " + e;
                }
              })
          .collect(Collectors.joining("\n"));
    }
  }

  @Test
  void all_is_well_with_a_directory_and_a_file_and_nothing_is_changed() throws Exception {
    Path file = directory.resolve("records.slu");
    RawWriter writer = RawPair.writer("file:" + file);
    writer.write(new ChunkFactory(1, "files").next(), new CompletionLog());
    writer.close(Duration.ofSeconds(5));
    String before = listing();

    Patient.sink("file:" + directory.resolve("new/records"))
        .isHealthy("options", "path", "permissions", "space", "lock", "java");
    Patient.sink("file:" + directory + "?retain=2&rotate.bytes=1MiB").isHealthy("space");
    Patient.sink("file:" + file).isHealthy("lock");
    Patient.sink("file:" + directory.resolve("other.slu")).isHealthy("lock");
    Patient.source(file.toString()).isHealthy("options", "path");
    Patient.source("file:" + directory).isHealthy("path");

    assertThat(listing()).isEqualTo(before);
  }

  @Test
  void path_names_something_else() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder.slu"));
    Patient.sink("file:" + folder).stopsAt("path", "is a directory", "give a file, or a directory");
    Path plain = Files.createFile(directory.resolve("plain"));
    Patient.sink("file:" + plain).stopsAt("path", "is a file", "give a directory, or a file that");
    Patient.sink("file:" + plain.resolve("records"))
        .stopsAt("path", "is a file", "give a directory");
    Path spill = Files.createDirectory(directory.resolve("spill"));
    Files.createFile(spill.resolve("spill.sink"));
    Patient.sink("file:" + spill).stopsAt("path", "is a spill directory", "name another one");
    Patient.source("file:" + directory.resolve("none"))
        .stopsAt("path", "there is no file or directory", "correct the URI");
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Patient.source("file:" + empty).stopsAt("path", "there are no segments", "correct the URI");
    Patient.sink("file:" + empty + "?retian=3")
        .stopsAt("options", "did you mean 'retain'?", "correct the URI");
  }

  @Test
  void user_may_not_write_there() throws Exception {
    guarded = Files.createDirectory(directory.resolve("guarded"));
    run("chmod", "a-w", guarded.toString());
    boolean refused = !Files.isWritable(guarded) || run("chattr", "+i", guarded.toString());
    need(refused && !Files.isWritable(guarded), "this user may write everywhere");

    Patient.sink("file:" + guarded.resolve("records"))
        .stopsAt("permissions", "cannot write to " + guarded, "chown");
  }

  @Test
  void file_system_is_read_only() throws Exception {
    mount("ro,size=64k");
    Patient.sink("file:" + mounted.resolve("records"))
        .stopsAt("permissions", "on a read-only file system", "for writing");
  }

  @Test
  void disk_is_full_or_going_to_be() throws Exception {
    mount("size=2m");
    Patient.sink("file:" + mounted + "?retain=10&rotate.bytes=1MiB")
        .isWarned("space", "segments may take 10.0 MiB", "and retain");
    Patient.sink("file:" + mounted)
        .isWarned("space", "segments may take 64.0 MiB", "lower rotate.bytes");
    Patient.sink("file:" + mounted)
        .isWarned("file system", "tmpfs", "give a directory on a volume");
    Files.write(mounted.resolve("filled"), new byte[2 << 20]);
    Patient.sink("file:" + mounted).fails("space", "0 bytes are free: the disk is full", "free");
  }

  private void mount(String options) throws Exception {
    Path at = Files.createDirectory(directory.resolve("mounted"));
    boolean done = false;
    try {
      done = run("mount", "-t", "tmpfs", "-o", options, "tmpfs", at.toString());
    } catch (IOException e) {
      // there is no such program
    }
    need(done, "this user may not mount a file system");
    mounted = at;
  }

  @Test
  void another_program_writes_to_the_file() throws Exception {
    Path file = directory.resolve("records.slu");
    // Locks of this process are not told from ours by the system, so another one has it.
    String script =
        "import fcntl, struct, sys\n"
            + "f = open(sys.argv[1], 'ab')\n"
            + "fcntl.lockf(f, fcntl.LOCK_EX, 1, 1 << 62)\n"
            + "print('locked', flush=True)\n"
            + "sys.stdin.read()\n";
    List<String> command = List.of("python3", "-c", script, file.toString());
    Process other = new ProcessBuilder(command).start();
    try {
      byte[] said = other.getInputStream().readNBytes("locked\n".length());
      need(new String(said, StandardCharsets.US_ASCII).equals("locked\n"), "no python3 that locks");
      Patient.sink("file:" + file)
          .fails("lock", "is being written by another program", "its own file");
    } finally {
      other.destroy();
    }
  }

  @Test
  void this_very_program_writes_to_the_file_and_keeps_its_lock() throws Exception {
    Path file = directory.resolve("records.slu");
    ChunkFactory chunks = new ChunkFactory(1, "files");
    CompletionLog log = new CompletionLog();
    RawWriter writer = RawPair.writer("file:" + file);
    writer.write(chunks.next(), log);
    Patient.sink("file:" + file).fails("lock", "is being written", "its own file");
    writer.write(chunks.next(), log);
    writer.close(Duration.ofSeconds(5));
    assertThat(RawPair.readAll("file:" + file).sequences(1)).containsExactly(0L, 1L);
  }
}
