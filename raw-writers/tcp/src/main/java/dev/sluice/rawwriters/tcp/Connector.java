package dev.sluice.rawwriters.tcp;

import dev.sluice.api.binding.TcpAddress;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes connections to the address, all on one daemon thread. */
final class Connector {
  private static final long CLOSE_MILLIS = 600;

  private final TcpWriterSettings settings;
  private final Peer.Events events;
  private final IoEventLoop loop;
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile boolean ended;
  private java.nio.channels.SocketChannel socket;
  private Channel current;

  Connector(TcpWriterSettings settings, Peer.Events events, IoHandlerFactory network) {
    this.settings = settings;
    this.events = events;
    this.loop = new SingleThreadIoEventLoop(null, this::thread, network);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(() -> run(work), "sluice-tcp-writer");
    thread.setDaemon(true);
    return thread;
  }

  /** Netty's loop ends when it is told to, and with an Error: somebody has to notice. */
  private void run(Runnable work) {
    try {
      work.run();
    } finally {
      ended = true;
      if (!closing.get()) {
        abandon();
        events.stopped(this);
      }
    }
  }

  /** A loop that ended with an error has left its socket open, and its channel cannot be closed. */
  private void abandon() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException | RuntimeException | Error e) {
      // Then the peer ends it, or the end of this program.
    }
  }

  /** Whether the network thread is there no more. Any thread. */
  boolean hasEnded() {
    return ended;
  }

  /** Runs it on the network thread. */
  void execute(Runnable work) {
    loop.execute(work);
  }

  /** Runs it on the network thread, later. */
  void schedule(Runnable work, long nanos) {
    loop.schedule(work, nanos, TimeUnit.NANOSECONDS);
  }

  /** Connects; the events tell how it went. Network thread, which a name being resolved blocks. */
  void connect() {
    try {
      TcpAddress address = settings.address();
      ChannelFuture connecting =
          new Bootstrap()
              .group(loop)
              .channelFactory(this::newChannel)
              .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis())
              .option(ChannelOption.SO_KEEPALIVE, true)
              .option(ChannelOption.TCP_NODELAY, true)
              .handler(new Initializer())
              .connect(address.host(), address.port());
      current = connecting.channel();
      connecting.addListener((ChannelFuture connected) -> told(connected.cause()));
    } catch (RuntimeException | Error e) {
      events.lost(null, e.toString());
    }
  }

  private NioSocketChannel newChannel() {
    try {
      socket = java.nio.channels.SocketChannel.open();
      return new NioSocketChannel(socket);
    } catch (IOException e) {
      throw new ChannelException("cannot open a socket: " + e.getMessage(), e);
    }
  }

  private void told(Throwable failure) {
    if (failure instanceof UnknownHostException) {
      events.lost(null, "unknown host");
    } else if (failure != null) {
      events.lost(null, TcpAddress.reason(failure));
    }
  }

  private final class Initializer extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      if (settings.tls() != null) {
        TcpAddress address = settings.address();
        SslHandler tls =
            settings.tls().get().newHandler(channel.alloc(), address.host(), address.port());
        tls.setHandshakeTimeoutMillis(millis());
        channel.pipeline().addLast(tls);
      }
      channel.pipeline().addLast(new Peer(events, channel, settings));
    }
  }

  private int millis() {
    return (int) Math.min(Integer.MAX_VALUE, settings.connectTimeout().toMillis());
  }

  /**
   * Ends the connection and the thread. Waits 0.6 s at most, which is too short only while a name
   * is being resolved; then there is no connection.
   */
  void close() throws InterruptedException {
    if (closing.compareAndSet(false, true)) {
      try {
        loop.execute(this::end);
      } catch (RuntimeException | Error e) {
        return; // it has ended already, or cannot even begin
      }
    }
    loop.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Closes the connection itself: a loop that is told to shut down without a quiet period may end
   * before it has closed its channels.
   */
  private void end() {
    if (current != null) {
      current.close();
    }
    if (current != null && current.isOpen()) {
      // Past TLS, whose farewell a peer that does not read would hold up.
      current.pipeline().firstContext().close();
    }
    loop.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
  }
}
