package dev.sluice.rawwriters.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.support.Plugins;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Warns("was deleted or changed by somebody else")
class FileRawWriterTest {
  private static final long P = 0xabcL;

  @TempDir Path temporary;
  private final List<Long> acknowledged = new ArrayList<>();
  private final VirtualPlatform clock = new VirtualPlatform(0, 1);

  @Test
  void chunks_are_concatenated_and_acknowledged_in_order() throws Exception {
    RawWriter writer = open("");
    write(writer, P, 0, 100, 500);
    writer.close(Duration.ofSeconds(1));

    assertThat(acknowledged).containsExactlyElementsOf(LongStream.range(0, 100).boxed().toList());
    assertThat(Chunks.in(directory()).sequences).isEqualTo(acknowledged);
    assertThat(Chunks.in(directory()).damages).isEmpty();
    assertThat(Chunks.segments(directory()))
        .extracting(Path::getFileName)
        .containsExactly(Path.of("sluice-0000000000000abc-000000.slu"));
  }

  @Test
  void nothing_is_created_before_the_first_chunk() {
    RawWriter writer = open("");
    writer.close(Duration.ofSeconds(1));

    assertThat(directory()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/one.slu"})
  void nothing_is_written_into_a_spill_directory(String file) throws Exception {
    Files.createDirectories(directory());
    Path marker = Files.writeString(directory().resolve("spill.sink"), "tcp://h:1\n");
    RawWriter writer = FileRawWriter.create(Path.of(directory() + file));
    assertThatThrownBy(() -> write(writer, P, 0, 1, 500))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory() + " is a spill directory; name another one");
    assertThat(Chunks.segments(directory())).containsExactly(marker);
    Files.delete(marker);
    write(writer, P, 0, 1, 500);
    writer.close(Duration.ofSeconds(1));
    assertThat(acknowledged).hasSize(1);
  }

  @Test
  void rotation_counts_the_bytes_of_each_segment_anew() throws Exception {
    RawWriter writer = open("?rotate.bytes=10KiB");
    write(writer, P, 0, 100, 1000);

    // 9 chunks of some 1040 bytes a segment; a counter that is never reset makes one file a chunk.
    assertThat(Chunks.segments(directory())).hasSize(12);
    assertThat(Chunks.segments(directory()))
        .allSatisfy(f -> assertThat(Files.size(f)).isLessThanOrEqualTo(10 << 10));
    assertThat(Chunks.in(directory()).sequences).isEqualTo(acknowledged);
  }

  @Test
  void a_segment_holds_chunks_up_to_its_very_last_byte() throws Exception {
    int length = Chunks.of(P, 0, 1000).length();
    RawWriter writer = open("?rotate.bytes=" + 2 * length + "B");
    write(writer, P, 0, 4, 1000);

    assertThat(Chunks.segments(directory())).hasSize(2);
  }

  @Test
  void a_chunk_larger_than_a_segment_has_one_for_itself() throws Exception {
    RawWriter writer = open("?rotate.bytes=1KiB");
    write(writer, P, 0, 1, 100);
    write(writer, P, 1, 1, 5000);
    write(writer, P, 2, 1, 100);

    assertThat(Chunks.segments(directory())).hasSize(3);
    assertThat(Chunks.in(directory()).sequences).containsExactly(0L, 1L, 2L);
  }

  @Test
  void rotation_counts_the_age_of_each_segment_anew() throws Exception {
    RawWriter writer = open("?rotate.age=10s");
    for (int i = 0; i < 31; i++) {
      write(writer, P, i, 1, 10);
      clock.skip(Duration.ofSeconds(1));
    }

    assertThat(Chunks.segments(directory())).as("the eleventh is 10 s old").hasSize(4);
    assertThat(Chunks.in(directory()).sequences).isEqualTo(acknowledged);
  }

  @Test
  void retention_deletes_the_oldest_segments_of_all_producers_and_nothing_else() throws Exception {
    Files.createDirectories(directory());
    Path other = Files.writeString(directory().resolve("other.slu"), "kept");
    Path ancient = Files.createFile(directory().resolve("sluice-ffffffffffffffff-000007.slu"));
    Files.setLastModifiedTime(ancient, FileTime.fromMillis(0));
    RawWriter writer = open("?rotate.bytes=1KiB&retain=3");
    write(writer, P, 0, 10, 1000);

    assertThat(Chunks.segments(directory()))
        .extracting(f -> f.getFileName().toString())
        .containsExactly(
            "other.slu",
            "sluice-0000000000000abc-000007.slu",
            "sluice-0000000000000abc-000008.slu",
            "sluice-0000000000000abc-000009.slu");
    assertThat(other).hasContent("kept");
  }

  @Test
  void a_writer_that_starts_again_never_touches_an_existing_segment() throws Exception {
    RawWriter first = open("");
    write(first, P, 0, 3, 100);
    first.close(Duration.ofSeconds(1));
    Path segment = Chunks.segments(directory()).get(0);
    Files.write(segment, new byte[] {0x53, (byte) 0xF9, (byte) 0xF9}, StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(segment);
    RawWriter second = open("");
    write(second, P, 3, 3, 100);

    assertThat(segment).hasBinaryContent(before);
    assertThat(Chunks.in(directory()).sequences).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(Chunks.in(directory()).damages).containsExactly("torn tail");
  }

  @Test
  void two_producers_in_one_directory_never_share_a_segment() throws Exception {
    RawWriter one = open("");
    RawWriter two = open("");
    for (int i = 0; i < 5; i++) {
      write(one, 1, i, 1, 10);
      write(two, -2, i, 1, 10);
    }

    assertThat(Chunks.segments(directory()))
        .extracting(f -> f.getFileName().toString())
        .containsExactly(
            "sluice-0000000000000001-000000.slu", "sluice-fffffffffffffffe-000000.slu");
    assertThat(Chunks.in(directory()).sequences)
        .containsExactly(0L, 1L, 2L, 3L, 4L, 0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void interleaved_chunks_of_two_producers_go_to_one_segment_each() throws Exception {
    RawWriter writer = open("");
    for (int i = 0; i < 50; i++) {
      write(writer, 1, i, 1, 10);
      write(writer, 2, i, 1, 10);
    }

    assertThat(Chunks.segments(directory())).hasSize(2);
    assertThat(Chunks.in(directory()).sequences).hasSize(100);
  }

  @Test
  void many_producers_do_not_hold_many_files_open() throws Exception {
    RawWriter writer = open("");
    for (int i = 0; i < 50; i++) {
      write(writer, i, 0, 1, 10);
    }
    write(writer, 49, 1, 1, 10);
    write(writer, 0, 1, 1, 10);
    writer.close(Duration.ofSeconds(1));

    assertThat(Chunks.segments(directory())).hasSize(51);
    assertThat(Chunks.in(directory()).sequences).hasSize(52);
    assertThat(Chunks.in(directory()).damages).isEmpty();
  }

  @Test
  void a_path_with_the_suffix_is_one_file_that_is_appended_to() throws Exception {
    Path file = temporary.resolve("sub/all.slu");
    write(FileRawWriter.create(file), P, 0, 1, 10);
    // Closed by nobody: a second writer must not interleave with the first.
    assertThatThrownBy(() -> write(FileRawWriter.create(file), P, 1, 1, 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is being written by somebody else");

    assertThat(Chunks.inFile(file).sequences).containsExactly(0L);
  }

  @Test
  void a_torn_tail_of_a_single_file_stays_and_later_chunks_are_found_behind_it() throws Exception {
    Path file = temporary.resolve("all.slu");
    RawWriter writer = FileRawWriter.create(file);
    write(writer, P, 0, 2, 1000);
    writer.close(Duration.ofSeconds(1));
    byte[] whole = Files.readAllBytes(file);
    byte[] torn = Arrays.copyOf(whole, whole.length - 300);
    Files.write(file, torn);
    RawWriter again = FileRawWriter.create(file);
    write(again, P, 2, 2, 1000);

    assertThat(Files.readAllBytes(file)).startsWith(torn);
    assertThat(Chunks.inFile(file).sequences).containsExactly(0L, 2L, 3L);
    assertThat(Chunks.inFile(file).damages).hasSize(1);
  }

  @Test
  void what_a_crash_left_of_a_chunk_claims_nothing_that_is_appended_and_hides_its_payload()
      throws Exception {
    byte[] outer = chunkOf(Chunks.of(7, 9, 20).toByteArray(), 70_000);
    List<Integer> cuts = new ArrayList<>(IntStream.range(1, 150).boxed().toList());
    cuts.addAll(List.of(8_000, 70_000, outer.length - 1));
    for (int cut : cuts) {
      Path file = temporary.resolve("torn-" + cut + ".slu");
      Files.write(file, Arrays.copyOf(outer, cut));
      RawWriter writer = FileRawWriter.create(file);
      write(writer, P, 0, 50, 500);
      writer.close(Duration.ofSeconds(1));

      Chunks found = Chunks.inFile(file);
      assertThat(found.sequences)
          .as("cut at %d", cut)
          .containsExactlyElementsOf(LongStream.range(0, 50).boxed().toList());
      assertThat(found.damages).hasSize(1);
    }
  }

  /** A chunk whose body begins with those bytes. */
  private static byte[] chunkOf(byte[] payload, int bodyBytes) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + bodyBytes + ChunkLayout.CRC_BYTES];
    System.arraycopy(payload, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, payload.length);
    ChunkHeader header = ChunkHeader.of(200, bodyBytes, 1, Chunks.of(8, 9, 0).accounting());
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header).toByteArray();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void a_deleted_segment_is_noticed_and_another_begun() throws Exception {
    RawWriter writer = open("");
    write(writer, P, 0, 1, 10);
    Files.delete(Chunks.segments(directory()).get(0));
    clock.skip(Duration.ofMillis(100));
    try (LogLines log = new LogLines()) {
      write(writer, P, 1, 2, 10);
      assertThat(log.all())
          .singleElement(InstanceOfAssertFactories.STRING)
          .endsWith(" was deleted or changed by somebody else; beginning another file");
    }

    assertThat(Chunks.in(directory()).sequences).containsExactly(1L, 2L);
    assertThat(Chunks.segments(directory()))
        .extracting(f -> f.getFileName().toString())
        .as("a name is never used twice")
        .containsExactly("sluice-0000000000000abc-000001.slu");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void a_segment_deleted_behind_the_last_write_is_told_by_the_close() throws Exception {
    try (LogLines log = new LogLines()) {
      RawWriter writer = open("");
      write(writer, P, 0, 1, 10);
      Path segment = Chunks.segments(directory()).get(0);
      Files.delete(segment);
      writer.close(Duration.ofSeconds(1));
      assertThat(log.all())
          .containsExactly(
              "WARNING "
                  + segment
                  + " was deleted or changed by somebody else; what it had may be gone");
    }
    try (LogLines log = new LogLines()) {
      RawWriter sound = open("");
      write(sound, P, 1, 2, 10);
      sound.close(Duration.ofSeconds(1));
      assertThat(log.all()).isEmpty();
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted")
  void a_removed_directory_is_created_again() throws Exception {
    RawWriter writer = open("");
    write(writer, P, 0, 1, 10);
    Files.delete(Chunks.segments(directory()).get(0));
    Files.delete(directory());
    clock.skip(Duration.ofMillis(100));
    write(writer, P, 1, 1, 10);

    assertThat(Chunks.in(directory()).sequences).containsExactly(1L);
  }

  @Test
  void a_segment_that_somebody_wrote_to_is_left() throws Exception {
    RawWriter writer = open("");
    write(writer, P, 0, 1, 10);
    Files.write(Chunks.segments(directory()).get(0), new byte[5], StandardOpenOption.APPEND);
    clock.skip(Duration.ofMillis(100));
    write(writer, P, 1, 1, 10);

    assertThat(Chunks.segments(directory())).hasSize(2);
    assertThat(Chunks.in(directory()).sequences).containsExactly(0L, 1L);
  }

  @Test
  void an_interrupt_leaves_no_half_chunk() throws Exception {
    RawWriter writer = open("");
    Thread.currentThread().interrupt();
    write(writer, P, 0, 3, 100_000);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(Chunks.in(directory()).sequences).containsExactly(0L, 1L, 2L);
    assertThat(Chunks.in(directory()).damages).isEmpty();
  }

  @Test
  void what_is_created_is_the_owners_alone_unless_others_are_let_in() throws Exception {
    assumeTrue(Files.getFileAttributeView(temporary, PosixFileAttributeView.class) != null);
    Path single = temporary.resolve("new/one.slu");
    write(FileRawWriter.create(single), P, 0, 1, 10);
    write(open(""), P, 0, 1, 10);
    assertThat(permissions(single.getParent())).isEqualTo("rwx------");
    assertThat(permissions(single)).isEqualTo("rw-------");
    assertThat(permissions(directory())).isEqualTo("rwx------");
    assertThat(permissions(Chunks.segments(directory()).get(0))).isEqualTo("rw-------");

    write(open("?readable.by=group"), 2, 0, 1, 10);
    assertThat(permissions(directory())).as("what exists stays as it is").isEqualTo("rwx------");
    assertThat(permissions(Chunks.segments(directory()).get(0))).isEqualTo("rw-r-----");
    Endpoint all = Endpoint.parse("file:" + temporary.resolve("all/of/it") + "?readable.by=all");
    write(new FileRawWriterFactory().newWriter(all, SystemPlatform.get()), P, 0, 1, 10);
    assertThat(permissions(temporary.resolve("all"))).isEqualTo("rwxr-xr-x");
    assertThat(permissions(temporary.resolve("all/of/it"))).isEqualTo("rwxr-xr-x");
    assertThat(permissions(Chunks.segments(temporary.resolve("all/of/it")).get(0)))
        .isEqualTo("rw-r--r--");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void a_closed_writer_refuses_and_closing_again_does_nothing() throws Exception {
    RawWriter writer = open("?fsync=chunk");
    write(writer, P, 0, 1, 10);
    writer.close(Duration.ofSeconds(1));
    writer.close(Duration.ZERO);

    assertThatThrownBy(() -> write(writer, P, 1, 1, 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    assertThat(acknowledged).containsExactly(0L);
  }

  @Test
  void a_directory_that_cannot_be_created_is_an_io_exception_and_nothing_is_acknowledged()
      throws Exception {
    Files.writeString(temporary.resolve("records"), "a file where the directory should be");

    assertThatThrownBy(() -> write(open(""), P, 0, 1, 10))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write to " + directory() + ": FileAlreadyExists: " + directory());
    assertThat(acknowledged).isEmpty();
  }

  @Test
  void the_plug_in_is_found_and_all_wrong_options_are_told_at_once() {
    RawWriterFactory factory =
        Plugins.find(RawWriterFactory.class, RawWriterFactory::scheme, "file", "sink");
    Endpoint endpoint =
        Endpoint.parse("file://host/a.slu?rotate.bytes=12&retain=0&fsync=sometimes&rotat.age=5s");
    assertThat(factory.newWriter(endpoint, SystemPlatform.get()).maxChunkBytes())
        .isEqualTo(ChunkLayout.MAX_CHUNK_BYTES);

    assertThat(factory.form()).isEqualTo("file:DIRECTORY");
    assertThat(factory.keys()).isEqualTo(FileSettings.KEYS);
    assertThatThrownBy(() -> endpoint.options().finish())
        .hasMessageContaining("rotate.bytes")
        .hasMessageContaining("retain")
        .hasMessageContaining("fsync")
        .hasMessageContaining("names no file")
        .hasMessageContaining("did you mean 'rotate.age'?");
  }

  @Test
  void rotation_of_a_single_file_is_refused() {
    Endpoint endpoint = Endpoint.parse("file:a.slu?rotate.bytes=1MiB");
    new FileRawWriterFactory().newWriter(endpoint, SystemPlatform.get());

    assertThatThrownBy(() -> endpoint.options().finish())
        .hasMessage(
            "option 'rotate.bytes' needs a directory of segments, 'a.slu' is a single file");
  }

  private Path directory() {
    return temporary.resolve("records");
  }

  private RawWriter open(String options) {
    Endpoint endpoint = Endpoint.parse("file:" + directory() + options);
    RawWriter writer = new FileRawWriter(FileSettings.of(endpoint), clock);
    endpoint.options().finish();
    return writer;
  }

  private void write(RawWriter writer, long producer, long from, int count, int bodyBytes)
      throws Exception {
    for (long i = from; i < from + count; i++) {
      writer.write(
          Chunks.of(producer, i, bodyBytes),
          (chunk, outcome, cause) -> {
            assertThat(outcome).isEqualTo(Completion.Outcome.ACKNOWLEDGED);
            acknowledged.add(chunk.accounting().sequence());
          });
    }
  }
}
