package dev.sluice.benchmarks.calls.receivers;

import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import kieker.common.exception.RecordInstantiationException;
import kieker.common.record.factory.CachedRecordFactoryCatalog;
import kieker.common.record.io.BinaryValueDeserializer;
import kieker.common.registry.reader.ReaderRegistry;

/**
 * Decodes records in Kieker's binary form with Kieker's own classes: the number of the class, the
 * time, the fields; instead of a class -1, the number and the text of a string. For one thread, but
 * for {@link #executions}.
 */
public final class KiekerRecords {
  private static final int STRING = -1;
  private static final int BUFFER_BYTES = 1 << 20;

  /** Records refer to strings by number; a string on its way has at most a signature's length. */
  private static final int LONGEST_RECORD = 1 << 14;

  private final ReaderRegistry<String> strings = new ReaderRegistry<>();
  private final CachedRecordFactoryCatalog factories = CachedRecordFactoryCatalog.getInstance();
  private long found;
  private volatile long executions;

  /** A string that records refer to. */
  public void register(int number, String text) {
    strings.register(number, text);
  }

  /** The same of a message: number, length and text. */
  void register(ByteBuffer message) {
    int number = message.getInt();
    byte[] text = new byte[message.getInt()];
    message.get(text);
    register(number, new String(text, StandardCharsets.UTF_8));
  }

  /**
   * Counts the executions in a log file.
   *
   * @throws IOException if it ends within a record or holds something else
   */
  public void count(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file)) {
      count(in);
    } catch (IOException e) {
      throw new IOException(e.getMessage() + " in " + file, e);
    }
  }

  /** Counts the executions of a stream, piece by piece: it may have gigabytes. */
  void count(ReadableByteChannel in) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
    BinaryValueDeserializer values = BinaryValueDeserializer.create(bytes, strings);
    boolean more = fill(bytes, in);
    try {
      while (bytes.hasRemaining()) {
        while (bytes.remaining() >= LONGEST_RECORD || !more && bytes.hasRemaining()) {
          read(bytes, values);
        }
        executions = found;
        if (more) {
          bytes.compact();
          more = fill(bytes, in);
        }
      }
    } catch (RecordInstantiationException | BufferUnderflowException | NullPointerException e) {
      throw new IOException("no record of Kieker's", e);
    }
  }

  /** Fills the buffer, for reading, with enough for a record; whether there may be more. */
  private static boolean fill(ByteBuffer bytes, ReadableByteChannel in) throws IOException {
    int read = 0;
    while (read >= 0 && bytes.position() < LONGEST_RECORD) {
      read = in.read(bytes);
    }
    bytes.flip();
    return read >= 0;
  }

  /**
   * Counts a single record.
   *
   * @throws IOException if it is something else
   */
  void count(ByteBuffer record) throws IOException {
    try {
      read(record, BinaryValueDeserializer.create(record, strings));
    } catch (RecordInstantiationException | BufferUnderflowException | NullPointerException e) {
      throw new IOException("no record of Kieker's", e);
    }
    executions = found;
  }

  private void read(ByteBuffer bytes, BinaryValueDeserializer values)
      throws RecordInstantiationException {
    int number = bytes.getInt();
    if (number == STRING) {
      register(bytes);
      return;
    }
    bytes.getLong();
    if (CountingWriter.isExecution(factories.get(strings.get(number)).create(values))) {
      found++;
    }
  }

  /** Executions so far. By any thread. */
  public long executions() {
    return executions;
  }
}
