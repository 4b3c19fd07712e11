package dev.sluice.benchmarks.calls.kieker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import kieker.common.configuration.Configuration;
import kieker.monitoring.writer.raw.IRawDataWriter;

/**
 * Appends each chunk of Kieker's collector to a file, its length before it: Kieker has no raw
 * writer for files. Called by the collector's thread.
 */
public final class KiekerChunkFile implements IRawDataWriter {
  /** The system property that names the file. */
  public static final String FILE = "sluice.benchmark.chunks";

  private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
  private FileChannel channel;

  /** Called by Kieker. */
  public KiekerChunkFile(Configuration configuration) {}

  @Override
  public void onInitialization() {
    try {
      channel =
          FileChannel.open(
              Path.of(System.getProperty(FILE)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void writeData(ByteBuffer buffer, int offset, int bytes) {
    try {
      length.clear().putInt(bytes).flip();
      channel.write(length);
      channel.write(buffer.duplicate().limit(offset + bytes).position(offset));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void onTermination() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
