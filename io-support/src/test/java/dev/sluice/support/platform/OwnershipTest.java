package dev.sluice.support.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
class OwnershipTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void create() throws IOException {
    file = Files.createFile(directory.resolve("file"));
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  /** Only the system's administrator may give a file away. */
  private void give(String user, String group) throws IOException {
    assumeTrue(Files.getOwner(directory).getName().equals("root"));
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    var names = directory.getFileSystem().getUserPrincipalLookupService();
    view.setOwner(names.lookupPrincipalByName(user));
    view.setGroup(names.lookupPrincipalByGroupName(group));
  }

  @Test
  void what_everybody_may_write_to_is_doubted_and_what_all_may_read_is_not() throws IOException {
    permit(file, "rw-r--r--");
    assertThat(Ownership.doubtOf(file, null)).isNull();
    permit(file, "rw-r---w-");
    assertThat(Ownership.doubtOf(file, null)).isEqualTo("others may write to " + file);
  }

  @Test
  void a_group_that_may_write_is_doubted_unless_it_is_the_owners_alone() throws IOException {
    permit(file, "rw-rw-r--");
    give("root", "root");
    assertThat(Ownership.doubtOf(file, directory)).isNull();
    give("root", "daemon");
    assertThat(Ownership.doubtOf(file, directory)).isEqualTo("others may write to " + file);
    permit(file, "rw-r--r--");
    assertThat(Ownership.doubtOf(file, directory)).isNull();
  }

  @Test
  void what_belongs_to_somebody_else_is_doubted_and_nothing_is_left_of_asking_who_one_is()
      throws IOException {
    permit(file, "rw-------");
    give("nobody", "root");

    assertThat(Ownership.doubtOf(file, null)).isEqualTo(file + " belongs to nobody");
    assertThat(Ownership.doubtOf(file, directory)).isEqualTo(file + " belongs to nobody");
    assertThat(SystemDisk.INSTANCE.doubt(file)).isEqualTo(file + " belongs to nobody");
    try (var left = Files.list(directory)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void a_file_system_that_does_not_tell_is_doubted() throws IOException {
    URI archive = URI.create("jar:" + directory.resolve("a.zip").toUri());
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Path inside = Files.createFile(zip.getPath("inside"));
      assertThat(Ownership.doubtOf(inside, null))
          .isEqualTo("its file system does not show who may write to inside");
    }
  }
}
