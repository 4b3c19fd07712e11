package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who may talk to whom when TLS is on. */
@ExtendWith(NettyLeaks.class)
@Warns({
  "broke: javax.net.ssl.SSLHandshakeException",
  "connection lost: ",
  "broke: what it sends is no TLS"
})
class TcpTlsTest {
  private static final Duration POLL = Duration.ofMillis(50);
  @TempDir static Path directory;
  private static Certificates certificates;

  private final ChunkFactory factory = new ChunkFactory(5, "tls");
  private final CompletionLog completions = new CompletionLog();
  private final ChunkLog log = new ChunkLog();
  private final ExecutorService others = Executors.newSingleThreadExecutor();
  private TcpRawReader reader;
  private RawWriter writer;

  @BeforeAll
  static void createCertificates() throws Exception {
    certificates = new Certificates(directory);
    certificates.create("reader", "localhost");
    certificates.create("elsewhere", "elsewhere.example");
    certificates.create("writer", "writer.example");
  }

  @AfterEach
  void stop() {
    others.shutdownNow();
    if (writer != null) {
      writer.close(Duration.ZERO);
    }
    if (reader != null) {
      reader.close();
    }
  }

  private void listen(String options) throws IOException {
    reader = (TcpRawReader) RawPair.reader("tcp://localhost:0?keep.alive=100ms" + options);
  }

  private void connect(String options) {
    writer =
        RawPair.writer(
            "tcp://localhost:"
                + reader.address().getPort()
                + "?connect.timeout=20s&backoff.min=1ms"
                + options);
  }

  private void assertArrives(int chunks, int bodyBytes) throws Exception {
    Future<?> writing =
        others.submit(
            () -> {
              for (int i = 0; i < chunks; i++) {
                writer.write(factory.next(1, bodyBytes), completions);
              }
              return null;
            });
    Awaitility.await()
        .pollInterval(Duration.ZERO)
        .until(() -> reader.poll(log, POLL) >= 0 && log.chunks().size() >= chunks);
    writing.get(10, TimeUnit.SECONDS);
    writer.close(Duration.ofSeconds(10));
    assertThat(completions.await(chunks).count(Outcome.ACKNOWLEDGED)).isEqualTo(chunks);
    assertThat(log.sequences(5)).hasSize(chunks).isSorted().doesNotHaveDuplicates();
    assertThat(log.damages()).isEmpty();
  }

  private void assertRefused(String reason) throws Exception {
    assertThatThrownBy(() -> writer.write(factory.next(), completions))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not take chunks now")
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
    reader.poll(log, POLL);
    assertThat(log.chunks()).isEmpty();
    assertThat(completions.count()).isZero();
  }

  @Test
  void chunks_of_any_size_arrive_encrypted() throws Exception {
    listen("&tls=true" + certificates.shown("reader"));
    connect("&tls=true" + certificates.trusted("reader"));
    assertArrives(300, 10_000);
  }

  @Test
  void one_large_chunk_arrives_encrypted() throws Exception {
    listen("&tls=true" + certificates.shown("reader"));
    connect("&tls=true" + certificates.trusted("reader"));
    assertArrives(1, 10 << 20);
  }

  @Test
  void reader_with_a_certificate_that_is_not_trusted_gets_nothing() throws Exception {
    listen("&tls=true" + certificates.shown("elsewhere"));
    connect("&tls=true" + certificates.trusted("reader"));
    assertRefused("no TLS");
  }

  @Test
  void reader_whose_certificate_bears_another_name_gets_nothing_unless_that_is_allowed()
      throws Exception {
    listen("&tls=true" + certificates.shown("elsewhere"));
    connect("&tls=true" + certificates.trusted("elsewhere"));
    assertRefused("localhost");
    writer.close(Duration.ZERO);
    connect("&tls=true&tls.verify.hostname=false" + certificates.trusted("elsewhere"));
    assertArrives(1, 10);
  }

  @Test
  void reader_may_ask_writers_for_a_certificate() throws Exception {
    listen("&tls=true" + certificates.shown("reader") + certificates.trusted("writer"));
    connect("&tls=true" + certificates.trusted("reader") + certificates.shown("writer"));
    assertArrives(10, 100);
  }

  @Test
  void writer_without_the_certificate_it_is_asked_for_delivers_nothing() throws Exception {
    listen("&tls=true" + certificates.shown("reader") + certificates.trusted("writer"));
    connect("&tls=true" + certificates.trusted("reader"));
    Future<?> writing =
        others.submit(
            () -> {
              writer.write(factory.next(), completions);
              return null;
            });
    Awaitility.await().until(() -> reader.poll(log, POLL) == 0 && writing.isDone());
    writer.close(Duration.ofMillis(100));
    assertThat(completions.count(Outcome.ACKNOWLEDGED)).isZero();
    assertThat(log.chunks()).isEmpty();
  }

  @Test
  void plain_writer_at_a_reader_with_tls_delivers_nothing_and_is_told() throws Exception {
    listen("&tls=true" + certificates.shown("reader"));
    connect("");
    Future<?> writing =
        others.submit(
            () -> {
              writer.write(factory.next(), completions);
              return null;
            });
    Awaitility.await().until(() -> reader.poll(log, POLL) == 0 && writing.isDone());
    writer.close(Duration.ofMillis(300));
    assertThat(completions.await(1).count(Outcome.UNCONFIRMED)).isEqualTo(1);
    assertThat(log.chunks()).isEmpty();
  }

  @Test
  void writer_with_tls_at_a_plain_reader_delivers_nothing() throws Exception {
    listen("");
    connect("&tls=true" + certificates.trusted("reader"));
    assertRefused("no TLS: the reader does not speak it");
  }

  @Test
  void certificate_of_the_reader_is_read_again_when_its_files_change() throws Exception {
    Path copies = Files.createDirectory(directory.resolve("renewed"));
    Certificates shown = new Certificates(copies);
    shown.create("reader", "localhost");
    listen("&tls=true" + shown.shown("reader"));
    connect("&tls=true" + shown.trusted("reader"));
    assertArrives(1, 10);
    try (LogLines lines = new LogLines()) {
      Files.writeString(shown.certificate("reader"), "half written");
      connect("&tls=true" + certificates.trusted("reader"));
      lines.await("goes on with the files as they were", this::tryOnce);
      assertThat(lines.all()).filteredOn(line -> line.contains("files as they were")).hasSize(1);
    }
    writer.close(Duration.ZERO);
    Files.copy(
        certificates.certificate("reader"),
        shown.certificate("reader"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        certificates.key("reader"), shown.key("reader"), StandardCopyOption.REPLACE_EXISTING);
    connect("&tls=true" + certificates.trusted("reader"));
    assertOneMoreArrives();
  }

  private void assertOneMoreArrives() {
    int before = completions.count();
    Awaitility.await()
        .until(
            () -> {
              try {
                writer.write(factory.next(), completions);
                return true;
              } catch (IOException e) {
                return false;
              }
            });
    Awaitility.await()
        .until(() -> reader.poll(log, POLL) >= 0 && completions.count() == before + 1);
    assertThat(completions.count(Outcome.ACKNOWLEDGED)).isEqualTo(before + 1);
  }

  /** Connects, whether that goes well or not. */
  private void tryOnce() {
    try {
      writer.write(factory.next(), new CompletionLog());
    } catch (IOException e) {
      // Refused, as the test wants it.
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void writer_trusts_whom_its_file_names_now() throws Exception {
    Path trust = directory.resolve("trust.pem");
    Files.copy(certificates.certificate("elsewhere"), trust);
    listen("&tls=true" + certificates.shown("reader"));
    connect("&tls=true&tls.trust=" + trust);
    assertRefused("no TLS");
    Files.copy(certificates.certificate("reader"), trust, StandardCopyOption.REPLACE_EXISTING);
    assertOneMoreArrives();
  }

  @Test
  void files_that_are_missing_or_something_else_are_told_at_the_start() throws Exception {
    Path noise = Files.writeString(directory.resolve("noise.pem"), "noise");
    assertThatThrownBy(() -> RawPair.writer("tcp://h:1?tls=true&windw.chunks=1&tls.trust=" + noise))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.problems()).hasSize(2))
        .hasMessageContainingAll("cannot use the TLS files for tcp://h:1", "'window.chunks'");
    assertThatThrownBy(
            () ->
                RawPair.reader(
                    "tcp://localhost:0?tls=true&tls.certificate=/no/such.pem&tls.key=" + noise))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("cannot use the TLS files of tcp://localhost:0", "/no/such.pem")
        .hasMessageNotContaining("\n");
  }

  @Test
  void pipe_in_place_of_a_file_is_told_and_not_waited_for() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String reason = "'" + pipe + "' cannot be read: it is a pipe or a device";
    Path certificate = certificates.certificate("reader");
    for (String files :
        List.of(
            "tls.certificate=" + pipe + "&tls.key=" + pipe,
            "tls.certificate=" + certificate + "&tls.key=" + pipe,
            "token.file=" + pipe)) {
      for (String sink : List.of("tcp://h:1?", "tcp://h:1?tls.trust=" + pipe + "&")) {
        assertThatThrownBy(() -> RawPair.writer(sink + "tls=true&" + files))
            .hasMessageContaining(reason);
      }
      assertThatThrownBy(() -> RawPair.reader("tcp://localhost:0?tls=true&" + files))
          .hasMessageContaining(reason);
    }
  }
}
