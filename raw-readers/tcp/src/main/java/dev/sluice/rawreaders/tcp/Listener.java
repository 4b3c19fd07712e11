package dev.sluice.rawreaders.tcp;

import dev.sluice.api.platform.Platform;
import dev.sluice.support.ReloadedFromFiles;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.support.wire.TcpBinding.Kind;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The port, its connections and the network thread that serves all of them. Only that thread uses
 * the fields without {@code volatile}.
 */
final class Listener implements Connection.Server {
  private static final long CLOSE_MILLIS = 2_000;
  private static final long CHECK_INTERVAL_MILLIS = 100;

  /**
   * Maximum number of connections that get a refusal at a time; further ones are closed without an
   * answer.
   */
  private static final int MAX_REFUSALS = 64;

  private final TcpReaderSettings settings;
  private final Platform platform;
  private final ReloadedFromFiles<SslContext> tls;
  private final Inbox inbox;
  private final IoEventLoop loop;
  private final ChannelGroup channels;
  private final Reservations memory;
  private final RareLog refused;
  private final RareLog broken;
  private final RareLog closed;
  private final Set<Connection> connections = new LinkedHashSet<>(); // oldest first
  private int writers;
  private long accepted;
  private boolean looking;
  private long lastGoneAt;

  private final AtomicBoolean closing = new AtomicBoolean();

  // Written before the first connection is served, and read by the network thread after that.
  private volatile ServerSocketChannel socket;
  private volatile Channel port;

  // Connections that keep the source from ending. Written last when one has left, so who sees 0
  // also sees what it put into the inbox.
  private volatile int holding;
  private volatile boolean used;
  private volatile boolean failed;
  private volatile long endAt;

  Listener(
      TcpReaderSettings settings,
      Platform platform,
      ReloadedFromFiles<SslContext> tls,
      Inbox inbox,
      IoHandlerFactory network) {
    this.settings = settings;
    this.platform = platform;
    this.endAt = platform.nanoTime();
    this.tls = tls;
    this.inbox = inbox;
    this.loop = new SingleThreadIoEventLoop(null, (Executor) this::start, network);
    this.channels = new DefaultChannelGroup(loop);
    this.memory = new Reservations(settings.memoryBytes() / 2);
    this.refused = new RareLog(toString(), platform);
    this.broken = new RareLog(toString(), platform);
    this.closed = new RareLog(toString(), platform);
  }

  private void start(Runnable work) {
    platform.run("sluice-tcp-reader", () -> run(work));
  }

  /** Runs work on the network thread; does nothing if the thread has ended, as after an Error. */
  private void run(Runnable work) {
    try {
      work.run();
    } finally {
      if (!closing.get()) {
        failed = true;
        giveUpPort();
        inbox.wake();
      }
    }
  }

  /**
   * Closes the port, so that another reader can use it; its channel cannot be closed without the
   * loop.
   */
  private void giveUpPort() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException | RuntimeException | Error e) {
      // Then it stays taken until this program ends.
    }
  }

  /**
   * Returns whether the network thread ended with an error, so that no more chunks come. Any
   * thread.
   */
  boolean hasFailed() {
    return failed;
  }

  /**
   * Binds the port.
   *
   * @throws IOException if it cannot; its message is one line
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
            .channelFactory(this::newChannel)
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
    warnIfOpenToAll();
    long nanos = settings.keepAlive().toNanos();
    loop.scheduleAtFixedRate(this::tick, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private NioServerSocketChannel newChannel() {
    try {
      socket = ServerSocketChannel.open();
      return new NioServerSocketChannel(socket);
    } catch (IOException e) {
      throw new ChannelException("cannot open a socket: " + e.getMessage(), e);
    }
  }

  private void warnIfOpenToAll() {
    TcpAddress address = settings.address();
    boolean asksWho =
        address.token() != null || address.tls() != null && address.tls().trust() != null;
    if (!asksWho && !address().getAddress().isLoopbackAddress()) {
      refused.log(
          "whoever reaches it can deliver records; 'token.file' or 'tls.trust' keeps strangers out");
    }
  }

  private InetSocketAddress socketAddress() {
    TcpAddress address = settings.address();
    return address.host().isEmpty()
        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.port())
        : new InetSocketAddress(address.host(), address.port());
  }

  /** Returns the address on which the reader listens, with the port that was really taken. */
  InetSocketAddress address() {
    return (InetSocketAddress) port.localAddress();
  }

  private final class Initializer extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      channels.add(channel);
      if (connections.size() >= settings.maxConnections() && !makeRoom()) {
        refuse(channel);
        return;
      }
      if (tls != null) {
        channel.pipeline().addLast(tls.get().newHandler(channel.alloc()));
      }
      String name = nameOf(channel.remoteAddress()) + "#" + accepted++;
      channel
          .pipeline()
          .addLast(
              new TokenCheck(
                  why -> refused.warn("refuses the connection of " + name + ": " + why),
                  settings.address().token()),
              new Connection(Listener.this, settings, platform, inbox, memory, channel, name));
    }

    /**
     * Returns the name of a connection, from an address that was saved because the connection may
     * be closed by now.
     */
    private String nameOf(InetSocketAddress peer) {
      return peer == null ? "unknown" : peer.getAddress().getHostAddress() + ":" + peer.getPort();
    }

    private void refuse(SocketChannel channel) {
      refused.warn("refuses a connection, it has " + connections.size() + " ('connections')");
      if (channels.size() > settings.maxConnections() + MAX_REFUSALS) {
        channel.close();
        return;
      }
      if (tls != null) {
        channel.pipeline().addLast(tls.get().newHandler(channel.alloc()));
      }
      channel.pipeline().addLast(new Refusal(Kind.BUSY));
    }
  }

  /**
   * Closes the connection of the oldest stranger for which the reader waits; returns whether there
   * was one.
   */
  private boolean makeRoom() {
    for (Connection connection : connections) {
      if (connection.mayGiveWay()) {
        closed.warn("all places are taken ('connections'), closes one that delivers no chunk");
        connection.giveWay();
        return true;
      }
    }
    return false;
  }

  /** Notes that the inbox or the memory has room again. Any thread. */
  @Override
  public void roomAgain() {
    try {
      loop.execute(this::advance);
    } catch (RejectedExecutionException e) {
      // It has ended, so nobody waits for room.
    }
  }

  private void advance() {
    each(Connection::advance);
  }

  private void tick() {
    try {
      long now = platform.nanoTime();
      each(connection -> connection.tick(now));
      checkEnd();
    } catch (RuntimeException | Error e) {
      // An exception would end all further turns, and with them what shows writers that we live.
      broken.warn("cannot look after its connections: " + e);
    }
  }

  /**
   * Does some work for each connection; a failure, even for lack of memory, ends only its own
   * connection.
   */
  private void each(Consumer<Connection> work) {
    for (Connection connection : snapshot()) {
      try {
        work.accept(connection);
      } catch (RuntimeException | Error e) {
        connection.fail();
        failed(connection.toString(), e);
      }
    }
  }

  // A connection may leave while it is being served.
  private List<Connection> snapshot() {
    return new ArrayList<>(connections);
  }

  @Override
  public void failed(String name, Throwable cause) {
    broken.warn("the connection of " + name + " broke: " + reason(cause));
  }

  private static String reason(Throwable cause) {
    if (cause.getCause() instanceof NotSslRecordException) {
      // Its message is what was sent.
      return "what it sends is no TLS";
    }
    return TcpAddress.reason(cause);
  }

  @Override
  public void closes(String name, String why) {
    closed.warn("closes the connection of " + name + ", " + why);
  }

  @Override
  public void active(Connection connection) {
    connections.add(connection);
  }

  @Override
  public void identified(Connection connection) {
    writers += connections.contains(connection) ? 1 : 0;
    holding = writers;
    used = true;
  }

  @Override
  public void closed(Connection connection) {
    if (!connections.remove(connection)) {
      return;
    }
    if (connection.isWriter()) {
      writers--;
      long grace = connection.producerEnded() ? 0 : settings.grace().toNanos();
      lastGoneAt = platform.nanoTime();
      long end = lastGoneAt + grace;
      if (end - endAt > 0) {
        endAt = end;
      }
    }
    checkEnd();
  }

  /**
   * Checks whether the source has ended; soon again if a stranger may still prove to be a writer.
   */
  private void checkEnd() {
    if (!settings.untilEnd() || !used) {
      return;
    }
    int count = writers;
    if (writers == 0) {
      long nanos = platform.nanoTime() - lastGoneAt;
      count = (int) connections.stream().filter(c -> c.holdsEnd(nanos)).count();
    }
    holding = count;
    if (count == 0) {
      inbox.wake();
    } else if (writers == 0 && !looking) {
      looking = true;
      loop.schedule(this::lookAgain, CHECK_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void lookAgain() {
    looking = false;
    checkEnd();
  }

  /** Returns whether writers have come, all have gone and none will return soon. Any thread. */
  boolean isAbandoned() {
    return used && holding == 0 && platform.nanoTime() - endAt >= 0;
  }

  /** Closes the port and the connections; waits 2 s at most. Any thread. */
  void close() {
    if (closing.compareAndSet(false, true)) {
      try {
        loop.execute(this::end);
      } catch (RejectedExecutionException e) {
        return; // an error has ended it
      }
    }
    try {
      loop.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Closes all channels itself: a loop that shuts down without a quiet period may end before it has
   * closed its channels, and the port would stay taken.
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
