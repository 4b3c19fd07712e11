package dev.sluice.benchmarks.ladder.path;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** The file, for the writer's thread alone. */
final class RecordFile implements AutoCloseable {
  /** Of a chunk: 1 024 executions. */
  static final int CHUNK_BYTES = 1024 * RecordLayout.EXECUTION_BYTES;

  /** A chunk is not full for ever when nothing more comes. */
  private static final long MAX_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Longer than any record but a text. */
  private static final int MOST = RecordLayout.EXECUTION_BYTES;

  private final FileChannel channel;
  private final boolean recordAtATime;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);
  private long idleSince = -1;
  private long writes;

  RecordFile(Path file, Switches.Output output) throws IOException {
    channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    recordAtATime = output == Switches.Output.RECORD;
  }

  /** Where the next record goes: there is room for it. */
  ByteBuffer next() {
    if (buffer.remaining() < MOST) {
      write();
    }
    return buffer;
  }

  /** After each record. */
  void recorded() {
    idleSince = -1;
    if (recordAtATime) {
      write();
    }
  }

  /** Adds a text, which is not longer than a chunk. */
  void text(int number, String text) {
    write();
    RecordLayout.text(number, text, buffer);
    recorded();
  }

  /** When there is nothing to do. */
  void idle() {
    long now = System.nanoTime();
    if (buffer.position() == 0) {
      return;
    }
    if (idleSince < 0) {
      idleSince = now;
    } else if (now - idleSince > MAX_DELAY_NANOS) {
      write();
    }
  }

  private void write() {
    if (buffer.position() == 0) {
      return;
    }
    try {
      buffer.flip();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      buffer.clear();
      writes++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many executions are written at once. */
  int recordsAtOnce() {
    return recordAtATime ? 1 : CHUNK_BYTES / RecordLayout.EXECUTION_BYTES;
  }

  /** System calls that wrote. */
  long writes() {
    return writes;
  }

  @Override
  public void close() throws IOException {
    write();
    channel.close();
  }
}
