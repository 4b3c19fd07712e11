package dev.sluice.tools.recordings;

import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A file or directory that is there whole or not at all: written beside its place, and moved when
 * it is complete. An interruption removes it. For one thread.
 */
public final class NewFile implements Closeable {
  private final Path path;
  private final Path beside;
  private final Runnable interruption = this::abandon;
  private OutputStream out;
  private boolean abandoned;

  /** Content of a file. */
  public interface Content {
    void write(OutputStream target) throws IOException;
  }

  private NewFile(Path path, Path beside) {
    this.path = path;
    this.beside = beside;
  }

  /**
   * Returns a place for a file.
   *
   * @throws ToolException if there is something already
   */
  public static NewFile at(Path path) throws IOException {
    return of(path).open();
  }

  /** Writes a file, in the place of what is there. */
  public static void replace(Path path, Content content) throws IOException {
    try (NewFile file = replacing(path)) {
      content.write(file.out);
      file.commit();
    }
  }

  /** Returns a place for a file, which takes the place of what is there. */
  public static NewFile replacing(Path path) throws IOException {
    return beside(path).open();
  }

  /** Returns a place for a directory. */
  public static NewFile directoryAt(Path path) throws IOException {
    NewFile directory = of(path);
    Interruption.begin(directory.interruption);
    Files.createDirectory(directory.beside);
    return directory;
  }

  private NewFile open() throws IOException {
    Interruption.begin(interruption);
    out = new BufferedOutputStream(naming(path, Files.newOutputStream(beside)), 1 << 20);
    return this;
  }

  private static NewFile of(Path path) throws IOException {
    if (Files.exists(path)) {
      throw new ToolException(path + " exists already; choose another name or remove it");
    }
    return beside(path);
  }

  private static NewFile beside(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Path parent = absolute.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new ToolException(path + " cannot be written: " + parent + " is no directory");
    }
    Path beside = parent.resolve("." + absolute.getFileName() + ".part");
    delete(beside); // what a run left that was killed
    return new NewFile(path, beside);
  }

  /** Returns where to write. */
  public OutputStream out() {
    return out;
  }

  /** Returns where to write a file of the directory. */
  public OutputStream output(String name) throws IOException {
    return naming(path.resolve(name), Files.newOutputStream(beside.resolve(name)));
  }

  /** Wraps a stream so that a failure to write names the file. */
  private static OutputStream naming(Path file, OutputStream to) {
    return new FilterOutputStream(to) {
      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        try {
          out.write(bytes, from, count);
        } catch (IOException e) {
          throw new IOException(file + " cannot be written: " + e.getMessage(), e);
        }
      }
    };
  }

  /** Completes the file and moves it to its place. */
  public void commit() throws IOException {
    commit(path + " is written");
  }

  /**
   * Completes the file.
   *
   * @param what complete then, which an interruption reports
   */
  public synchronized void commit(String what) throws IOException {
    if (abandoned) {
      throw new InterruptedIOException(path + " was interrupted");
    }
    if (out != null) {
      out.close();
    }
    Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE);
    Interruption.over(interruption);
    Interruption.whole(what);
  }

  private synchronized void abandon() {
    abandoned = true;
    try {
      delete(beside);
    } catch (IOException e) {
      // It is hidden; the next run removes it.
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      // It is not needed any more; where it is, commit has thrown.
    } finally {
      Interruption.over(interruption);
      delete(beside);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }

  /** Removes what is there, a directory with all in it. */
  public static void delete(Path path) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> tree = Files.walk(path)) {
        for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }
}
