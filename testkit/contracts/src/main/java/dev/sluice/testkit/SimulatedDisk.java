package dev.sluice.testkit;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.DiskFile;
import dev.sluice.testkit.SimulatedMachine.Node;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * A disk in memory as one program sees it, whose operations fail when a test says so. A program
 * that is killed leaves what it wrote; a machine that fails drops what was not forced and tears
 * what was written last. Cutting off is durable at once, as directories are. Thread-safe.
 */
public final class SimulatedDisk implements Disk {
  /** An operation of a program on a disk. */
  public enum Operation {
    /** The operation {@link Disk#createDirectories}. */
    CREATE_DIRECTORIES,
    /** The operation {@link Disk#list}. */
    LIST,
    /** The operation {@link Disk#entry}. */
    ENTRY,
    /** The operation {@link Disk#create}. */
    CREATE,
    /** The operation {@link Disk#open}. */
    OPEN,
    /** The operation {@link Disk#lock}. */
    LOCK,
    /** The release of a lock. */
    UNLOCK,
    /** The operation {@link Disk#move}. */
    MOVE,
    /** The operation {@link Disk#delete}. */
    DELETE,
    /** The operation {@link Disk#force}. */
    FORCE_NAMES,
    /** The operation {@link Disk#usableSpace}. */
    SPACE,
    /** The operation {@link Disk#doubt}. */
    DOUBT,
    /** The operation {@link DiskFile#read}. */
    READ,
    /** The operation {@link DiskFile#seek}. */
    SEEK,
    /** The operation {@link DiskFile#append}. */
    APPEND,
    /** The operation {@link DiskFile#length}. */
    LENGTH,
    /** The operation {@link DiskFile#setLength}. */
    SET_LENGTH,
    /** The operation {@link DiskFile#force}. */
    FORCE,
    /** The operation {@link DiskFile#lock}. */
    LOCK_FILE,
    /** The closing of a file, which is closed even if that fails. */
    CLOSE
  }

  /** Outcome of an operation. */
  public enum Outcome {
    /** The operation is done. */
    DONE,
    /** The operation is not done, and fails. */
    FAILS,
    /**
     * Half of the bytes are read; of an append, half of the bytes are written before it fails; all
     * other operations fail.
     */
    SHORT,
    /** The operation is done, and fails all the same. */
    LATE
  }

  /** Decides the outcome of operations; may let time pass. */
  @FunctionalInterface
  public interface Faults {
    /**
     * Returns the outcome of an operation; called before each operation, in the thread that calls
     * it.
     */
    Outcome next(Operation operation, Path path);
  }

  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  private final SimulatedMachine machine;
  private volatile Faults faults = (operation, path) -> Outcome.DONE;
  private volatile boolean killed;

  /**
   * Creates an empty disk; {@code epochMillis} is the time of writes, in milliseconds since the
   * epoch.
   */
  public SimulatedDisk(LongSupplier epochMillis) {
    this(new SimulatedMachine(epochMillis));
  }

  private SimulatedDisk(SimulatedMachine machine) {
    this.machine = machine;
  }

  /** Returns this disk for another program, or for the program after a restart. */
  public SimulatedDisk program() {
    return new SimulatedDisk(machine);
  }

  /** Sets the faults of this program's operations and returns this disk. */
  public SimulatedDisk with(Faults decided) {
    faults = decided;
    return this;
  }

  /** Sets the maximum number of bytes of all files of the machine. */
  public void capacity(long bytes) {
    synchronized (machine) {
      machine.capacity = bytes;
    }
  }

  /**
   * Kills the program: its written bytes stay, its locks are released, and its further operations
   * fail.
   */
  public void kill() {
    synchronized (machine) {
      killed = true;
      machine.locks.values().removeIf(owner -> owner == this || isFileOfThis(owner));
    }
  }

  private boolean isFileOfThis(Object owner) {
    return owner instanceof SimulatedFile file && file.program() == this;
  }

  /**
   * Simulates a failure of the machine: this program is killed; {@code random} decides which
   * unforced bytes are left.
   */
  public void fail(Random random) {
    synchronized (machine) {
      kill();
      TreeMap<Path, Node> left = new TreeMap<>();
      TreeSet<Path> all = new TreeSet<>(machine.names.keySet());
      all.addAll(machine.durable.keySet());
      for (Path path : all) {
        Node now = machine.names.get(path);
        Node before = machine.durable.get(path);
        Node node = now != null && !now.isFile || random.nextBoolean() ? now : before;
        if (node != null) {
          left.put(path, node);
        }
      }
      for (Node node : left.values()) {
        node.length = node.forced + random.nextInt(node.length - node.forced + 1);
        node.forced = node.length;
      }
      machine.names.clear();
      machine.names.putAll(left);
      machine.durable.clear();
      machine.durable.putAll(left);
    }
  }

  /**
   * Removes a directory with its content, as another program would; programs with open files
   * continue.
   */
  public void remove(Path directory) {
    synchronized (machine) {
      Path gone = normal(directory);
      machine.names.keySet().removeIf(path -> path.startsWith(gone));
      machine.durable.keySet().removeIf(path -> path.startsWith(gone));
    }
  }

  /**
   * Returns the content of a file, read by another program, so that this program's faults have no
   * effect.
   */
  public byte[] bytes(Path file) throws IOException {
    synchronized (machine) {
      Node node = node(file);
      return Arrays.copyOf(node.bytes, node.length);
    }
  }

  /** Writes a file as another program would; it replaces the content and creates the directory. */
  public void put(Path file, byte[] bytes) {
    synchronized (machine) {
      makeDirectories(normal(file).getParent());
      Node node = new Node(true);
      node.append(bytes, 0, bytes.length);
      node.forced = node.length;
      node.modified = machine.epochMillis.getAsLong();
      machine.names.put(normal(file), node);
      machine.durable.put(normal(file), node);
    }
  }

  /** Changes one byte of a file; returns false if the file is empty. */
  public boolean damage(Path file, Random random) {
    synchronized (machine) {
      Node node = machine.names.get(normal(file));
      if (node == null || node.length == 0) {
        return false;
      }
      node.bytes[random.nextInt(node.length)] ^= 1;
      return true;
    }
  }

  /** Returns the files below a directory, by name. */
  public List<Path> files(Path directory) {
    synchronized (machine) {
      List<Path> files = new ArrayList<>();
      machine.names.forEach(
          (path, node) -> {
            if (node.isFile && path.startsWith(normal(directory))) {
              files.add(path);
            }
          });
      return files;
    }
  }

  private static Path normal(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private Node node(Path path) throws NoSuchFileException {
    Node node = machine.names.get(normal(path));
    if (node == null) {
      throw new NoSuchFileException(path.toString());
    }
    return node;
  }

  private void makeDirectories(Path directory) {
    for (Path path = directory; path != null; path = path.getParent()) {
      machine.names.computeIfAbsent(path, none -> new Node(false));
      machine.durable.putIfAbsent(path, machine.names.get(path));
    }
  }

  <T> T run(Operation operation, Path path, Work<T> work) throws IOException {
    Outcome outcome = outcome(operation, path);
    synchronized (machine) {
      T result = outcome == Outcome.DONE || outcome == Outcome.LATE ? work.run() : null;
      if (outcome != Outcome.DONE) {
        throw failure(operation, path);
      }
      return result;
    }
  }

  /** Returns the outcome of an operation; asked without the lock, because it may let time pass. */
  Outcome outcome(Operation operation, Path path) throws IOException {
    Outcome outcome = killed ? Outcome.FAILS : faults.next(operation, path);
    if (killed) {
      throw new IOException("the program was killed");
    }
    return outcome;
  }

  static IOException failure(Operation operation, Path path) {
    return new IOException("injected: " + operation + " " + path.getFileName());
  }

  @Override
  public void createDirectories(Path directory, Access access) throws IOException {
    run(
        Operation.CREATE_DIRECTORIES,
        directory,
        () -> {
          for (Path path = normal(directory); path != null; path = path.getParent()) {
            Node node = machine.names.get(path);
            if (node != null && node.isFile) {
              throw new FileAlreadyExistsException(path.toString());
            }
          }
          makeDirectories(normal(directory));
          return null;
        });
  }

  @Override
  public List<Entry> list(Path directory, String glob) throws IOException {
    PathMatcher matcher = directory.getFileSystem().getPathMatcher("glob:" + glob);
    return run(
        Operation.LIST,
        directory,
        () -> {
          node(directory);
          List<Entry> found = new ArrayList<>();
          for (Path path : machine.names.keySet()) {
            if (normal(directory).equals(path.getParent()) && matcher.matches(path.getFileName())) {
              found.add(entryOf(directory.resolve(path.getFileName())));
            }
          }
          return found;
        });
  }

  private Entry entryOf(Path path) throws IOException {
    Node node = node(path);
    return new Entry(path, node.isFile, !node.isFile, node.length, node.modified, node);
  }

  @Override
  public Entry entry(Path path) throws IOException {
    return run(Operation.ENTRY, path, () -> entryOf(path));
  }

  @Override
  public DiskFile create(Path file, Access access) throws IOException {
    return run(
        Operation.CREATE,
        file,
        () -> {
          newFile(file);
          return new SimulatedFile(this, machine, file, node(file));
        });
  }

  private void newFile(Path file) throws IOException {
    if (machine.names.containsKey(normal(file))) {
      throw new FileAlreadyExistsException(file.toString());
    }
    node(normal(file).getParent());
    Node node = new Node(true);
    node.modified = machine.epochMillis.getAsLong();
    machine.names.put(normal(file), node);
  }

  @Override
  public DiskFile open(Path file, boolean toWrite) throws IOException {
    return run(Operation.OPEN, file, () -> new SimulatedFile(this, machine, file, node(file)));
  }

  /**
   * Locks a file; a lock whose operation fails late is released, as the system does when the file
   * is closed.
   */
  @Override
  public Closeable lock(Path file) throws IOException {
    Path key = normal(file);
    boolean[] taken = {false};
    boolean done = false;
    try {
      run(
          Operation.LOCK,
          file,
          () -> {
            if (!machine.names.containsKey(key)) {
              newFile(file);
            }
            return taken[0] = machine.locks.putIfAbsent(key, this) == null;
          });
      done = true;
    } finally {
      if (!done && taken[0]) {
        release(key);
      }
    }
    return taken[0]
        ? () -> {
          release(key);
          run(Operation.UNLOCK, file, () -> null);
        }
        : null;
  }

  private void release(Path key) {
    synchronized (machine) {
      machine.locks.remove(key, this);
    }
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    run(
        Operation.MOVE,
        from,
        () -> {
          Node node = node(from);
          machine.names.remove(normal(from));
          return machine.names.put(normal(to), node);
        });
  }

  @Override
  public void delete(Path file) throws IOException {
    run(
        Operation.DELETE,
        file,
        () -> {
          Node node = machine.names.get(normal(file));
          if (node != null && !node.isFile) {
            throw new IOException(file + " is a directory");
          }
          return machine.names.remove(normal(file));
        });
  }

  @Override
  public void force(Path directory) throws IOException {
    run(
        Operation.FORCE_NAMES,
        directory,
        () -> {
          Path of = normal(directory);
          machine.durable.keySet().removeIf(path -> of.equals(path.getParent()));
          machine.names.forEach(
              (path, node) -> {
                if (of.equals(path.getParent())) {
                  machine.durable.put(path, node);
                }
              });
          return null;
        });
  }

  @Override
  public long usableSpace(Path directory) throws IOException {
    return run(Operation.SPACE, directory, () -> machine.capacity - machine.used());
  }

  @Override
  public String doubt(Path path) throws IOException {
    return run(
        Operation.DOUBT,
        path,
        () -> {
          node(path);
          return null;
        });
  }
}
