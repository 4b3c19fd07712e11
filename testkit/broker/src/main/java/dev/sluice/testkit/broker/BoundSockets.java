package dev.sluice.testkit.broker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The listening sockets of a broker, which are bound before it starts and given to it when it asks.
 *
 * @param further of clients, by the listener's name
 */
record BoundSockets(
    ServerSocketChannel broker,
    ServerSocketChannel controller,
    Map<String, ServerSocketChannel> further)
    implements ServerSocketFactory, AutoCloseable {

  /**
   * Binds the given ports; 0 takes a free one.
   *
   * @param host of the broker; the controller is for this machine alone
   */
  static BoundSockets bind(String host, int brokerPort, int controllerPort) throws IOException {
    ServerSocketChannel broker = open(host, brokerPort);
    try {
      return new BoundSockets(broker, open(KafkaBroker.HOST, controllerPort), new TreeMap<>());
    } catch (IOException e) {
      broker.close();
      throw e;
    }
  }

  /** Binds a further socket. */
  void add(String listener, String host) throws IOException {
    further.put(listener, open(host, 0));
  }

  int port(String listener) {
    return further.get(listener).socket().getLocalPort();
  }

  private static ServerSocketChannel open(String host, int port) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      return channel.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  /** Returns the address that clients connect to: {@code 127.0.0.1:41234}. */
  String address() {
    String host = broker.socket().getInetAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + brokerPort();
  }

  int brokerPort() {
    return broker.socket().getLocalPort();
  }

  int controllerPort() {
    return controller.socket().getLocalPort();
  }

  InetSocketAddress controllerAddress() {
    return (InetSocketAddress) controller.socket().getLocalSocketAddress();
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listener, InetSocketAddress address, int backlog, int receiveBuffer) {
    ServerSocketChannel other = further.get(listener);
    return other != null ? other : address.getPort() == brokerPort() ? broker : controller;
  }

  @Override
  public void close() throws IOException {
    try (broker;
        controller) {
      for (ServerSocketChannel channel : further.values()) {
        channel.close();
      }
    }
  }
}
