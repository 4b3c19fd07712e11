package dev.sluice.rawreaders.tcp;

import dev.sluice.api.binding.TcpAddress;
import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.binding.TcpBinding.Kind;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The port, its connections and the one network thread that serves them all. Fields without {@code
 * volatile} are that thread's.
 */
final class Listener {
  private static final long CLOSE_MILLIS = 2_000;

  private final TcpReaderSettings settings;
  private final SslContext tls;
  private final Inbox inbox;
  private final IoEventLoop loop;
  private final ChannelGroup channels;
  private final Reservations memory;
  private final RareLog refused;
  private final RareLog broken;
  private final RareLog stalled;
  private final Set<Connection> connections = new HashSet<>();
  private long accepted;

  private final AtomicBoolean closing = new AtomicBoolean();

  // Written before the first connection is served, and read by the network thread after that.
  private volatile Channel port;

  // Written last when a connection has left, so who sees 0 also sees what it put into the inbox.
  private volatile int open;
  private volatile boolean used;
  private volatile long endAt = System.nanoTime();

  Listener(TcpReaderSettings settings, SslContext tls, Inbox inbox) {
    this.settings = settings;
    this.tls = tls;
    this.inbox = inbox;
    this.loop = new SingleThreadIoEventLoop(null, Listener::thread, NioIoHandler.newFactory());
    this.channels = new DefaultChannelGroup(loop);
    this.memory = new Reservations(settings.memoryBytes() / 2);
    this.refused = new RareLog(toString());
    this.broken = new RareLog(toString());
    this.stalled = new RareLog(toString());
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "sluice-tcp-reader");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Binds the port.
   *
   * @throws IOException if it cannot; one line for a person
   */
  void start() throws IOException {
    InetSocketAddress address = socketAddress();
    if (address.isUnresolved()) {
      close();
      throw new IOException("cannot listen on " + settings.address() + ": unknown host");
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Initializer())
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new IOException(
          "cannot listen on " + settings.address() + ": " + bound.cause().getMessage(),
          bound.cause());
    }
    port = bound.channel();
    long nanos = settings.keepAlive().toNanos();
    loop.scheduleAtFixedRate(this::tick, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private InetSocketAddress socketAddress() {
    TcpAddress address = settings.address();
    return address.host().isEmpty()
        ? new InetSocketAddress(address.port())
        : new InetSocketAddress(address.host(), address.port());
  }

  /** Where it listens, with the port that was really taken. */
  InetSocketAddress address() {
    return (InetSocketAddress) port.localAddress();
  }

  private final class Initializer extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      channels.add(channel);
      if (connections.size() >= settings.maxConnections()) {
        refuse(channel);
        return;
      }
      if (tls != null) {
        channel.pipeline().addLast(tls.newHandler(channel.alloc()));
      }
      String name = nameOf(channel.remoteAddress()) + "#" + accepted++;
      channel.pipeline().addLast(new Connection(Listener.this, channel, name));
    }

    /** A connection may be gone before anybody asks where it came from. */
    private String nameOf(InetSocketAddress peer) {
      return peer == null ? "unknown" : peer.getAddress().getHostAddress() + ":" + peer.getPort();
    }

    private void refuse(SocketChannel channel) {
      refused.warn("refuses a connection, it has " + connections.size() + " ('connections')");
      if (tls != null) {
        channel.pipeline().addLast(tls.newHandler(channel.alloc()));
      }
      channel
          .writeAndFlush(Unpooled.wrappedBuffer(Answer.of(Kind.BUSY).toByteArray()))
          .addListener(ChannelFutureListener.CLOSE);
    }
  }

  boolean hasRoom() {
    return inbox.hasRoom();
  }

  void arrived(Arrival arrival) {
    inbox.put(arrival);
  }

  /** Memory for a chunk that is arriving; false if it must wait for others. */
  boolean reserve(Connection connection, long bytes) {
    return memory.reserve(connection, bytes);
  }

  /** What a connection reserved is free again. */
  void release(Connection connection, long bytes) {
    memory.release(connection, bytes);
    if (bytes > 0) {
      loop.execute(this::advance);
    }
  }

  /** There is room in the inbox again. Any thread. */
  void roomAgain() {
    loop.execute(this::advance);
  }

  private void advance() {
    for (Connection connection : snapshot()) {
      connection.advance();
    }
  }

  private void tick() {
    long now = System.nanoTime();
    for (Connection connection : snapshot()) {
      connection.tick(now, settings.stallTimeout().toNanos());
    }
  }

  // A connection may leave while it is being served.
  private List<Connection> snapshot() {
    return new ArrayList<>(connections);
  }

  /** A connection ended in another way than it should. */
  void broke(String name, Throwable cause) {
    broken.warn("the connection of " + name + " broke: " + reason(cause));
  }

  private static String reason(Throwable cause) {
    if (cause.getCause() instanceof NotSslRecordException) {
      // Its message is what was sent.
      return "what it sends is no TLS";
    }
    return TcpAddress.reason(cause);
  }

  /** A chunk has begun on a connection and does not go on. */
  void stalls(String name) {
    stalled.warn("closes the connection of " + name + ", on which a chunk stalls");
  }

  void active(Connection connection) {
    connections.add(connection);
    open = connections.size();
    used = true;
  }

  void gone(Connection connection) {
    if (connections.remove(connection)) {
      long grace = connection.producerEnded() ? 0 : settings.grace().toNanos();
      long end = System.nanoTime() + grace;
      if (end - endAt > 0) {
        endAt = end;
      }
      open = connections.size();
      if (settings.untilEnd()) {
        inbox.wake();
      }
    }
  }

  /** Whether writers have come, all have gone and none will come back soon. Any thread. */
  boolean isAbandoned() {
    return used && open == 0 && System.nanoTime() - endAt >= 0;
  }

  /** Gives up port and connections; waits 2 s at most. Any thread. */
  void close() {
    if (closing.compareAndSet(false, true)) {
      loop.execute(this::end);
    }
    try {
      loop.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Closes everything itself: a loop that is told to shut down without a quiet period may end
   * before it has closed its channels, and the port would stay taken.
   */
  private void end() {
    if (port != null) {
      port.close();
    }
    snapshot().forEach(Connection::discard);
    for (Channel channel : channels) {
      channel.close();
      if (channel.isOpen()) {
        // Past TLS, whose farewell a peer that does not read would hold up.
        channel.pipeline().firstContext().close();
      }
    }
    loop.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public String toString() {
    return "TCP raw reader on " + settings.address();
  }
}
