package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.support.wire.TcpBinding.Answer;
import java.io.DataInputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent with the TCP writer inside, and a reader that is a few lines over a socket. */
class TcpSinkIT {
  private static final int PEEK_BYTES = ChunkLayout.PEEK_BYTES;

  @TempDir Path directory;

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void dump_of_the_socket_is_a_file_of_what_happened(Path jdk) throws Exception {
    ExecutorService reading = Executors.newSingleThreadExecutor();
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Program program = Program.on(jdk, directory);
      Files.createDirectories(program.records());
      Future<Void> dump = reading.submit(dump(listener, program.records().resolve("dump.slu")));
      String sink = "sink=tcp://127.0.0.1:" + listener.getLocalPort();
      Program.Result result =
          program.agent(sink + ";include=com.acme.shop.Shop#fib*").shop("recursion").run();
      assertThat(result.err()).isEqualTo("done\n");
      assertThat(result.exitCode()).isEqualTo(3);
      dump.get(10, TimeUnit.SECONDS);
      List<List<String>> traces = Recording.of(program.records()).traces();
      assertThat(traces).hasSize(1);
      assertThat(traces.get(0)).hasSize(9).contains("Shop.fibonacci 8/2");
    } finally {
      reading.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.agent.it.Program#oneJdk")
  void newest_records_outlive_an_outage_where_the_oldest_give_way(Path jdk) throws Exception {
    int calls = 8_000;
    Program program = Program.on(jdk, directory);
    Files.createDirectories(program.records());
    ExecutorService reading = Executors.newSingleThreadExecutor();
    // Nobody listens there yet, and nobody else can.
    Socket reserved = new Socket();
    try {
      reserved.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
      SocketAddress address = reserved.getLocalSocketAddress();
      String sink = "sink=tcp://127.0.0.1:" + reserved.getLocalPort();
      program
          .agent(
              sink
                  + "?policy=evict-oldest&memory=1MiB&chunk.records=8&backoff.max=100ms"
                  + ";include=com.acme.**;report="
                  + program.report())
          .classPath()
          .arguments("com.acme.shop.Till");
      try (Conversation till = Conversation.with(program, directory)) {
        for (int i = 1; i <= calls; i++) {
          till.add(0);
        }
        reserved.close();
        try (ServerSocket listener = new ServerSocket()) {
          listener.bind(address);
          Future<Void> dump = reading.submit(dump(listener, program.records().resolve("dump.slu")));
          Program.Result result = till.end();
          assertThat(result.exitCode()).isZero();
          assertThat(result.out()).isEqualTo("closed");
          assertThat(result.err().lines())
              .allMatch(line -> line.startsWith("sluice: "))
              .anyMatch(line -> line.contains(" dropped (evicted "));
          dump.get(10, TimeUnit.SECONDS);
        }
      }
    } finally {
      reserved.close();
      reading.shutdownNow();
    }
    String report = Files.readString(program.report());
    assertThat(report)
        .contains("dropped.evicted=", "dropped.ring_full=0\n", "balanced=true")
        .doesNotContain("dropped.evicted=0\n");
    List<Execution> arrived = Recording.of(program.records()).executions();
    assertThat(arrived).hasSizeLessThan(2 * calls);
    // Two executions a call, and main, which ends last.
    assertThat(arrived.stream().map(Execution::eoi))
        .contains(0)
        .containsAll(IntStream.rangeClosed(2 * calls - 200, 2 * calls).boxed().toList());
  }

  private static Callable<Void> dump(ServerSocket listener, Path file) {
    return () -> {
      try (Socket socket = listener.accept();
          DataInputStream in = new DataInputStream(socket.getInputStream());
          OutputStream out = Files.newOutputStream(file)) {
        for (byte[] head = in.readNBytes(PEEK_BYTES);
            head.length == PEEK_BYTES;
            head = in.readNBytes(PEEK_BYTES)) {
          int length = ChunkLayout.claimedLength(head, 0, ChunkLayout.MAX_CHUNK_BYTES);
          byte[] bytes = Arrays.copyOf(head, length);
          in.readFully(bytes, PEEK_BYTES, length - PEEK_BYTES);
          out.write(bytes);
          Accounting chunk = ChunkLayout.parse(bytes, 0, length).accounting();
          Answer answer = Answer.acknowledged(chunk.producerId(), chunk.sequence());
          socket.getOutputStream().write(answer.toByteArray());
        }
      }
      return null;
    };
  }
}
