package dev.sluice.collectors.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/** The local disk, where chosen operations fail; a write that fails leaves half of its bytes. */
public final class FaultyDisk implements SpillDisk {
  private final SpillDisk disk = new LocalDisk();
  private final long failFrom;
  private final long failTo;
  private LongUnaryOperator space = usable -> usable;
  private long operations;

  private FaultyDisk(long failFrom, long failTo) {
    this.failFrom = failFrom;
    this.failTo = failTo;
  }

  /** The n-th operation fails, from 1. */
  public static FaultyDisk failingOnce(long n) {
    return new FaultyDisk(n, n);
  }

  static FaultyDisk sound() {
    return new FaultyDisk(0, 0);
  }

  /** From the n-th on all operations fail. */
  static FaultyDisk failingFrom(long n) {
    return new FaultyDisk(n, Long.MAX_VALUE);
  }

  /** What the disk says about its space is changed. */
  FaultyDisk withSpace(LongUnaryOperator change) {
    space = change;
    return this;
  }

  public boolean hasFailed() {
    return operations >= failFrom && failFrom > 0;
  }

  /** A spill on this disk. */
  public Spill spill(SpillSettings settings, long producerId, LongSupplier clock) {
    return new Spill(settings, producerId, clock, told -> {}, this);
  }

  private boolean fails() {
    operations++;
    return operations >= failFrom && operations <= failTo;
  }

  private void step(String what) throws IOException {
    if (fails()) {
      throw new IOException("injected: " + what);
    }
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    step("create directory");
    disk.createDirectory(directory);
  }

  @Override
  public Closeable lock(Path file) throws IOException {
    step("lock");
    Closeable lock = disk.lock(file);
    return lock == null
        ? null
        : () -> {
          lock.close();
          step("unlock");
        };
  }

  @Override
  public List<Found> segments(Path directory) throws IOException {
    step("list");
    return disk.segments(directory);
  }

  @Override
  public long usableSpace(Path directory) throws IOException {
    step("space");
    return space.applyAsLong(disk.usableSpace(directory));
  }

  @Override
  public Output create(Path file) throws IOException {
    step("create");
    Output output = disk.create(file);
    return new Output() {
      @Override
      public void append(byte[] bytes, int from, int length) throws IOException {
        if (fails()) {
          output.append(bytes, from, length / 2);
          throw new IOException("injected: write");
        }
        output.append(bytes, from, length);
      }

      @Override
      public void truncate(long length) throws IOException {
        step("truncate");
        output.truncate(length);
      }

      @Override
      public void close() throws IOException {
        output.close();
        step("close");
      }
    };
  }

  @Override
  public Input open(Path file, long position) throws IOException {
    step("open");
    Input input = disk.open(file, position);
    return new Input() {
      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        step("read");
        return input.read(into, from, length);
      }

      @Override
      public void close() throws IOException {
        input.close();
        step("close what was read");
      }
    };
  }

  @Override
  public String read(Path file) throws IOException {
    step("read position");
    return disk.read(file);
  }

  @Override
  public void write(Path file, String text) throws IOException {
    step("write position");
    disk.write(file, text);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    step("rename");
    disk.rename(from, to);
  }

  @Override
  public void delete(Path file) throws IOException {
    step("delete");
    disk.delete(file);
  }
}
