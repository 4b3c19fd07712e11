package dev.sluice.testkit;

import dev.sluice.api.platform.DiskFile;
import dev.sluice.testkit.SimulatedDisk.Operation;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import dev.sluice.testkit.SimulatedMachine.Node;
import java.io.IOException;
import java.nio.file.Path;

/** An open file with its own position for reading. */
final class SimulatedFile implements DiskFile {
  private final SimulatedDisk program;
  private final SimulatedMachine machine;
  private final Path path;
  private final Node node;
  private int position;

  /** Creates a file that a program has open. */
  SimulatedFile(SimulatedDisk program, SimulatedMachine machine, Path path, Node node) {
    this.program = program;
    this.machine = machine;
    this.path = path;
    this.node = node;
  }

  SimulatedDisk program() {
    return program;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    Outcome outcome = program.outcome(Operation.READ, path);
    synchronized (machine) {
      if (outcome == Outcome.FAILS || outcome == Outcome.LATE) {
        throw SimulatedDisk.failure(Operation.READ, path);
      }
      int there = node.length - position;
      if (there <= 0 || length == 0) {
        return length == 0 ? 0 : -1;
      }
      int most = outcome == Outcome.SHORT ? Math.max(1, length / 2) : length;
      int count = Math.min(there, most);
      System.arraycopy(node.bytes, position, into, from, count);
      position += count;
      return count;
    }
  }

  @Override
  public void seek(long to) throws IOException {
    program.run(Operation.SEEK, path, () -> position = Math.toIntExact(to));
  }

  @Override
  public void append(byte[] bytes, int from, int length) throws IOException {
    Outcome outcome = program.outcome(Operation.APPEND, path);
    synchronized (machine) {
      int most = outcome == Outcome.FAILS ? 0 : outcome == Outcome.SHORT ? length / 2 : length;
      int fits = (int) Math.max(0, Math.min(most, machine.capacity - machine.used()));
      node.append(bytes, from, fits);
      node.modified = machine.epochMillis.getAsLong();
      if (outcome != Outcome.DONE) {
        throw SimulatedDisk.failure(Operation.APPEND, path);
      }
      if (fits < length) {
        throw new IOException("No space left on device");
      }
    }
  }

  @Override
  public long length() throws IOException {
    return program.run(Operation.LENGTH, path, () -> (long) node.length);
  }

  @Override
  public void setLength(long length) throws IOException {
    program.run(
        Operation.SET_LENGTH,
        path,
        () -> {
          int to = Math.toIntExact(length);
          node.append(new byte[Math.max(0, to - node.length)], 0, Math.max(0, to - node.length));
          node.length = to;
          position = Math.min(position, to);
          return node.forced = Math.min(node.forced, to);
        });
  }

  @Override
  public void force() throws IOException {
    program.run(Operation.FORCE, path, () -> node.forced = node.length);
  }

  @Override
  public boolean lock() throws IOException {
    return program.run(
        Operation.LOCK_FILE,
        path,
        () -> {
          Object owner = machine.locks.putIfAbsent(node, this);
          return owner == null || owner == this;
        });
  }

  @Override
  public void close() throws IOException {
    synchronized (machine) {
      machine.locks.remove(node, this);
    }
    program.run(Operation.CLOSE, path, () -> null);
  }
}
