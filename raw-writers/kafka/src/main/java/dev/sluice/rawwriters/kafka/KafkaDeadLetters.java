package dev.sluice.rawwriters.kafka;

import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.DeadLetters;
import dev.sluice.api.spi.DeadLettersFactory;
import dev.sluice.support.wire.KafkaBinding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * A topic of chunks that could not be read: {@code kafka://b1:9092,b2:9092/topic}. The value is the
 * chunk's bytes, cut to the maximum size of a message; the headers contain where it was read
 * ({@link KafkaBinding#SOURCE}, {@link KafkaBinding#OFFSET}), why it could not be ({@link
 * KafkaBinding#REASON}) and how long it is ({@link KafkaBinding#LENGTH}). The key is source and
 * offset, so that one that is met again after a restart is told from others. For one thread at a
 * time.
 */
public final class KafkaDeadLetters implements DeadLetters {
  /** Maximum length of a reason in characters; it may contain texts of a chunk. */
  private static final int MAX_REASON_CHARS = 1_000;

  private final RecordMessageWriter writer;

  private KafkaDeadLetters(RecordMessageWriter writer) {
    this.writer = writer;
  }

  /** Factory that record streams find. */
  public static final class Factory implements DeadLettersFactory {
    /** Called by {@link java.util.ServiceLoader}. */
    public Factory() {}

    @Override
    public String scheme() {
      return "kafka";
    }

    @Override
    public DeadLetters open(Endpoint endpoint, Endpoint source, Platform platform)
        throws IOException {
      if (source != null && SameTopic.isSame(source, endpoint)) {
        throw new ConfigurationException(
            List.of(
                "the quarantine '"
                    + endpoint
                    + "' is the topic that is read; what cannot be read would come again for"
                    + " ever"));
      }
      return new KafkaDeadLetters(RecordMessageWriter.open(endpoint));
    }
  }

  @Override
  public void put(Damage damage) throws IOException {
    SourcePosition at = damage.position();
    String reason = damage.reason();
    if (reason.length() > MAX_REASON_CHARS) {
      reason = reason.substring(0, MAX_REASON_CHARS);
    }
    byte[] key = utf8(at.partition() + "@" + at.offset());
    List<Header> headers =
        List.of(
            header(KafkaBinding.SOURCE, at.partition()),
            header(KafkaBinding.OFFSET, Long.toString(at.offset())),
            header(KafkaBinding.REASON, reason),
            header(KafkaBinding.LENGTH, Long.toString(damage.length())));
    int taken = key.length;
    for (Header header : headers) {
      taken += header.key().length() + header.value().length;
    }
    int room = Math.max(0, writer.maxBytes() - taken);
    byte[] bytes = damage.bytes();
    byte[] value = bytes.length <= room ? bytes : Arrays.copyOf(bytes, room);
    writer.send(key, null, value, headers);
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, utf8(value));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void flush() throws IOException {
    writer.flush();
  }

  @Override
  public void close() {
    writer.close();
  }
}
