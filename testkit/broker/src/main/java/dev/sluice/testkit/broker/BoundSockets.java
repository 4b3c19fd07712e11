package dev.sluice.testkit.broker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/** The two listening sockets of a broker, bound before it starts and handed over when it asks. */
record BoundSockets(ServerSocketChannel broker, ServerSocketChannel controller)
    implements ServerSocketFactory, AutoCloseable {

  /**
   * On these ports; 0 takes a free one.
   *
   * @param host of the broker; the controller is for this machine alone
   */
  static BoundSockets bind(String host, int brokerPort, int controllerPort) throws IOException {
    ServerSocketChannel broker = open(host, brokerPort);
    try {
      return new BoundSockets(broker, open(KafkaBroker.HOST, controllerPort));
    } catch (IOException e) {
      broker.close();
      throw e;
    }
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

  /** Where clients connect: {@code 127.0.0.1:41234}. */
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
    return address.getPort() == brokerPort() ? broker : controller;
  }

  @Override
  public void close() throws IOException {
    try (broker) {
      controller.close();
    }
  }
}
