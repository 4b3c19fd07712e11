package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.VirtualPlatform;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

/**
 * Takes any number of chunks at a time for a raw writer that completes each at once, and completes
 * them when their time has come, in their order, as a connection answers. For one thread.
 */
final class DelayedWriter implements RawWriter {
  private final RawWriter writer;
  private final LongUnaryOperator roundTrip;
  private final VirtualPlatform platform;
  private long last;

  /**
   * A sink in virtual time.
   *
   * @param roundTrip nanoseconds from the hand-over of a chunk of so many bytes to its completion
   */
  DelayedWriter(RawWriter writer, LongUnaryOperator roundTrip, VirtualPlatform platform) {
    this.writer = writer;
    this.roundTrip = roundTrip;
    this.platform = platform;
  }

  @Override
  public int maxChunkBytes() {
    return writer.maxChunkBytes();
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
    long nanos = roundTrip.applyAsLong(chunk.length());
    if (nanos <= 0) {
      writer.write(chunk, completion);
      return;
    }
    writer.write(
        chunk,
        (done, outcome, cause) -> {
          last = Math.max(last, platform.now() + nanos);
          platform.at(last, () -> completion.completed(done, outcome, cause));
        });
  }

  @Override
  public boolean leftTraces() {
    return writer.leftTraces();
  }

  @Override
  public void flush() throws IOException {
    writer.flush();
  }

  @Override
  public void close(Duration timeout) {
    writer.close(timeout);
  }
}
