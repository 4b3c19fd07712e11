package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import dev.sluice.benchmarks.calls.kieker.KiekerChunkFile;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import kieker.analysis.plugin.reader.newio.deserializer.BinaryDeserializer;
import kieker.common.configuration.Configuration;

/** The chunks of Kieker's collector that a {@link KiekerChunkFile} wrote. */
record KiekerChunks(Path file) implements Receiver {
  private static final int BUFFER_BYTES = 1 << 20;

  @Override
  public String address() {
    return file.toString();
  }

  @Override
  public long executions() throws IOException {
    BinaryDeserializer deserializer = new BinaryDeserializer(new Configuration(), null);
    long executions = 0;
    try (InputStream opened = Files.newInputStream(file);
        DataInputStream in = new DataInputStream(new BufferedInputStream(opened, BUFFER_BYTES))) {
      for (int length = next(in); length >= 0; length = next(in)) {
        ByteBuffer chunk = ByteBuffer.wrap(in.readNBytes(length));
        executions +=
            deserializer.deserializeRecords(chunk, length).stream()
                .filter(CountingWriter::isExecution)
                .count();
      }
    }
    return executions;
  }

  private static int next(DataInputStream in) throws IOException {
    try {
      return in.readInt();
    } catch (EOFException e) {
      return -1;
    }
  }
}
