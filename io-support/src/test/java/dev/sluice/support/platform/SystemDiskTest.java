package dev.sluice.support.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.api.platform.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What only a real disk has: links, permissions, interrupts, pipes. */
class SystemDiskTest {
  private static final byte[] BYTES = {1, 2, 3, 4};

  @TempDir Path root;

  private final Disk disk = SystemDisk.INSTANCE;

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void what_is_created_is_its_owners_unless_others_are_let_in() throws IOException {
    Path directory = root.resolve("a/b");
    disk.createDirectories(directory, Access.GROUP);
    assertThat(permissions(root.resolve("a"))).isEqualTo("rwxr-x---");
    assertThat(permissions(directory)).isEqualTo("rwxr-x---");
    for (Access access : Access.values()) {
      disk.create(directory.resolve(access.name()), access).close();
    }
    assertThat(permissions(directory.resolve("OWNER"))).isEqualTo("rw-------");
    assertThat(permissions(directory.resolve("GROUP"))).isEqualTo("rw-r-----");
    assertThat(permissions(directory.resolve("ALL"))).isEqualTo("rw-r--r--");
    Path usual = Files.createFile(root.resolve("usual"));
    disk.create(directory.resolve("left"), null).close();
    assertThat(permissions(directory.resolve("left"))).isEqualTo(permissions(usual));
    disk.createDirectories(directory, Access.ALL);
    assertThat(permissions(directory)).as("as it was").isEqualTo("rwxr-x---");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void file_that_is_there_is_not_begun_and_one_that_is_not_there_is_not_opened()
      throws IOException {
    Path file = Files.write(root.resolve("file"), BYTES);
    assertThatThrownBy(() -> disk.create(file, Access.OWNER))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasBinaryContent(BYTES);
    Path none = root.resolve("none");
    for (boolean toWrite : new boolean[] {false, true}) {
      assertThatThrownBy(() -> disk.open(none, toWrite)).isInstanceOf(NoSuchFileException.class);
    }
    assertThatThrownBy(() -> disk.open(root, false))
        .isNotInstanceOf(NoSuchFileException.class)
        .isInstanceOf(IOException.class);
    assertThat(none).doesNotExist();
  }

  @Test
  void bytes_go_behind_the_last_one_whoever_wrote_it() throws IOException {
    Path path = root.resolve("file");
    try (DiskFile one = disk.create(path, Access.OWNER);
        DiskFile other = disk.open(path, true)) {
      one.append(BYTES, 0, 2);
      other.append(BYTES, 2, 1);
      one.append(BYTES, 3, 1);
      one.force();
      byte[] read = new byte[4];
      assertThat(one.read(read, 0, 4)).isEqualTo(4);
      assertThat(read).isEqualTo(BYTES);
      assertThat(one.read(read, 0, 4)).isEqualTo(-1);
      one.seek(2);
      assertThat(one.read(read, 0, 4)).isEqualTo(2);
      other.setLength(1);
      assertThat(one.length()).isEqualTo(1);
      one.append(BYTES, 3, 1);
    }
    assertThat(path).hasBinaryContent(new byte[] {1, 4});
  }

  @Test
  void closed_file_is_not_open_any_more_and_cannot_be_forced() throws IOException {
    Path open = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(open));
    Path path = root.resolve("file");
    DiskFile file = disk.create(path, Access.OWNER);
    assertThat(leadingTo(path, open)).isEqualTo(2);
    file.close();

    assertThat(leadingTo(path, open)).isZero();
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
  }

  private static long leadingTo(Path path, Path open) throws IOException {
    try (Stream<Path> all = Files.list(open)) {
      return all.filter(link -> target(link).equals(path.toString())).count();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  @Test
  void directory_of_a_file_system_without_permissions_is_created_and_nothing_doubted()
      throws IOException {
    URI archive = URI.create("jar:" + root.resolve("a.zip").toUri());
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Path directory = zip.getPath("/a/b");
      disk.createDirectories(directory, Access.GROUP);
      assertThat(directory).isDirectory();
      assertThat(disk.doubt(directory)).isNull();
    }
  }

  @Test
  void interrupt_ends_no_operation() throws IOException {
    try (DiskFile file = disk.create(root.resolve("file"), Access.OWNER)) {
      Thread.currentThread().interrupt();
      file.append(BYTES, 0, 4);
      file.force();
      assertThat(file.read(new byte[4], 0, 4)).isEqualTo(4);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a link needs a privilege")
  void list_has_what_links_lead_to_and_links_that_lead_nowhere() throws IOException {
    Path file = Files.write(root.resolve("file.x"), BYTES);
    Files.createDirectory(root.resolve("directory.x"));
    Files.createSymbolicLink(root.resolve("link.x"), file);
    Files.createSymbolicLink(root.resolve("nowhere.x"), root.resolve("none"));
    Path loop = root.resolve("loop.x");
    Files.createSymbolicLink(loop, loop);
    Files.createFile(root.resolve("other.y"));
    List<Entry> found = disk.list(root, "*.x");
    assertThat(found)
        .extracting(entry -> entry.name() + " " + entry.isFile())
        .containsExactlyInAnyOrder(
            "file.x true", "directory.x false", "link.x true", "nowhere.x false", "loop.x false");
    assertThat(disk.entry(root.resolve("link.x")).bytes()).isEqualTo(4);
    assertThat(disk.entry(root.resolve("link.x")).key()).isEqualTo(disk.entry(file).key());
    assertThatThrownBy(() -> disk.entry(root.resolve("nowhere.x")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> disk.list(root.resolve("none"), "*"))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void lock_is_of_one_part_of_the_program_and_never_of_a_link() throws IOException {
    Path file = root.resolve("lock");
    try (Closeable held = disk.lock(file)) {
      assertThat(held).isNotNull();
      assertThat(permissions(file)).isEqualTo("rw-------");
      assertThat(disk.lock(file)).isNull();
    }
    Closeable again = disk.lock(file);
    assertThat(again).isNotNull();
    again.close();
    Path link = Files.createSymbolicLink(root.resolve("link"), file);
    assertThatThrownBy(() -> disk.lock(link)).hasMessageContaining("no regular file");
    try (DiskFile one = disk.open(file, true);
        DiskFile other = disk.open(file, true)) {
      assertThat(one.lock()).isTrue();
      assertThat(one.lock()).as("again").isTrue();
      assertThat(other.lock()).isFalse();
    }
  }

  @Test
  void moved_file_takes_the_place_of_another_and_deleting_nothing_is_no_failure()
      throws IOException {
    Path from = Files.write(root.resolve("from"), BYTES);
    Path to = Files.write(root.resolve("to"), new byte[9]);
    disk.move(from, to);
    disk.force(root);
    assertThat(to).hasBinaryContent(BYTES);
    assertThat(from).doesNotExist();
    disk.delete(to);
    disk.delete(to);
    assertThat(to).doesNotExist();
    Path directory = Files.createDirectory(root.resolve("directory"));
    assertThatThrownBy(() -> disk.delete(directory)).isInstanceOf(IOException.class);
    assertThat(directory).exists();
    assertThat(disk.usableSpace(root)).isPositive();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void what_others_may_write_to_and_what_is_no_file_is_doubted() throws IOException {
    Path file = Files.createFile(root.resolve("file"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(disk.doubt(file)).isNull();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(disk.doubt(file)).isEqualTo("others may write to " + file);
    Path link = Files.createSymbolicLink(root.resolve("link"), file);
    assertThat(disk.doubt(link)).isEqualTo(link + " is no regular file");
    Path directory = Files.createDirectory(root.resolve("directory"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    Path other = Files.createSymbolicLink(root.resolve("other"), directory);
    assertThat(disk.doubt(other)).as("as what it leads to").isNull();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(disk.doubt(other)).isEqualTo("others may write to " + directory.toRealPath());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  void pipe_is_read_from_its_start_to_its_end() throws IOException, InterruptedException {
    Path pipe = root.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(disk.entry(pipe).isFile()).isFalse();
    Process writer = new ProcessBuilder("sh", "-c", "printf abcd > " + pipe).start();
    try (DiskFile file = disk.open(pipe, false)) {
      byte[] read = new byte[8];
      int count = 0;
      for (int n = 0; n >= 0; n = file.read(read, count, 8 - count)) {
        count += n;
      }
      assertThat(new String(read, 0, count, java.nio.charset.StandardCharsets.US_ASCII))
          .isEqualTo("abcd");
    }
    assertThat(writer.waitFor()).isZero();
  }
}
