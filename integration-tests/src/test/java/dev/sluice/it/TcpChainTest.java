package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.TcpPeers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that hand chunks to each other without a broker. */
@Timeout(60)
class TcpChainTest {
  private final ExecutorService others = Executors.newCachedThreadPool();
  @TempDir private Path directory;

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  /** What a command printed, and its exit code. */
  private record Ended(int code, String out, String err) {}

  private static Ended run(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = List.of(args).stream().map(Object::toString).toArray(String[]::new);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(out, errors, false), words);
    return new Ended(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Path file(long producer, int chunks) throws Exception {
    Path file = directory.resolve(producer + ".slu");
    try (OutputStream out = Files.newOutputStream(file)) {
      for (byte[] chunk : NoteChunks.of(producer, chunks)) {
        out.write(chunk);
      }
    }
    return file;
  }

  private static String listen(int port) {
    return "tcp://:" + port + "?grace=1s"; // after a connection that was cut
  }

  private static String to(int port) {
    return "tcp://127.0.0.1:" + port + "?backoff.max=100ms";
  }

  @Test
  void chunks_go_through_two_processes_and_cut_connections_and_keep_their_audit() throws Exception {
    Path one = file(1, 300);
    Path two = file(2, 300);
    Path part = directory.resolve("part.slu");
    Path all = directory.resolve("all.slu");
    assertThat(run("merge", one, two, "--to", all).code()).isZero();
    assertThat(run("cut", all, "--type", "test.note.1", "--to", part).code()).isZero();
    String audit = run("verify", part, "--json").out();
    int middle = TcpPeers.freePort();
    int last = TcpPeers.freePort();
    try (FreezableProxy proxy = new FreezableProxy()) {
      proxy.forwardTo(last);
      proxy.cutAfter(20_011);

      // In any order: whoever has nobody to talk to waits.
      Future<Ended> first = others.submit(() -> run("merge", one, two, "--to", to(middle)));
      Future<Ended> stage =
          others.submit(
              () -> run("cut", listen(middle), "--type", "test.note.1", "--to", to(proxy.port())));
      Future<Ended> end = others.submit(() -> run("verify", listen(last), "--json"));
      awaitConnection(proxy);
      proxy.cutAfter(Long.MAX_VALUE);

      assertThat(first.get(30, TimeUnit.SECONDS).code()).isZero();
      assertThat(stage.get(30, TimeUnit.SECONDS).code()).as("%s", stage.get()).isZero();
      assertThat(end.get(30, TimeUnit.SECONDS).out().replaceAll("(duplicates\":)\\d+", "$10"))
          .isEqualTo(audit);
      assertThat(proxy.connections()).isGreaterThan(1);
    }
  }

  @Test
  void a_stage_tells_its_source_that_chunks_arrived_when_the_next_process_has_them()
      throws Exception {
    Path one = file(1, 20);
    int middle = TcpPeers.freePort();
    int last = TcpPeers.freePort();
    try (FreezableProxy proxy = new FreezableProxy()) {
      proxy.forwardTo(last);
      proxy.freeze(true);
      Future<Ended> end = others.submit(() -> run("verify", listen(last)));
      Future<Ended> stage =
          others.submit(
              () -> run("cut", listen(middle), "--producer", "shop", "--to", to(proxy.port())));
      Future<Ended> first = others.submit(() -> run("merge", one, "--to", to(middle)));
      awaitConnection(proxy);
      assertThat(first.isDone()).isFalse();
      assertThat(stage.isDone()).isFalse();

      proxy.freeze(false);

      assertThat(first.get(30, TimeUnit.SECONDS).code()).isZero();
      assertThat(stage.get(30, TimeUnit.SECONDS).code()).isZero();
      assertThat(end.get(30, TimeUnit.SECONDS).out()).contains(": complete");
    }
  }

  private static void awaitConnection(FreezableProxy proxy) {
    Awaitility.await().until(() -> proxy.connections() > 0);
  }

  @Test
  void records_that_are_converted_go_to_another_process() throws Exception {
    Path one = file(1, 20);
    int last = TcpPeers.freePort();
    Future<Ended> end = others.submit(() -> run("verify", listen(last)));

    assertThat(run("convert", one, "--to", to(last)).out()).contains("40 records");

    assertThat(end.get(30, TimeUnit.SECONDS).out()).contains(": complete", "40 records");
  }

  @Test
  void a_sink_that_refuses_is_one_line() throws IOException {
    Path one = Files.write(directory.resolve("one.slu"), new byte[0]);

    Ended ended = run("merge", one, "--to", "tcp://127.0.0.1:1?window.chunk=1");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err().lines()).singleElement().asString().contains("window.chunks");
  }
}
