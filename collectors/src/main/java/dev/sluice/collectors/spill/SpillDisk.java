package dev.sluice.collectors.spill;

import dev.sluice.support.platform.Ownership;
import dev.sluice.support.segment.SegmentName;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Every operation on files that the spill needs; not final, because tests let operations fail. What
 * is created is the owner's alone. An interrupt ends no operation, so that it leaves no half of a
 * chunk: no {@code FileChannel} writes or reads, because an interrupt closes it.
 */
public class SpillDisk {
  /**
   * Directories that collectors of this program have. Asked first, because a POSIX process loses
   * its lock on a file whenever any part of it closes that file.
   */
  private static final Set<Path> HELD = new HashSet<>();

  private static final int MOST_TEXT_BYTES = 4 << 10;

  /** Files that the same library in another class loader has locked: never closed, see above. */
  private static final List<Closeable> LEFT_OPEN = new ArrayList<>();

  /** Creates the directory unless there is one. */
  void createDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, attributes(directory, "rwx------"));
    }
  }

  /** Takes a file for this program alone, until it is closed; null if another one has it. */
  Closeable lock(Path file) throws IOException {
    Path key = file.getParent().toRealPath().resolve(file.getFileName());
    synchronized (HELD) {
      if (HELD.contains(key)) {
        return null;
      }
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        createFile(file);
      } else if (!about(file).isRegularFile()) {
        throw new IOException(file + " is no regular file");
      }
      RandomAccessFile locked = new RandomAccessFile(file.toFile(), "rw");
      try {
        if (locked.getChannel().tryLock() == null) {
          locked.close();
          return null;
        }
      } catch (OverlappingFileLockException e) {
        LEFT_OPEN.add(locked);
        return null;
      } catch (IOException e) {
        locked.close();
        throw e;
      }
      HELD.add(key);
      return () -> release(key, locked);
    }
  }

  private static void release(Path key, Closeable locked) throws IOException {
    synchronized (HELD) {
      HELD.remove(key);
      locked.close();
    }
  }

  /**
   * The segments of a directory, in no order.
   *
   * @param suffix what follows the segment's name, for those that were set aside
   * @param now what the clock of the spill tells
   */
  List<Segment> segments(Path directory, String suffix, long now) throws IOException {
    List<Segment> found = new ArrayList<>();
    long millis = System.currentTimeMillis();
    try (DirectoryStream<Path> files = files(directory, suffix)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (SegmentName.parse(name.substring(0, name.length() - suffix.length())).isPresent()) {
          BasicFileAttributes about = about(file);
          long age = millis - about.lastModifiedTime().toMillis();
          long written = now - TimeUnit.MILLISECONDS.toNanos(age);
          found.add(new Segment(file, about.fileKey(), about.size(), written));
        }
      }
    }
    return found;
  }

  private static DirectoryStream<Path> files(Path directory, String suffix) throws IOException {
    return Files.newDirectoryStream(directory, "*" + SegmentName.SUFFIX + suffix);
  }

  /** Whether there is a file of chunks, by whatever name, or one that was set aside. */
  boolean hasChunks(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (DirectoryStream<Path> files = files(directory, "*")) {
      return files.iterator().hasNext();
    }
  }

  private static BasicFileAttributes about(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** What tells a file from another one of the name. */
  Object key(Path file) throws IOException {
    return about(file).fileKey();
  }

  /** Whether a file of that key has the name. */
  boolean isThere(Path file, Object key) throws IOException {
    try {
      return Objects.equals(key(file), key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Why the directory, or a file in it, is not the user's alone; null if it is. */
  String doubt(Path path, Path directory) throws IOException {
    if (!path.equals(directory) && !about(path).isRegularFile()) {
      return path + " is no regular file";
    }
    return isPosix(path) ? Ownership.doubtOf(path, directory) : null;
  }

  /** Forces what was written to the device. */
  void force(RandomAccessFile file) throws IOException {
    file.getFD().sync();
  }

  /** Makes the names in a directory durable, where the platform can. */
  void forceNames(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every platform opens directories; the file itself is forced anyway.
    }
  }

  /** Bytes that may still be written to the directory's disk. */
  long usableSpace(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  /** Begins a new file. After a write that fails any part of its bytes may be there. */
  RandomAccessFile create(Path file) throws IOException {
    createFile(file);
    return new RandomAccessFile(file.toFile(), "rw");
  }

  /** Opens a file for reading. */
  RandomAccessFile open(Path file) throws IOException {
    return new RandomAccessFile(file.toFile(), "r");
  }

  /** The text of a small file; empty if there is none, or something else of that name. */
  String read(Path file) throws IOException {
    try {
      BasicFileAttributes about = about(file);
      boolean small = about.isRegularFile() && about.size() <= MOST_TEXT_BYTES;
      return small ? Files.readString(file) : "";
    } catch (NoSuchFileException | CharacterCodingException e) {
      return "";
    }
  }

  /** Writes a small file, whatever it had before. */
  void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    try (RandomAccessFile out = create(file)) {
      out.writeBytes(text);
    }
  }

  /** Renames a file at once, over another if need be. */
  void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes a file if it is there. */
  void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  private static void createFile(Path file) throws IOException {
    Files.createFile(file, attributes(file, "rw-------"));
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
