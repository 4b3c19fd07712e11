package dev.sluice.monitoring.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.sluice.monitoring.http.LocalServer.Answer;
import dev.sluice.monitoring.http.LocalServer.Settings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalServerTest {
  private static final Settings SETTINGS = new Settings("sluice-test", 4, 1, true);
  private static final byte[] LARGE = new byte[16 << 20];
  private static final String HOST = "Host: localhost\r\n";

  private final List<Socket> clients = new ArrayList<>();
  private LocalServer server = start("127.0.0.1", SETTINGS);

  private static LocalServer start(String host, Settings settings) {
    try {
      return LocalServer.start(
          host,
          0,
          settings,
          path ->
              switch (path) {
                case "/large" -> new Answer(200, "text/plain", LARGE, "");
                case "/broken" -> throw new IllegalStateException("secret");
                case "/figures" -> Answer.text(200, "7");
                default -> Answer.text(404, "Only /figures");
              });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    for (Socket client : clients) {
      client.close();
    }
  }

  private Socket connect(String request) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    clients.add(socket);
    socket.getOutputStream().write(request.getBytes(UTF_8));
    return socket;
  }

  /** The answer; empty if the connection was closed without one. */
  private String answer(String request) throws IOException {
    try {
      return new String(connect(request).getInputStream().readAllBytes(), UTF_8);
    } catch (SocketException e) {
      return "";
    }
  }

  private String get(String path) throws IOException {
    return answer("GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
  }

  @Test
  void connection_that_comes_while_the_server_is_closed_ends() throws Exception {
    Settings patient = new Settings("sluice-test", 4, 3_600, true);
    for (int i = 0; i < 50; i++) {
      server.close();
      server = start("127.0.0.1", patient);
      Socket client = connect("");
      Thread closing = new Thread(server::close);
      closing.start();
      client.setSoTimeout(20_000);
      try {
        assertThat(client.getInputStream().read()).isNegative();
      } catch (SocketException e) {
        // A reset is an end, too.
      }
      closing.join();
    }
  }

  @Test
  void a_reader_gets_what_is_at_a_path_and_no_browser_may_use_it_elsewhere() throws Exception {
    assertThat(get("/figures?x=1"))
        .startsWith("HTTP/1.1 200 \r\n")
        .contains("Content-Length: 2\r\n", "nosniff", "no-store", "same-origin")
        .doesNotContain("Access-Control")
        .endsWith("\r\n\r\n7\n");
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.address().getPort() + "/figures"))
            .build();
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 0; i < 20; i++) {
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("7\n");
    }
  }

  @Test
  void other_requests_are_refused_in_one_line() throws Exception {
    assertThat(get("/other")).startsWith("HTTP/1.1 404 ");
    assertThat(get("/broken")).startsWith("HTTP/1.1 500 ").doesNotContain("secret");
    assertThat(get("http://localhost/figures")).startsWith("HTTP/1.1 400 ");
    assertThat(answer("GET /figures HTTP/1.1\r\nHost: evil.example\r\n\r\n")).contains(" 421 ");
    assertThat(answer("GET /figures HTTP/1.1\r\n\r\n")).contains(" 421 ");
    assertThat(answer("GET /figures HTTP/1.1\r\n" + HOST + HOST + "\r\n")).contains(" 421 ");
    assertThat(answer("GET /figures HTTP/2.0\r\n" + HOST + "\r\n")).contains(" 400 ");
    assertThat(answer("\r\n\r\n")).contains(" 4");
    assertThat(answer("HEAD /figures HTTP/1.1\r\n" + HOST + "\r\n"))
        .contains(" 405 ")
        .endsWith("\r\n\r\n");
    String body = "POST /figures HTTP/1.1\r\n" + HOST + "Content-Length: 40000\r\n\r\n";
    assertThat(answer(body + "x".repeat(40_000)))
        .contains(" 405 ", "Allow: GET", "Only GET is allowed.");
  }

  @Test
  void a_head_of_any_length_takes_a_bounded_part_of_memory() throws Exception {
    assertThat(answer("GET /figures HTTP/1.1\r\n" + HOST + "X: " + "x".repeat(15_000) + "\r\n\r\n"))
        .contains(" 200 ");
    assertThat(answer("GET /figures HTTP/1.1\r\nX: " + "x".repeat(40_000) + "\r\n\r\n"))
        .contains(" 431 ");
    assertThat(answer("x".repeat(40_000))).contains(" 431 ");
  }

  @Test
  void a_head_may_come_in_pieces() throws Exception {
    Socket socket = connect("GET /fig");
    for (String piece : List.of("ures HT", "TP/1.1\r", "\n" + HOST + "\r", "\n")) {
      socket.getOutputStream().write(piece.getBytes(UTF_8));
    }
    assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8)).contains(" 200 ");
  }

  @Test
  void slow_clients_are_bounded_and_cut_off_and_others_are_served_again() throws Exception {
    for (int i = 0; i < SETTINGS.most(); i++) {
      connect("GET /large HTTP/1.1\r\n" + HOST + "\r\n"); // never reads
    }
    for (int i = 0; i < 3 * SETTINGS.most(); i++) {
      connect("GET /fig"); // never ends
    }
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(SETTINGS.threads())))
        .hasSizeLessThanOrEqualTo(SETTINGS.most() + 1);
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(250))
        .until(() -> get("/figures").endsWith("7\n"));
  }

  @Test
  void noise_ends_in_an_answer_or_a_closed_connection() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[1 + random.nextInt(300)];
      random.nextBytes(bytes);
      Socket socket = connect(i % 2 == 0 ? "" : "GET /figures HTTP/1.1\r\n");
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().write("\r\n\r\n".getBytes(UTF_8));
      String answer;
      try {
        answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      } catch (SocketException e) {
        answer = "";
      }
      socket.close();
      assertThat(answer).doesNotContain(" 200 ", " 500 ");
    }
    assertThat(get("/figures")).contains(" 200 ");
  }

  @Test
  void at_an_address_that_others_reach_a_token_or_nothing_guards() throws Exception {
    server.close();
    server = start("0.0.0.0", SETTINGS);
    assertThat(server.root()).matches("/[A-Za-z0-9_-]{22}/");
    assertThat(get("/figures")).contains(" 404 ").doesNotContain("figures");
    assertThat(get(server.root() + "figures")).contains(" 200 ");
    server.close();
    server = start("0.0.0.0", new Settings("sluice-test", 4, 1, false));
    assertThat(answer("GET /figures HTTP/1.1\r\nHost: shop.example\r\n\r\n")).contains(" 200 ");
  }

  @Test
  void closing_gives_the_port_and_all_connections_up() throws Exception {
    Socket waiting = connect("GET /fig");
    await().until(() -> answer("GET / HTTP/1.1\r\n" + HOST + "\r\n").contains(" 404 "));
    server.close();
    try {
      assertThat(waiting.getInputStream().read()).isNegative();
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
    await().until(() -> catchThrowable(() -> connect("GET /")) instanceof ConnectException);
  }
}
