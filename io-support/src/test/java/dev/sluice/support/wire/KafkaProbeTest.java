package dev.sluice.support.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server is asked for its versions and for the topic; each answer has its own words. */
class KafkaProbeTest {
  private static final int VERSIONS = 18;
  private static final int METADATA = 3;
  private static final int UNKNOWN_TOPIC = 3;

  private final List<String> asked = new ArrayList<>();

  private static String reason(String servers, String protocol) {
    Obstacle obstacle =
        KafkaProbe.obstacle(
            new KafkaAddress(servers, "events", Map.of("security.protocol", protocol)));
    return obstacle == null ? null : obstacle.toString();
  }

  private static String reason(ScriptedServer server, String protocol) {
    String reason = reason(server.address(), protocol);
    return reason == null ? null : reason.replace(server.address(), "SERVER");
  }

  /** A broker: how many topics it tells of and with which error. */
  private ScriptedServer.Answer broker(int topics, int error) {
    return connection -> {
      while (true) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        int request = request(new DataInputStream(connection.getInputStream()));
        out.writeInt(request);
        if (request == METADATA) {
          out.writeInt(0); // throttle time
          out.writeInt(2); // brokers
          for (String rack : new String[] {"a rack", null}) {
            out.writeInt(1);
            out.writeUTF("localhost");
            out.writeInt(9092);
            text(out, rack);
          }
          text(out, "a cluster");
          out.writeInt(1); // controller
          out.writeInt(topics);
          out.writeShort(error);
        }
        answer(connection, body.toByteArray());
      }
    };
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    if (text == null) {
      out.writeShort(-1);
    } else {
      out.writeUTF(text);
    }
  }

  private static void answer(Socket connection, byte[] body) throws IOException {
    DataOutputStream out = new DataOutputStream(connection.getOutputStream());
    out.writeInt(body.length);
    out.write(body);
  }

  /** Reads a request to its end; the result is what it asks for. */
  private int request(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length >>> 24 == 0x16) {
      throw new IOException("not Kafka's protocol");
    }
    DataInputStream body = new DataInputStream(in);
    int request = body.readShort();
    int version = body.readShort();
    int correlation = body.readInt();
    String client = body.readUTF();
    byte[] rest = body.readNBytes(length - 10 - client.length());
    asked.add(
        request + " " + version + " " + client + " " + new String(rest, StandardCharsets.UTF_8));
    assertThat(correlation).isEqualTo(request);
    return request;
  }

  @Test
  void a_broker_is_asked_for_its_versions_and_then_for_the_topic_without_creating_it()
      throws Exception {
    try (ScriptedServer server = new ScriptedServer(broker(1, 0))) {
      assertThat(reason(server, "PLAINTEXT")).isNull();
      assertThat(reason(server.address() + " ,other:1", "plaintext")).isNull();
    }
    assertThat(asked.subList(0, 2))
        .containsExactly(
            VERSIONS + " 0 sluice-probe ", METADATA + " 4 sluice-probe \0\0\0\1\0\6events\0");
    assertThat(KafkaProbe.obstacle(new KafkaAddress("nobody", "events", Map.of()))).isNotNull();
  }

  @Test
  void a_topic_that_the_broker_does_not_know_is_missing() throws Exception {
    try (ScriptedServer server = new ScriptedServer(broker(1, UNKNOWN_TOPIC))) {
      assertThat(reason(server, "PLAINTEXT"))
          .startsWith(
              "there is no topic 'events', and the broker creates none by itself; create it: 'sluice topic ");
      assertThat(reason(server, "SASL_PLAINTEXT")).as("not asked without a login").isNull();
    }
    try (ScriptedServer server = new ScriptedServer(broker(2, UNKNOWN_TOPIC))) {
      assertThat(reason(server, "PLAINTEXT")).as("of two topics the first may be another").isNull();
    }
  }

  @Test
  void a_broker_that_answers_nothing_but_its_versions_wants_a_login() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              int request = request(new DataInputStream(connection.getInputStream()));
              answer(connection, new byte[] {0, 0, 0, (byte) request});
            })) {
      assertThat(reason(server, "PLAINTEXT"))
          .isEqualTo(
              "SERVER wants a login; set kafka.security.protocol=SASL_PLAINTEXT and a mechanism");
      assertThat(reason(server, "SSL"))
          .isEqualTo(
              "SERVER speaks no TLS; set kafka.security.protocol=PLAINTEXT, or SASL_PLAINTEXT"
                  + " with a login");
    }
  }

  /** Of TLS, the first byte of what it answers. */
  private static ScriptedServer.Answer tls(int first) {
    return connection -> {
      byte[] hello = connection.getInputStream().readNBytes(50);
      if (hello[0] == 0x16) {
        assertThat(hello.length).as("as long as it says").isEqualTo(5 + hello[4]);
        connection.getOutputStream().write(first);
      }
    };
  }

  @Test
  void a_server_of_tls_is_told_by_what_it_answers_to_a_greeting() throws Exception {
    for (int first : new int[] {0x15, 0x16}) {
      try (ScriptedServer server =
          new ScriptedServer(
              connection -> {
                int begin = connection.getInputStream().read();
                connection.getInputStream().readNBytes(begin == 0x16 ? 49 : 3);
                connection.getOutputStream().write(begin == 0x16 ? first : 0x15);
              })) {
        assertThat(reason(server, "SSL")).isNull();
        assertThat(reason(server, "SASL_SSL")).isNull();
        assertThat(reason(server, "PLAINTEXT"))
            .isEqualTo(
                "SERVER speaks TLS; set kafka.security.protocol=SSL, or SASL_SSL with a login");
      }
    }
    try (ScriptedServer server = new ScriptedServer(tls('H'))) {
      assertThat(reason(server, "SSL")).isEqualTo("SERVER is no Kafka broker");
    }
  }

  @Test
  void a_server_of_something_else_is_no_broker() throws Exception {
    byte[][] answers = {
      {'H', 'T', 'T', 'P', '/', '1', '.', '1'},
      {0, 0, 0, 3, 0, 0, 0, VERSIONS}, // shorter than any answer
      {0, 0, 0, 4, 0, 0, 0, VERSIONS + 1}, // to another request
      {0, 0x10, 0, 1, 0, 0, 0, VERSIONS}, // longer than any answer
      {}
    };
    for (byte[] answer : answers) {
      try (ScriptedServer server =
          new ScriptedServer(
              connection -> {
                connection.getInputStream().read(new byte[10]);
                connection.getOutputStream().write(answer);
              })) {
        assertThat(reason(server, "PLAINTEXT")).isEqualTo("SERVER is no Kafka broker");
        assertThat(reason(server, "SSL")).isEqualTo("SERVER is no Kafka broker");
      }
    }
  }

  @Test
  void the_longest_answer_there_may_be_is_one() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            connection -> {
              request(new DataInputStream(connection.getInputStream()));
              byte[] answer = new byte[1 << 20];
              answer[3] = VERSIONS;
              answer(connection, answer);
            })) {
      assertThat(reason(server, "SASL_PLAINTEXT")).isNull();
    }
  }

  @Test
  void a_server_that_says_nothing_does_not_answer() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(connection -> connection.getInputStream().readAllBytes())) {
      assertThat(reason(server, "PLAINTEXT"))
          .isEqualTo("SERVER takes connections and does not answer");
      assertThat(reason(server, "SSL")).isEqualTo("SERVER is no Kafka broker");
    }
  }

  @Test
  void what_cannot_be_reached_is_told_by_its_name() throws Exception {
    ScriptedServer server = new ScriptedServer(connection -> {});
    String closed = server.address();
    server.close();

    assertThat(reason(closed, "PLAINTEXT"))
        .isEqualTo(closed + " refuses connections: nothing listens there");
    assertThat(reason("no-such-host.invalid:9092", "PLAINTEXT"))
        .isEqualTo("no host is known by the name 'no-such-host.invalid'");
    assertThat(reason("a b:1", "PLAINTEXT")).isEqualTo("'a b:1' is no HOST:PORT");
    assertThat(reason("localhost", "PLAINTEXT")).isEqualTo("'localhost' is no HOST:PORT");
  }
}
