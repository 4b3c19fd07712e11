package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A source that a URI names. */
class SourceTest {
  private static ScriptedReader reader;

  @TempDir Path temporary;

  /** Reads what the test has scripted. */
  public static final class Factory implements RawReaderFactory {
    /** For {@link java.util.ServiceLoader}. */
    public Factory() {}

    @Override
    public String scheme() {
      return "scripted";
    }

    @Override
    public RawReader newReader(Endpoint endpoint, Platform platform) {
      return reader;
    }
  }

  @BeforeEach
  void script() {
    reader = new ScriptedReader().poll(new TestProducer(1).events(1));
  }

  @Test
  void a_reader_whose_options_are_wrong_is_closed() {
    assertThatThrownBy(() -> RecordStream.builder("scripted:here?colour=red").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("colour");
    assertThat(reader.closed).isTrue();
  }

  private static long damaged(RecordStreamBuilder builder) throws Exception {
    RecordStream stream = builder.open();
    stream.drain((cursor, chunk) -> {});
    return stream.audit().damaged();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void keys_come_from_an_option_or_from_code() throws Exception {
    Path keys = Files.createFile(temporary.resolve("keys"));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(keys, Base64.getEncoder().encodeToString(new byte[32]));
    assertThat(damaged(RecordStream.builder("scripted:here?verify.key=" + keys))).isEqualTo(1);
    script();
    assertThat(damaged(RecordStream.builder("scripted:here").verifyKey(keys))).isEqualTo(1);
    script();
    assertThat(damaged(RecordStream.builder("scripted:here"))).isZero();
  }

  @Test
  void as_many_partitions_as_fit_have_their_offsets_kept() throws Exception {
    int most = 1 << 14;
    reader = new ScriptedReader();
    TestProducer producer = new TestProducer(1);
    for (int i = 0; i < most; i++) {
      reader.pollOf("topic-" + i, producer.events(1));
    }
    RecordStream stream = RecordStream.builder(reader).open();
    stream.drain((cursor, chunk) -> {});
    assertThat(stream.positions().offsets()).hasSize(most);
    reader.pollOf("topic-" + most, producer.events(1));
    stream.drain((cursor, chunk) -> {});

    assertThat(stream.positions().offsets())
        .hasSize(most)
        .containsKey("topic-" + most)
        .doesNotContainKey("topic-0");
  }
}
