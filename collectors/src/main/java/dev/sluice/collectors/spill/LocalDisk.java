package dev.sluice.collectors.spill;

import dev.sluice.api.binding.SegmentName;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The file system. No {@code FileChannel} writes or reads, because an interrupt closes it. */
final class LocalDisk implements SpillDisk {
  /**
   * Directories that collectors of this program have. Asked first, because a POSIX process loses
   * its lock on a file whenever any part of it closes that file.
   */
  private static final Set<Path> HELD = new HashSet<>();

  /** Files that the same library in another class loader has locked: never closed, see above. */
  private static final List<Closeable> LEFT_OPEN = new ArrayList<>();

  @Override
  public void createDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, attributes(directory, "rwx------"));
    }
  }

  @Override
  public Closeable lock(Path file) throws IOException {
    Path key = file.getParent().toRealPath().resolve(file.getFileName());
    synchronized (HELD) {
      if (HELD.contains(key)) {
        return null;
      }
      if (!Files.exists(file)) {
        createFile(file);
      }
      RandomAccessFile locked = new RandomAccessFile(file.toFile(), "rw");
      if (!tryLock(locked)) {
        return null;
      }
      HELD.add(key);
      return () -> release(key, locked);
    }
  }

  private static boolean tryLock(RandomAccessFile file) throws IOException {
    try {
      if (file.getChannel().tryLock() != null) {
        return true;
      }
    } catch (OverlappingFileLockException e) {
      LEFT_OPEN.add(file);
      return false;
    } catch (IOException e) {
      file.close();
      throw e;
    }
    file.close();
    return false;
  }

  private static void release(Path key, RandomAccessFile locked) throws IOException {
    synchronized (HELD) {
      HELD.remove(key);
      locked.close();
    }
  }

  @Override
  public List<Found> segments(Path directory) throws IOException {
    List<Found> found = new ArrayList<>();
    long now = System.currentTimeMillis();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "*" + SegmentName.SUFFIX)) {
      for (Path file : files) {
        if (SegmentName.parse(file.getFileName().toString()).isPresent()) {
          BasicFileAttributes about = Files.readAttributes(file, BasicFileAttributes.class);
          long age = now - about.lastModifiedTime().toMillis();
          found.add(new Found(file, about.size(), TimeUnit.MILLISECONDS.toNanos(age)));
        }
      }
    }
    return found;
  }

  @Override
  public long usableSpace(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  @Override
  public Output create(Path path) throws IOException {
    createFile(path);
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    return new Output() {
      @Override
      public void append(byte[] bytes, int from, int length) throws IOException {
        file.write(bytes, from, length);
      }

      @Override
      public void truncate(long length) throws IOException {
        file.setLength(length);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  @Override
  public Input open(Path path, long position) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
    file.seek(position);
    return new Input() {
      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        return file.read(into, from, length);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  @Override
  public String read(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  @Override
  public void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    createFile(file);
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  private static void createFile(Path file) throws IOException {
    Files.createFile(file, attributes(file, "rw-------"));
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
