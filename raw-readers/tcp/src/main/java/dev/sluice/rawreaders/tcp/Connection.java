package dev.sluice.rawreaders.tcp;

import dev.sluice.api.binding.ChunkScanner;
import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.binding.TcpBinding.Kind;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.ChunkHandler;
import dev.sluice.api.spi.Damage;
import dev.sluice.api.spi.SourcePosition;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * One writer's connection: what it reads goes through a {@link ChunkScanner} into the inbox, one
 * read at a time and only while there is room, so that TCP itself slows the writer down. Everything
 * but {@link #send} runs on the network thread.
 */
final class Connection extends ChannelInboundHandlerAdapter implements ChunkHandler {
  /** Progress of a chunk in one stall timeout, at least. */
  private static final int LEAST_PROGRESS = 1 << 10;

  private final Listener listener;
  private final Channel channel;
  private final String name;
  private final ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
  private final Queue<ByteBuf> pending = new ArrayDeque<>();
  private long reserved;
  private boolean ended;
  private boolean gone;
  private boolean discarded;
  private boolean producerEnded;
  private long progressAt;
  private long progressPosition;

  Connection(Listener listener, Channel channel, String name) {
    this.listener = listener;
    this.channel = channel;
    this.name = name;
    scanner.reset(name, 0);
  }

  /** Whether the last chunk was its producer's last. */
  boolean producerEnded() {
    return producerEnded;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    listener.active(this);
    context.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf read = (ByteBuf) message;
    if (discarded) {
      read.release();
    } else {
      pending.add(read);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    advance();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    advance();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ended = true;
    advance();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A connection that breaks is the writer's to mend; it sends again what was not acknowledged.
    listener.broke(name, cause);
    context.close();
  }

  /** Goes on with what was read, and reads more if all of it was used. */
  void advance() {
    boolean more = true;
    while (more && listener.hasRoom()) {
      more = scanner.next(this) || flushNoise() || fill() || ended && endOfStream();
    }
    if (ended) {
      leave(!more);
    } else if (pending.isEmpty() && channel.isWritable()) {
      // Who does not read our answers is not read from.
      channel.read();
    }
  }

  private void leave(boolean done) {
    if (done && !gone) {
      gone = true;
      listener.release(this, reserved);
      reserved = 0;
      listener.gone(this);
    }
  }

  /** Hands over what is surely no chunk before it grows. */
  private boolean flushNoise() {
    long unknown = scanner.fillPosition() - scanner.position();
    return unknown > ChunkScanner.READ_BLOCK && scanner.awaitedBytes() == 0 && scanner.flush(this);
  }

  /** Takes bytes from the oldest read; false if there are none, or no memory for their chunk. */
  private boolean fill() {
    ByteBuf read = pending.peek();
    if (read == null || !reserve()) {
      return false;
    }
    try {
      scanner.fill((into, from, length) -> take(read, into, from, length));
    } catch (IOException e) {
      throw new IllegalStateException("a buffer in memory cannot fail", e);
    }
    if (!read.isReadable()) {
      pending.remove().release();
    }
    return true;
  }

  private static int take(ByteBuf read, byte[] into, int from, int length) {
    int count = Math.min(length, read.readableBytes());
    read.readBytes(into, from, count);
    return count;
  }

  /** Memory for a chunk that is larger than what every connection has anyway. */
  private boolean reserve() {
    int awaited = scanner.awaitedBytes();
    if (awaited <= ChunkScanner.READ_BLOCK) {
      if (reserved > 0) {
        scanner.trim();
        long free = reserved;
        reserved = 0;
        listener.release(this, free);
      }
      return true;
    }
    long most = (long) ChunkLayout.MAX_CHUNK_BYTES + ChunkScanner.READ_BLOCK;
    // The scanner doubles its buffer until the chunk and a block in front of it fit.
    long need = Math.min(2L * (awaited + ChunkScanner.READ_BLOCK), most);
    if (need > reserved && !listener.reserve(this, need - reserved)) {
      return false;
    }
    reserved = Math.max(need, reserved);
    return true;
  }

  /**
   * What was cut off by the end is no damage: it was not acknowledged, so the writer sends it again
   * on its next connection.
   */
  private boolean endOfStream() {
    return scanner.flush(this) || scanner.giveUpTorn();
  }

  /** To be called at every keep-alive: shows the writer that we live, and looks whether it does. */
  void tick(long now, long stallNanos) {
    if (ended) {
      return;
    }
    if (channel.isWritable()) {
      send(Answer.of(Kind.ALIVE).toByteArray());
    }
    long position = scanner.fillPosition();
    boolean begun = position > scanner.position();
    boolean moved = position - progressPosition >= LEAST_PROGRESS;
    if (!begun || moved || !pending.isEmpty() || !listener.hasRoom() || progressAt == 0) {
      progressAt = now;
      progressPosition = position;
    } else if (now - progressAt > stallNanos) {
      listener.stalls(name);
      channel.close();
    } else {
      scanner.flush(this);
    }
  }

  /** Sends answers. Any thread. */
  void send(byte[] answers) {
    channel.writeAndFlush(Unpooled.wrappedBuffer(answers));
  }

  /** Forgets what was read and not yet handed over, because the connection is being closed. */
  void discard() {
    discarded = true;
    for (ByteBuf read = pending.poll(); read != null; read = pending.poll()) {
      read.release();
    }
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    producerEnded = chunk.accounting().end();
    listener.arrived(new Arrival(this, position, chunk.copy(), null));
  }

  @Override
  public void damaged(Damage damage) {
    listener.arrived(new Arrival(this, damage.position(), null, damage));
  }
}
