package dev.sluice.support.wire;

import dev.sluice.support.wire.Obstacle.Stage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds out why no broker answers Kafka's client, which says the same of every reason: it asks the
 * first server for its versions and for the topic, as a client does. Sends no login and shows no
 * certificate. Any thread.
 */
public final class KafkaProbe {
  private static final int MILLIS = 1_000;
  private static final String CLIENT = "sluice-probe";

  // Numbers of Kafka's protocol: requests, and a version of the second that all brokers from 1.0
  // on know.
  private static final short API_VERSIONS = 18;
  private static final short METADATA = 3;
  private static final short METADATA_VERSION = 4;
  private static final short UNKNOWN_TOPIC = 3;
  private static final byte TLS_ALERT = 0x15;
  private static final byte TLS_HANDSHAKE = 0x16;
  private static final int LONGEST_ANSWER = 1 << 20;

  private static final String NO_BROKER = " is no Kafka broker";

  private final String server;
  private final String topic;
  private final String protocol;

  private KafkaProbe(KafkaAddress address) {
    this.server = address.servers().split(",", 2)[0].strip();
    this.topic = address.topic();
    this.protocol =
        address.client().getOrDefault("security.protocol", "PLAINTEXT").toUpperCase(Locale.ROOT);
  }

  /**
   * Why the first of the servers cannot be used; takes at most some seconds.
   *
   * @return null if a broker answers as it should
   */
  public static Obstacle obstacle(KafkaAddress address) {
    return new KafkaProbe(address).obstacle();
  }

  /**
   * Where the first of the servers says that its cluster's brokers are reached, as {@code
   * host:port}; none if it does not say so without TLS and login. Takes at most some seconds.
   */
  public static List<String> brokers(KafkaAddress address) {
    KafkaProbe probe = new KafkaProbe(address);
    List<String> brokers = new ArrayList<>();
    try (Socket socket = open(at(probe.server))) {
      skipBrokers(probe.metadata(socket), brokers);
    } catch (IOException | IllegalArgumentException e) {
      brokers.clear();
    }
    return brokers;
  }

  /**
   * The address of a {@code host:port}, unresolved if its name is not known.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static InetSocketAddress at(String server) {
    try {
      URI uri = new URI("kafka://" + server);
      return new InetSocketAddress(uri.getHost(), uri.getPort());
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + server + "' is no HOST:PORT", e);
    }
  }

  private Obstacle obstacle() {
    InetSocketAddress at;
    try {
      at = at(server);
    } catch (IllegalArgumentException e) {
      return new Obstacle(Stage.NAME, e.getMessage(), null);
    }
    if (at.isUnresolved()) {
      return unknown(at.getHostString());
    }
    try (Socket plain = open(at)) {
      return answer(plain, at);
    } catch (IOException e) {
      return unreachable(server, e);
    }
  }

  /** What it means that a name cannot be resolved. */
  public static Obstacle unknown(String host) {
    return new Obstacle(Stage.NAME, "no host is known by the name '" + host + "'", null);
  }

  /** What it means that a connection fails. */
  public static Obstacle unreachable(String server, IOException e) {
    if (e instanceof ConnectException) {
      return port(server + " refuses connections: nothing listens there", null);
    }
    return e instanceof SocketTimeoutException
        ? port(server + " does not answer", "is it the right address, or is a firewall between?")
        : port(server + " cannot be reached: " + TcpAddress.reason(e), null);
  }

  private static Obstacle port(String what, String cure) {
    return new Obstacle(Stage.PORT, what, cure);
  }

  private static Socket open(InetSocketAddress at) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(at, MILLIS);
      socket.setSoTimeout(MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private Obstacle answer(Socket plain, InetSocketAddress at) throws IOException {
    if (protocol.endsWith("SSL")) {
      return speaksTls(plain) ? null : withoutTls(at);
    }
    try {
      ask(plain, API_VERSIONS, (short) 0, new byte[0]);
    } catch (SocketTimeoutException e) {
      return port(server + " takes connections and does not answer", null);
    } catch (IOException e) {
      try (Socket other = open(at)) {
        return speaksTls(other)
            ? tls(" speaks TLS", "set kafka.security.protocol=SSL, or SASL_SSL with a login")
            : port(server + NO_BROKER, null);
      }
    }
    return protocol.startsWith("SASL") ? null : topic(plain);
  }

  private Obstacle withoutTls(InetSocketAddress at) {
    return isBroker(at)
        ? tls(
            " speaks no TLS",
            "set kafka.security.protocol=PLAINTEXT, or SASL_PLAINTEXT with a login")
        : port(server + NO_BROKER, null);
  }

  private Obstacle tls(String what, String cure) {
    return new Obstacle(Stage.TLS, server + what, cure);
  }

  private Obstacle topic(Socket socket) throws IOException {
    try {
      return isMissing(metadata(socket)) ? missing(topic) : null;
    } catch (EOFException | SocketException e) {
      return new Obstacle(
          Stage.LOGIN,
          server + " wants a login",
          "set kafka.security.protocol=SASL_PLAINTEXT and a mechanism");
    }
  }

  private DataInputStream metadata(Socket socket) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeInt(1);
    out.writeUTF(topic);
    out.writeBoolean(false); // not to be created
    return ask(socket, METADATA, METADATA_VERSION, body.toByteArray());
  }

  static Obstacle missing(String topic) {
    String what = "there is no topic '" + topic + "', and the broker creates none by itself";
    return new Obstacle(Stage.TOPIC, what, "create it");
  }

  /** Reads an answer about one topic as far as its error. */
  private static boolean isMissing(DataInputStream in) throws IOException {
    skipBrokers(in, new ArrayList<>());
    skipText(in); // cluster
    in.readInt(); // controller
    return in.readInt() == 1 && in.readShort() == UNKNOWN_TOPIC;
  }

  private static void skipBrokers(DataInputStream in, List<String> addresses) throws IOException {
    in.readInt(); // throttle time
    for (int brokers = in.readInt(); brokers > 0; brokers--) {
      in.readInt();
      String host = in.readUTF();
      addresses.add((host.contains(":") ? "[" + host + "]" : host) + ":" + in.readInt());
      skipText(in); // rack
    }
  }

  private static void skipText(DataInputStream in) throws IOException {
    in.skipNBytes(Math.max(0, in.readShort()));
  }

  private static boolean isBroker(InetSocketAddress at) {
    try (Socket socket = open(at)) {
      ask(socket, API_VERSIONS, (short) 0, new byte[0]);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Sends a request and reads the answer. An answer of another protocol is an exception. */
  private static DataInputStream ask(Socket socket, short request, short version, byte[] body)
      throws IOException {
    byte[] client = CLIENT.getBytes(StandardCharsets.US_ASCII);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(10 + client.length + body.length);
    out.writeShort(request);
    out.writeShort(version);
    out.writeInt(request); // comes back in the answer
    out.writeShort(client.length);
    out.write(client);
    out.write(body);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = in.readInt();
    if (length < Integer.BYTES || length > LONGEST_ANSWER || in.readInt() != request) {
      throw new IOException("not Kafka's protocol");
    }
    return new DataInputStream(new ByteArrayInputStream(in.readNBytes(length - Integer.BYTES)));
  }

  /** Whether a greeting that every server of TLS refuses or goes on with is answered so. */
  private static boolean speaksTls(Socket socket) throws IOException {
    ByteArrayOutputStream hello = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(hello);
    out.write(new byte[] {TLS_HANDSHAKE, 3, 1, 0, 45, 1, 0, 0, 41, 3, 3});
    out.write(new byte[32]); // random
    out.write(new byte[] {0, 0, 2, 0, 0x2f, 1, 0}); // no session, one cipher, no compression
    socket.getOutputStream().write(hello.toByteArray());
    try {
      int first = socket.getInputStream().read();
      return first == TLS_ALERT || first == TLS_HANDSHAKE;
    } catch (SocketException | SocketTimeoutException e) {
      return false;
    }
  }
}
