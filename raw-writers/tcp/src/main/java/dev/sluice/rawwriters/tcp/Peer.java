package dev.sluice.rawwriters.tcp;

import dev.sluice.api.binding.TcpAddress;
import dev.sluice.api.binding.TcpBinding;
import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.binding.TcpToken;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * The reader at the other end of one connection. Runs on the network thread; events come in the
 * order connected, answered, lost, the first two perhaps never.
 */
final class Peer extends ChannelInboundHandlerAdapter {
  /** Who wants to know. */
  interface Events {
    void connected(Peer peer);

    void answered(Peer peer, Answer answer);

    /** The connection is gone, nothing refers to bytes of chunks for it any more. */
    void lost(Peer peer, String reason);

    /** The thread of all connections of that connector has ended, and nobody has closed it. */
    void stopped(Connector ended);
  }

  private final Events events;
  private final Channel channel;
  private final boolean tls;
  private final TcpToken token;
  private final byte[] answer = new byte[TcpBinding.ANSWER_BYTES];
  private int received;
  private String reason;

  Peer(Events events, Channel channel, TcpWriterSettings settings) {
    this.events = events;
    this.channel = channel;
    this.tls = settings.tls() != null;
    this.token = settings.address().token();
  }

  Channel channel() {
    return channel;
  }

  /** Writes a chunk without copying it; {@link #flush} sends it. */
  ChannelFuture write(Chunk chunk) {
    return channel.write(Unpooled.wrappedBuffer(chunk.array(), chunk.offset(), chunk.length()));
  }

  void flush() {
    channel.flush();
  }

  /** Ends the connection for a reason of ours; the first one counts. */
  void drop(String why) {
    if (reason == null) {
      reason = why;
    }
    channel.close();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (!tls) {
      connected();
    }
  }

  /** Tells the token, which goes with the first chunks, before anybody else may write. */
  private void connected() {
    if (token != null) {
      channel.write(Unpooled.wrappedBuffer(token.toByteArray()));
    }
    events.connected(this);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        connected();
      } else {
        drop("no TLS: " + reason(handshake.cause()));
      }
    }
  }

  private static String reason(Throwable cause) {
    // Its message is what the peer sent.
    return cause instanceof NotSslRecordException
        ? "the reader does not speak it"
        : TcpAddress.reason(cause);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      while (bytes.isReadable() && reason == null) {
        read(bytes);
      }
    } finally {
      bytes.release();
    }
  }

  private void read(ByteBuf bytes) {
    int count = Math.min(bytes.readableBytes(), answer.length - received);
    bytes.readBytes(answer, received, count);
    received += count;
    if (received < answer.length) {
      return;
    }
    received = 0;
    try {
      events.answered(this, Answer.parse(answer, 0));
    } catch (MalformedChunkException e) {
      drop("it does not answer as a Sluice reader does, with or without TLS (" + e.reason() + ")");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    drop(TcpAddress.reason(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    events.lost(this, reason == null ? "the reader closed the connection" : reason);
  }
}
