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
import java.util.Collection;
import java.util.Locale;

/**
 * Finds out why no broker answers Kafka's client, because the client gives one message for every
 * reason: it asks the first server for its versions and for the topic, as a client does. Sends no
 * login and shows no certificate. Any thread.
 */
public final class KafkaProbe {
  private static final int MILLIS = 1_000;
  private static final String NO_ANSWER = " does not answer";
  private static final String CLIENT = "sluice-probe";

  // Numbers of Kafka's protocol: requests, and a version of the second that all brokers from 1.0
  // on know.
  private static final short API_VERSIONS = 18;
  private static final short METADATA = 3;
  private static final short METADATA_VERSION = 4;
  private static final short UNKNOWN_TOPIC = 3;
  private static final byte TLS_ALERT = 0x15;
  private static final byte TLS_HANDSHAKE = 0x16;
  private static final int MAX_ANSWER_BYTES = 1 << 20;

  private final String server;
  private final String topic;
  private final String protocol;
  private final Collection<String> told;

  private KafkaProbe(KafkaAddress address, Collection<String> told) {
    this.told = told;
    this.server = address.servers().split(",", 2)[0].strip();
    this.topic = address.topic();
    this.protocol =
        address.client().getOrDefault("security.protocol", "PLAINTEXT").toUpperCase(Locale.ROOT);
  }

  /**
   * Returns the reason why the first of the servers cannot be used; takes at most some seconds.
   *
   * @return null if a broker answers as it should
   */
  public static Obstacle obstacle(KafkaAddress address) {
    return obstacle(address, new ArrayList<>());
  }

  /**
   * Returns the reason why the first of the servers cannot be used, and adds the addresses that the
   * server names.
   *
   * @param told gets where the server says that its cluster's brokers are reached, as {@code
   *     host:port}; nothing if it does not say so without TLS and login
   */
  public static Obstacle obstacle(KafkaAddress address, Collection<String> told) {
    KafkaProbe probe = new KafkaProbe(address, told);
    return reach(probe.server, probe);
  }

  /** Returns whether a server was only silent for a second, as one that is busy is. */
  static boolean isSilence(Obstacle obstacle) {
    return obstacle.what().endsWith(NO_ANSWER);
  }

  /** Returns the reason why no connection to a {@code host:port} is made; null if one is. */
  public static Obstacle reach(String server) {
    return reach(server, null);
  }

  /**
   * Returns the address of a {@code host:port}, unresolved if its name is not known.
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

  /** Returns the {@code host:port} of an address, as {@link #at} reads it. */
  public static String server(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /**
   * Returns the reason why a server cannot be used, checked by a probe on the connection if there
   * is one.
   */
  private static Obstacle reach(String server, KafkaProbe probe) {
    InetSocketAddress at;
    try {
      at = at(server);
    } catch (IllegalArgumentException e) {
      return new Obstacle(Stage.NAME, e.getMessage(), null);
    }
    if (at.isUnresolved()) {
      String what = "no host is known by the name '" + at.getHostString() + "'";
      return new Obstacle(Stage.NAME, what, null);
    }
    try (Socket socket = open(at)) {
      return probe == null ? null : probe.answer(socket, at);
    } catch (ConnectException e) {
      return port(server + " refuses connections: nothing listens there", null);
    } catch (SocketTimeoutException e) {
      String cure = "is it the right address, or is a firewall between?";
      return port(server + NO_ANSWER, cure);
    } catch (IOException e) {
      return port(server + " cannot be reached: " + TcpAddress.reason(e), null);
    }
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

  private Obstacle answer(Socket socket, InetSocketAddress at) throws IOException {
    boolean tls = protocol.endsWith("SSL");
    try {
      if (speaks(tls, socket)) {
        return tls || protocol.startsWith("SASL") ? null : topic(socket);
      }
    } catch (SocketTimeoutException e) {
      return port(server + " takes connections and" + NO_ANSWER, null);
    }
    try (Socket other = open(at)) {
      if (speaks(!tls, other)) {
        return tls
            ? tls(" speaks no TLS", "PLAINTEXT, or SASL_PLAINTEXT")
            : tls(" speaks TLS", "SSL, or SASL_SSL");
      }
    } catch (SocketTimeoutException e) {
      // It speaks neither.
    }
    return port(server + " is no Kafka broker", null);
  }

  private Obstacle tls(String what, String protocols) {
    String cure = "set kafka.security.protocol=" + protocols + " with a login";
    return new Obstacle(Stage.TLS, server + what, cure);
  }

  private Obstacle topic(Socket socket) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeInt(1);
    out.writeUTF(topic);
    out.writeBoolean(false); // not to be created
    try {
      DataInputStream answer = ask(socket, METADATA, METADATA_VERSION, body.toByteArray());
      return isMissing(answer) ? missing(server, topic) : null;
    } catch (EOFException | SocketException e) {
      return new Obstacle(
          Stage.LOGIN,
          server + " wants a login",
          "set kafka.security.protocol=SASL_PLAINTEXT and a mechanism");
    }
  }

  static Obstacle missing(String servers, String topic) {
    String what = "there is no topic '" + topic + "', and the broker creates none by itself";
    String cure = "create it: 'sluice topic kafka://" + servers + "/" + topic + " --create'";
    return new Obstacle(Stage.TOPIC, what, cure);
  }

  /** Reads an answer about one topic up to its error code; returns whether the topic is missing. */
  private boolean isMissing(DataInputStream in) throws IOException {
    in.readInt(); // throttle time
    for (int brokers = in.readInt(); brokers > 0; brokers--) {
      in.readInt();
      told.add(server(in.readUTF(), in.readInt()));
      skipText(in); // rack
    }
    skipText(in); // cluster
    in.readInt(); // controller
    return in.readInt() == 1 && in.readShort() == UNKNOWN_TOPIC;
  }

  private static void skipText(DataInputStream in) throws IOException {
    in.skipNBytes(Math.max(0, in.readShort()));
  }

  private static boolean speaks(boolean tls, Socket socket) throws SocketTimeoutException {
    try {
      if (tls) {
        return speaksTls(socket);
      }
      ask(socket, API_VERSIONS, (short) 0, new byte[0]);
      return true;
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Sends a request and reads the answer. Throws an exception if the answer is of another protocol.
   */
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
    if (length < Integer.BYTES || length > MAX_ANSWER_BYTES || in.readInt() != request) {
      throw new IOException("not Kafka's protocol");
    }
    return new DataInputStream(new ByteArrayInputStream(in.readNBytes(length - Integer.BYTES)));
  }

  /** Returns whether a server answers a TLS greeting as every TLS server does. */
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
