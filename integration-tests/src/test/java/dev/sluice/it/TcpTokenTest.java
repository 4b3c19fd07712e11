package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Setting;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.rawwriters.tcp.TcpRawWriterFactory;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.ScriptedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may deliver records to a reader that asks for a token. */
@ExtendWith(NettyLeaks.class)
@Tag("one-jdk")
class TcpTokenTest {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final String TOKEN = "0123456789abcdef";
  private static final String OTHER = "fedcba9876543210";

  @TempDir Path directory;

  private final ChunkFactory factory = new ChunkFactory(8, "token");
  private final CompletionLog completions = new CompletionLog();
  private final ChunkLog log = new ChunkLog();
  private final LogLines lines = new LogLines();
  private final ExecutorService others = Executors.newSingleThreadExecutor();
  private TcpRawReader reader;
  private RawWriter writer;

  @AfterEach
  void stop() {
    others.shutdownNow();
    if (writer != null) {
      writer.close(Duration.ZERO);
    }
    if (reader != null) {
      reader.close();
    }
    lines.close();
  }

  private int listen(String options) throws IOException {
    reader = (TcpRawReader) RawPair.reader("tcp://localhost:0?keep.alive=20ms" + options);
    return reader.address().getPort();
  }

  private Future<?> write(String options) {
    String uri = "tcp://localhost:" + reader.address().getPort() + "?backoff.max=20ms" + options;
    writer = RawPair.writer(uri);
    return write();
  }

  private Future<?> write() {
    return others.submit(
        () -> {
          RawPair.write(writer, factory.next(), completions);
          return null;
        });
  }

  private void assertArrives(int chunks, Future<?> writing) throws Exception {
    Awaitility.await()
        .pollInterval(Duration.ZERO)
        .until(() -> reader.poll(log, POLL) >= 0 && completions.count() == chunks);
    writing.get(10, TimeUnit.SECONDS);
    assertThat(completions.count(Outcome.ACKNOWLEDGED)).isEqualTo(chunks);
    assertThat(log.sequences(8)).hasSize(chunks);
    assertThat(log.damages()).isEmpty();
  }

  private void assertRefused(Future<?> writing, String atWriter, String atReader) throws Exception {
    lines.await(atWriter, this::poll);
    lines.await(atReader, this::poll);
    assertThat(log.chunks()).isEmpty();
    assertThat(log.damages()).isEmpty();
    writing.get(10, TimeUnit.SECONDS);
    writer.close(Duration.ofMillis(100));
    assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isZero();
    assertThat(lines.all()).noneMatch(line -> line.contains(TOKEN) || line.contains(OTHER));
  }

  private void poll() {
    try {
      reader.poll(log, POLL);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void writer_that_tells_the_token_delivers() throws Exception {
    listen("&token=" + TOKEN);
    assertArrives(1, write("&token=" + TOKEN));
  }

  @Test
  void token_goes_over_tls_as_well() throws Exception {
    Certificates certificates = new Certificates(directory);
    certificates.create("reader", "localhost");
    listen("&tls=true&token=" + TOKEN + certificates.shown("reader"));
    assertArrives(1, write("&tls=true&token=" + TOKEN + certificates.trusted("reader")));
    writer.close(Duration.ofSeconds(5));
    Future<?> writing = write("&tls=true&token=" + OTHER + certificates.trusted("reader"));
    lines.await("it has another token than this writer", this::poll);
    writing.get(10, TimeUnit.SECONDS);
    assertThat(log.chunks()).hasSize(1);
  }

  @Test
  void another_token_delivers_nothing_and_is_told_on_both_sides() throws Exception {
    listen("&token=" + TOKEN);
    assertRefused(
        write("&token=" + OTHER), "it has another token than this writer", "sends another token");
  }

  @Test
  void no_token_delivers_nothing_and_is_told_on_both_sides() throws Exception {
    listen("&token=" + TOKEN);
    assertRefused(write(""), "it asks for a token", "it sends no token");
  }

  @Test
  void token_that_nobody_asked_for_delivers_nothing_and_is_told_on_both_sides() throws Exception {
    listen("");
    assertRefused(
        write("&token=" + TOKEN), "it asks for no token", "sends a token, this reader has none");
  }

  @Test
  void chunks_wait_until_the_token_is_put_right() throws Exception {
    Path file = Files.writeString(directory.resolve("token"), OTHER + "\n");
    listen("&token=" + TOKEN);
    Future<?> writing = write("&token.file=" + file);
    lines.await("it has another token", this::poll);
    Files.writeString(file, TOKEN + "\n\n");
    assertArrives(1, writing);
  }

  @Test
  void reader_takes_a_token_that_was_replaced_and_keeps_the_old_one_if_it_cannot()
      throws Exception {
    Path file = Files.writeString(directory.resolve("token"), OTHER);
    listen("&token.file=" + file);
    Files.writeString(file, "short");
    assertArrives(1, write("&token=" + OTHER));
    lines.await("goes on with the files as they were: a token has at least 16", this::poll);
    Files.writeString(file, TOKEN);
    writer.close(Duration.ofSeconds(5));
    assertArrives(2, write("&token=" + TOKEN));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 39, 40, 41, 1000})
  void token_may_come_in_any_pieces(int piece) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(told(TOKEN));
    all.writeBytes(factory.next().toByteArray());
    byte[] bytes = all.toByteArray();
    try (ScriptedWriter scripted = new ScriptedWriter(listen("&token=" + TOKEN))) {
      for (int from = 0; from < bytes.length; from += piece) {
        scripted.send(bytes, from, Math.min(piece, bytes.length - from));
        scripted.anyAnswer();
      }
      Awaitility.await().until(() -> reader.poll(log, POLL) == 1);
      assertThat(log.positions().get(0).offset()).isZero();
      assertThat(scripted.answer()).isEqualTo(Answer.acknowledged(8, 0));
    }
  }

  /** As the specification says it. */
  private static byte[] told(String token) throws Exception {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    told.writeBytes(new byte[] {0x53, 0x4C, 0x54, (byte) 0xCE, 1, 0, 0, 0});
    byte[] text = token.getBytes(StandardCharsets.UTF_8);
    told.writeBytes(MessageDigest.getInstance("SHA-256").digest(text));
    return told.toByteArray();
  }

  @Test
  void whoever_tells_no_token_is_told_so_and_nothing_of_it_is_parsed() throws Exception {
    int port = listen("&token=" + TOKEN);
    for (byte[] first :
        List.of(
            factory.next().toByteArray(),
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            told(OTHER))) {
      try (ScriptedWriter stranger = new ScriptedWriter(port)) {
        stranger.send(first);
        assertThat(stranger.answer()).isEqualTo(Answer.of(Kind.TOKEN));
        stranger.send(factory.next());
        stranger.awaitEnd();
      }
    }
    assertThat(reader.poll(log, POLL)).isZero();
  }

  @Test
  void token_is_a_secret_and_mistakes_are_told_with_what_to_do() throws Exception {
    Endpoint endpoint = Endpoint.parse("tcp://h:1?token=" + TOKEN);
    new TcpRawWriterFactory().newWriter(endpoint, SystemPlatform.get()).close(Duration.ZERO);
    assertThat(endpoint.options().settings())
        .filteredOn(setting -> setting.key().equals("token"))
        .singleElement()
        .extracting(Setting::toString)
        .asString()
        .doesNotContain(TOKEN);
    Path missing = directory.resolve("missing");
    for (String options :
        List.of(
            "token=short", "token.file=" + missing, "token=" + TOKEN + "&token.file=" + missing)) {
      assertThatThrownBy(() -> RawPair.writer("tcp://h:1?" + options))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("token")
          .hasMessageNotContaining(TOKEN)
          .hasMessageNotContaining("\n");
      assertThatThrownBy(() -> RawPair.reader("tcp://:0?" + options))
          .isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void token_file_that_everybody_can_read_is_warned_of() throws Exception {
    Path file = Files.writeString(directory.resolve("token"), TOKEN);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    listen("&token.file=" + file);
    assertThat(lines.all()).isEmpty();
    reader.close();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    listen("&token.file=" + file);
    assertThat(lines.all())
        .singleElement()
        .asString()
        .contains("can be read by everybody", "chmod o= " + file);
  }
}
