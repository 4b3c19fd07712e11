package dev.sluice.rawwriters.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.platform.DiskFile;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.SimulatedDisk;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Several programs, or several parts of one, and one file: one of them has it. */
@Timeout(120)
class SharedFileTest {
  private static final String ALL = "acknowledged 10, refused 0";
  private static final String NONE = "acknowledged 0, refused 1: cannot write to ";

  @TempDir Path temporary;

  @Test
  void a_second_program_is_told_until_the_first_has_closed_the_file() throws Exception {
    try (SharingWriter.Program one = new SharingWriter.Program(file(), 1);
        SharingWriter.Program two = new SharingWriter.Program(file(), 2)) {
      assertThat(one.obey("try 10")).isEqualTo(ALL);
      assertThat(two.obey("try 10")).startsWith(NONE).contains("written by somebody else");
      assertThat(one.obey("try 10")).isEqualTo(ALL);
      assertThat(one.obey("close")).isEqualTo("done");
      assertThat(two.obey("try 10")).isEqualTo(ALL);
    }

    assertThat(Chunks.inFile(file()).sequences)
        .containsExactlyElementsOf(
            LongStream.concat(LongStream.range(0, 20), LongStream.range(0, 10)).boxed().toList());
    assertThat(Chunks.inFile(file()).damages).isEmpty();
  }

  @Test
  void a_program_that_reads_its_own_file_keeps_it() throws Exception {
    try (SharingWriter.Program one = new SharingWriter.Program(file(), 1);
        SharingWriter.Program two = new SharingWriter.Program(file(), 2)) {
      assertThat(one.obey("try 10")).isEqualTo(ALL);
      assertThat(one.obey("read")).isEqualTo("read " + 0x53);
      assertThat(one.obey("try 10")).isEqualTo(ALL);
      assertThat(two.obey("try 10")).startsWith(NONE);
      assertThat(one.obey("try 10")).isEqualTo(ALL);
    }

    assertThat(Chunks.inFile(file()).sequences).hasSize(30);
  }

  @Test
  void four_programs_that_insist_on_one_file_lose_nothing() throws Exception {
    List<SharingWriter.Program> programs = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      programs.add(new SharingWriter.Program(file(), i));
      assertThat(programs.get(i - 1).obey("insist 0")).isNotNull();
    }
    for (SharingWriter.Program program : programs) {
      program.tell("insist 2000");
      program.tell("close");
    }
    for (SharingWriter.Program program : programs) {
      answers.add(program.answer());
      program.close();
    }

    assertThat(answers).allSatisfy(a -> assertThat(a).startsWith("acknowledged 2000"));
    assertThat(Chunks.inFile(file()).sequences).hasSize(8000);
    assertThat(Chunks.inFile(file()).damages).isEmpty();
  }

  @Test
  void four_programs_share_a_directory() throws Exception {
    Path directory = temporary.resolve("records");
    List<SharingWriter.Program> programs = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      programs.add(new SharingWriter.Program(directory, i));
    }
    for (SharingWriter.Program program : programs) {
      program.tell("try 2000");
    }
    for (SharingWriter.Program program : programs) {
      assertThat(program.answer()).isEqualTo("acknowledged 2000, refused 0");
      program.close();
    }

    assertThat(Chunks.segments(directory)).hasSize(4);
    assertThat(Chunks.in(directory).sequences).hasSize(8000);
    assertThat(Chunks.in(directory).damages).isEmpty();
  }

  @Test
  void a_second_writer_of_the_same_program_is_told_whatever_loaded_it() throws Exception {
    SharingWriter first = new SharingWriter(file(), 1);
    assertThat(first.obey("try 10")).isEqualTo(ALL);
    // A lock that nobody refers to is forgotten by the JVM with the next collection.
    System.gc();

    assertThat(SharingWriter.once(file().toString())).startsWith(NONE);
    assertThat(onceInAnotherLoader()).startsWith(NONE);
    assertThat(first.obey("try 10")).isEqualTo(ALL);
    try (SharingWriter.Program other = new SharingWriter.Program(file(), 2)) {
      assertThat(other.obey("try 10")).as("while the first still has it").startsWith(NONE);
    }
    assertThat(first.obey("close")).isEqualTo("done");
    assertThat(onceInAnotherLoader()).isEqualTo("acknowledged 1, refused 0");
    assertThat(Chunks.inFile(file()).sequences).hasSize(21);
  }

  private String onceInAnotherLoader() throws Exception {
    URL[] classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(SharedFileTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      Class<?> other = Class.forName(SharingWriter.class.getName(), true, loader);
      assertThat(other).isNotEqualTo(SharingWriter.class);
      Method once = other.getDeclaredMethod("once", String.class);
      once.setAccessible(true);
      return (String) once.invoke(null, file().toString());
    }
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void a_single_file_that_was_deleted_or_changed_fails_a_write_before_it_goes_on()
      throws Exception {
    SharingWriter writer = new SharingWriter(file(), 1);
    assertThat(writer.obey("try 10")).isEqualTo(ALL);
    Files.delete(file());
    assertThat(writer.obey("try 10")).startsWith(NONE).contains("was deleted or changed");
    assertThat(writer.obey("try 10")).isEqualTo(ALL);
    Files.write(file(), new byte[5], StandardOpenOption.APPEND);
    assertThat(writer.obey("try 10")).startsWith(NONE).contains("was deleted or changed");
    assertThat(writer.obey("try 10")).isEqualTo(ALL);

    assertThat(Chunks.inFile(file()).sequences)
        .containsExactlyElementsOf(LongStream.range(10, 30).boxed().toList());
    assertThat(Chunks.inFile(file()).damages).hasSize(1);
  }

  @Test
  void what_somebody_else_appended_is_not_cut_off_with_a_failed_write() throws Exception {
    SimulatedDisk disk = new SimulatedDisk(() -> 0);
    RawWriter writer = new FileRawWriter(FileSettings.of(file()), new VirtualPlatform(0, 1, disk));
    writer.write(Chunks.of(1, 0, 100), (chunk, outcome, cause) -> {});
    try (DiskFile other = disk.open(file(), true)) {
      Chunk chunk = Chunks.of(2, 0, 1000);
      other.append(chunk.array(), chunk.offset(), chunk.length());
    }
    disk.capacity(disk.bytes(file()).length + 50);

    assertThatThrownBy(() -> writer.write(Chunks.of(1, 1, 100), (chunk, outcome, cause) -> {}))
        .isInstanceOf(IOException.class);
    assertThat(Chunks.in(disk, temporary).sequences).containsExactly(0L, 0L);
  }

  private Path file() {
    return temporary.resolve("all.slu");
  }
}
