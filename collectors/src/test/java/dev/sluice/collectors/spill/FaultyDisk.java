package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.DropCause;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;

/** The local disk, where chosen operations fail; a write that fails leaves half of its bytes. */
public final class FaultyDisk extends SpillDisk {
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
  public Spill spill(
      SpillSettings settings,
      long producerId,
      LongSupplier clock,
      ObjLongConsumer<DropCause> lost) {
    return new Spill(settings, producerId, clock, lost, told -> {}, this);
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
  void createDirectory(Path directory) throws IOException {
    step("create directory");
    super.createDirectory(directory);
  }

  @Override
  Closeable lock(Path file) throws IOException {
    step("lock");
    Closeable lock = super.lock(file);
    return lock == null
        ? null
        : () -> {
          lock.close();
          step("unlock");
        };
  }

  @Override
  List<Segment> segments(Path directory, String suffix, long now) throws IOException {
    step("list");
    return super.segments(directory, suffix, now);
  }

  @Override
  boolean hasChunks(Path directory) throws IOException {
    step("look for chunks");
    return super.hasChunks(directory);
  }

  @Override
  Object key(Path file) throws IOException {
    step("key");
    return super.key(file);
  }

  @Override
  boolean isThere(Path file, Object key) throws IOException {
    step("look for a file");
    return super.isThere(file, key);
  }

  @Override
  String doubt(Path path, Path directory) throws IOException {
    step("doubt");
    return super.doubt(path, directory);
  }

  @Override
  void force(RandomAccessFile file) throws IOException {
    step("force");
    super.force(file);
  }

  @Override
  long usableSpace(Path directory) throws IOException {
    step("space");
    return space.applyAsLong(super.usableSpace(directory));
  }

  @Override
  RandomAccessFile create(Path file) throws IOException {
    step("create");
    super.create(file).close();
    return new FaultyFile(file, "rw");
  }

  @Override
  RandomAccessFile open(Path file) throws IOException {
    step("open");
    return new FaultyFile(file, "r");
  }

  private final class FaultyFile extends RandomAccessFile {
    FaultyFile(Path file, String mode) throws IOException {
      super(file.toFile(), mode);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      boolean fails = fails();
      super.write(bytes, from, fails ? length / 2 : length);
      if (fails) {
        throw new IOException("injected: write");
      }
    }

    @Override
    public void setLength(long length) throws IOException {
      step("truncate");
      super.setLength(length);
    }

    @Override
    public void seek(long position) throws IOException {
      step("seek");
      super.seek(position);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      step("read");
      return super.read(into, from, length);
    }

    @Override
    public void close() throws IOException {
      super.close();
      step("close");
    }
  }

  @Override
  String read(Path file) throws IOException {
    step("read position");
    return super.read(file);
  }

  @Override
  void write(Path file, String text) throws IOException {
    step("write position");
    super.write(file, text);
  }

  @Override
  void rename(Path from, Path to) throws IOException {
    step("rename");
    super.rename(from, to);
  }

  @Override
  void delete(Path file) throws IOException {
    step("delete");
    super.delete(file);
  }
}
