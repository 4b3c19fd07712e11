package dev.sluice.support.platform;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.DiskFile;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The disks of this machine. Thread-safe. */
public final class SystemDisk implements Disk {
  /** The only instance. */
  public static final SystemDisk INSTANCE = new SystemDisk();

  /**
   * Files that this program has locked. It is checked first, because a POSIX process loses its lock
   * on a file whenever any part of it closes that file.
   */
  private static final Set<Path> HELD = new HashSet<>();

  /**
   * Files that the same library in another class loader has locked: never closed, because a POSIX
   * process would lose that lock.
   */
  private static final List<Closeable> LEFT_OPEN = new ArrayList<>();

  private static final FileAttribute<?>[] NONE = {};

  private SystemDisk() {}

  @Override
  public void createDirectories(Path directory, Access access) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null) {
      createDirectories(parent, access);
    }
    Files.createDirectories(directory, attributes(directory, access, "rwx------"));
    widen(directory, access, "rwx");
  }

  @Override
  public List<Entry> list(Path directory, String glob) throws IOException {
    List<Entry> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, glob)) {
      for (Path path : all) {
        try {
          found.add(entry(path));
        } catch (IOException e) {
          addLink(found, path);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return found;
  }

  /** Adds a link that leads nowhere; adds nothing if it has vanished. */
  private static void addLink(List<Entry> found, Path path) throws IOException {
    try {
      found.add(entry(path, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      // as if it had never been there
    }
  }

  @Override
  public Entry entry(Path path) throws IOException {
    return entry(path, new LinkOption[0]);
  }

  private static Entry entry(Path path, LinkOption... options) throws IOException {
    BasicFileAttributes about = Files.readAttributes(path, BasicFileAttributes.class, options);
    return new Entry(
        path,
        about.isRegularFile(),
        about.isDirectory(),
        about.size(),
        about.lastModifiedTime().toMillis(),
        about.fileKey());
  }

  @Override
  public DiskFile create(Path file, Access access) throws IOException {
    createFile(file, access);
    return new SystemFile(file, true);
  }

  @Override
  public DiskFile open(Path file, boolean toWrite) throws IOException {
    if (toWrite && !Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    try {
      return new SystemFile(file, toWrite);
    } catch (FileNotFoundException e) {
      // The same class says both that there is none and that it must not be opened.
      if (!Files.exists(file)) {
        throw new NoSuchFileException(file.toString());
      }
      throw e;
    }
  }

  @Override
  public Closeable lock(Path file) throws IOException {
    Path key = file.toAbsolutePath().getParent().toRealPath().resolve(file.getFileName());
    synchronized (HELD) {
      if (HELD.contains(key)) {
        return null;
      }
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        createFile(file, Access.OWNER);
      } else if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(noFile(file));
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

  @Override
  public void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(Path file) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(file + " is a directory");
    }
    Files.deleteIfExists(file);
  }

  @Override
  public void force(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every system opens directories; the files themselves are forced anyway.
    }
  }

  @Override
  public long usableSpace(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  @Override
  public String doubt(Path path) throws IOException {
    boolean directory = Files.isDirectory(path);
    if (!directory && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return noFile(path);
    }
    Path real = directory ? path.toRealPath() : path;
    return isPosix(path) ? Ownership.doubtOf(real, directory ? real : path.getParent()) : null;
  }

  private static String noFile(Path path) {
    return path + " is no regular file";
  }

  private static void createFile(Path file, Access access) throws IOException {
    Files.createFile(file, attributes(file, access, "rw-------"));
    widen(file, access, "rw-");
  }

  /**
   * Returns the attributes with which a file is created, so that other users never have more
   * permissions than these, even if they are widened later.
   */
  private static FileAttribute<?>[] attributes(Path path, Access access, String permissions) {
    return access != null && isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : NONE;
  }

  /**
   * Sets the permissions after the creation, because the process's umask reduces those that are
   * requested.
   */
  private static void widen(Path path, Access access, String owner) throws IOException {
    if (access == null || access == Access.OWNER || !isPosix(path)) {
      return;
    }
    String reads = owner.replace('w', '-');
    Set<PosixFilePermission> permissions =
        PosixFilePermissions.fromString(owner + reads + (access == Access.ALL ? reads : "---"));
    Files.setPosixFilePermissions(path, permissions);
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
