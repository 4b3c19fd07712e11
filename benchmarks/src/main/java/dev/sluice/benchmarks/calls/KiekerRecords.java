package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import kieker.common.exception.RecordInstantiationException;
import kieker.common.record.factory.CachedRecordFactoryCatalog;
import kieker.common.record.io.BinaryValueDeserializer;
import kieker.common.registry.reader.ReaderRegistry;

/**
 * Decodes records in Kieker's binary form with Kieker's own classes: the number of the class, the
 * time, the fields; instead of a class -1, the number and the text of a string. For one thread.
 */
final class KiekerRecords {
  private static final int STRING = -1;

  private final ReaderRegistry<String> strings = new ReaderRegistry<>();
  private final CachedRecordFactoryCatalog factories = CachedRecordFactoryCatalog.getInstance();
  private long executions;

  void register(int number, String text) {
    strings.register(number, text);
  }

  /**
   * Counts the executions in a stream or a file.
   *
   * @throws IOException if it ends within a record or holds something else
   */
  void count(ByteBuffer bytes) throws IOException {
    BinaryValueDeserializer values = BinaryValueDeserializer.create(bytes, strings);
    try {
      while (bytes.hasRemaining()) {
        int number = bytes.getInt();
        if (number == STRING) {
          int id = bytes.getInt();
          byte[] text = new byte[bytes.getInt()];
          bytes.get(text);
          register(id, new String(text, StandardCharsets.UTF_8));
        } else {
          bytes.getLong();
          if (CountingWriter.isExecution(factories.get(strings.get(number)).create(values))) {
            executions++;
          }
        }
      }
    } catch (RecordInstantiationException | BufferUnderflowException | NullPointerException e) {
      throw new IOException("no record of Kieker's at byte " + bytes.position(), e);
    }
  }

  long executions() {
    return executions;
  }
}
