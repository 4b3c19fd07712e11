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
  /** What a program does with a disk. */
  public enum Operation {
    /** {@link Disk#createDirectories}. */
    CREATE_DIRECTORIES,
    /** {@link Disk#list}. */
    LIST,
    /** {@link Disk#look}. */
    LOOK,
    /** {@link Disk#create}. */
    CREATE,
    /** {@link Disk#open}. */
    OPEN,
    /** {@link Disk#lock}. */
    LOCK,
    /** Letting a lock go. */
    UNLOCK,
    /** {@link Disk#move}. */
    MOVE,
    /** {@link Disk#delete}. */
    DELETE,
    /** {@link Disk#force}. */
    FORCE_NAMES,
    /** {@link Disk#usableSpace}. */
    SPACE,
    /** {@link Disk#doubt}. */
    DOUBT,
    /** {@link DiskFile#read}. */
    READ,
    /** {@link DiskFile#seek}. */
    SEEK,
    /** {@link DiskFile#append}. */
    APPEND,
    /** {@link DiskFile#length}. */
    LENGTH,
    /** {@link DiskFile#setLength}. */
    SET_LENGTH,
    /** {@link DiskFile#force}. */
    FORCE,
    /** {@link DiskFile#lock}. */
    LOCK_FILE,
    /** Closing a file, which is closed all the same. */
    CLOSE
  }

  /** What becomes of an operation. */
  public enum Outcome {
    /** It is done. */
    DONE,
    /** It is not done, and fails. */
    FAILS,
    /** Half of the bytes are read; half are appended, and then it fails, as all others do. */
    SHORT,
    /** It is done, and fails all the same. */
    LATE
  }

  /** Decides what becomes of operations; may let time pass. */
  @FunctionalInterface
  public interface Faults {
    /** Asked before each operation, in the thread that calls it. */
    Outcome next(Operation operation, Path path);
  }

  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  private final SimulatedMachine machine;
  private volatile Faults faults = (operation, path) -> Outcome.DONE;
  private volatile boolean killed;

  /** An empty disk on which files are written at that time, in milliseconds since the epoch. */
  public SimulatedDisk(LongSupplier epochMillis) {
    this(new SimulatedMachine(epochMillis));
  }

  private SimulatedDisk(SimulatedMachine machine) {
    this.machine = machine;
  }

  /** The same disk as another program sees it, or the same one once it is started again. */
  public SimulatedDisk program() {
    return new SimulatedDisk(machine);
  }

  /** Lets operations of this program fail. */
  public SimulatedDisk with(Faults decided) {
    faults = decided;
    return this;
  }

  /** How many bytes all files of the machine may have. */
  public void capacity(long bytes) {
    synchronized (machine) {
      machine.capacity = bytes;
    }
  }

  /** The program is no more: what it wrote stays, its locks go, and what it still tries fails. */
  public void kill() {
    synchronized (machine) {
      killed = true;
      machine.locks.values().removeIf(owner -> owner == this || isFileOfThis(owner));
    }
  }

  private boolean isFileOfThis(Object owner) {
    return owner instanceof SimulatedFile file && file.program() == this;
  }

  /** The machine fails: this program is killed; {@code random} says what was left unforced. */
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

  /** Somebody removes a directory and all in it; who has a file open goes on with it. */
  public void remove(Path directory) {
    synchronized (machine) {
      Path gone = normal(directory);
      machine.names.keySet().removeIf(path -> path.startsWith(gone));
      machine.durable.keySet().removeIf(path -> path.startsWith(gone));
    }
  }

  /** Returns what a file holds; somebody else looks, so that it never fails for this program's faults. */
  public byte[] bytes(Path file) throws IOException {
    synchronized (machine) {
      Node node = node(file);
      return Arrays.copyOf(node.bytes, node.length);
    }
  }

  /** Somebody else writes a file, whatever it had; its directory is made. */
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

  /** One byte of a file becomes another one; false if it has none. */
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

  /** Asked without the lock, because it may let time pass. */
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
              found.add(entry(directory.resolve(path.getFileName())));
            }
          }
          return found;
        });
  }

  private Entry entry(Path path) throws IOException {
    Node node = node(path);
    return new Entry(path, node.isFile, !node.isFile, node.length, node.modified, node);
  }

  @Override
  public Entry look(Path path) throws IOException {
    return run(Operation.LOOK, path, () -> entry(path));
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

  /** Returns a lock that fails late is let go, as the system does when the file is closed. */
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
