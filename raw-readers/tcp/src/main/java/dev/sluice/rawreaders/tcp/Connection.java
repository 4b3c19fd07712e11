package dev.sluice.rawreaders.tcp;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.platform.Platform;
import dev.sluice.support.ChunkScanner;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * One connection: what it reads goes through a {@link ChunkScanner} into the inbox, one read at a
 * time and only while there is room, so that TCP itself slows the writer down. The peer is a
 * stranger until a whole chunk came, and a writer from then on. Everything but {@link #send} runs
 * on the network thread.
 */
final class Connection extends ChannelInboundHandlerAdapter implements ChunkHandler {
  /**
   * Size in bytes of the scanner's buffer that every connection has; a chunk of one block needs no
   * more.
   */
  private static final int OWN_BYTES = 2 * ChunkScanner.READ_BLOCK;

  /** Receives the events of a connection, on the network thread. */
  interface Server {
    /** Reports that the connection is open. */
    void active(Connection connection);

    /** Reports that the first chunk came on the connection. */
    void identified(Connection connection);

    /** Reports that the connection is closed. */
    void closed(Connection connection);

    /** Reports that memory is available again. */
    void roomAgain();

    /** Reports that the connection ended with an error. */
    void failed(String name, Throwable cause);

    /** Reports that this side closes the connection, and why. */
    void closes(String name, String why);
  }

  private final Server server;
  private final TcpReaderSettings settings;
  private final Platform platform;
  private final Inbox inbox;
  private final Reservations memory;
  private final Consumer<byte[]> answers = this::send;
  private final Channel channel;
  private final String name;
  private final ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
  private final Queue<ByteBuf> pending = new ArrayDeque<>();
  private long reserved;
  private boolean ended;
  private boolean gone;
  private boolean discarded;
  private boolean writer;
  private boolean damaged;
  private boolean producerEnded;
  private Waiting waiting;

  Connection(
      Server server,
      TcpReaderSettings settings,
      Platform platform,
      Inbox inbox,
      Reservations memory,
      Channel channel,
      String name) {
    this.server = server;
    this.settings = settings;
    this.platform = platform;
    this.inbox = inbox;
    this.memory = memory;
    this.channel = channel;
    this.name = name;
    scanner.reset(name, 0);
  }

  /** Returns whether a whole chunk came on the connection. */
  boolean isWriter() {
    return writer;
  }

  /** Returns whether the last chunk was its producer's last. */
  boolean producerEnded() {
    return producerEnded;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    waiting = new Waiting(settings, platform.nanoTime());
    server.active(this);
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
    try {
      advance();
    } catch (RuntimeException | Error e) {
      fail();
      throw e;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A connection that breaks is the writer's to mend; it sends again what was not acknowledged.
    server.failed(name, cause);
    context.close();
  }

  /** Continues with the bytes that were read, and reads more if all of them were used. */
  void advance() {
    if (gone) {
      return;
    }
    boolean more = true;
    while (more && inbox.hasRoom()) {
      more = step();
    }
    if (!pending.isEmpty()) {
      return; // what still waits for memory is handled when there is some
    }
    if (ended && !more) {
      leave();
    } else if (!ended && channel.isWritable()) {
      // Who does not read our answers is not read from.
      channel.read();
    }
  }

  /** Takes one step; returns whether it made progress. */
  private boolean step() {
    return scanner.next(this) || flushNoise() || fill() || endOfStream();
  }

  private void leave() {
    if (!gone) {
      gone = true;
      release();
      server.closed(this);
    }
  }

  /** Delivers bytes that are certainly no chunk before they accumulate. */
  private boolean flushNoise() {
    long unknown = scanner.fillPosition() - scanner.position();
    return unknown > ChunkScanner.READ_BLOCK && scanner.flush(this);
  }

  /**
   * Takes bytes from the oldest read; returns false if there are none, or no memory for their
   * chunk.
   */
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

  /**
   * Reserves memory for the received part of a chunk that is larger than the buffer of every
   * connection; returns whether there is enough.
   */
  private boolean reserve() {
    if (scanner.awaitedBytes() <= ChunkScanner.READ_BLOCK) {
      scanner.trim();
    }
    long need = scanner.nextBufferBytes();
    if (need <= OWN_BYTES) {
      release();
      return true;
    }
    if (need > reserved && !memory.reserve(this, need - reserved)) {
      return false;
    }
    reserved = Math.max(need, reserved);
    return true;
  }

  private void release() {
    long free = reserved;
    reserved = 0;
    memory.release(this, free);
    if (free > 0) {
      server.roomAgain();
    }
  }

  /**
   * Handles the end of the stream: a chunk that is cut off is dropped as a whole and is no damage,
   * because it was not acknowledged, so the writer sends it again on its next connection. Bytes in
   * it that look like a chunk are a value of a field, or come again as well.
   */
  private boolean endOfStream() {
    return ended && pending.isEmpty() && scanner.flush(this);
  }

  private boolean hasBegun() {
    return scanner.fillPosition() > scanner.position() || !pending.isEmpty();
  }

  /**
   * Returns whether this connection keeps the source from ending, {@code nanos} after the last
   * writer has gone: a stranger does for a while, so that a writer that has just connected is
   * heard, and then only while a chunk arrives, for the maximum time of a chunk.
   */
  boolean holdsEnd(long nanos) {
    boolean mayBegin = settings.address().token() == null && nanos < settings.grace().toNanos();
    boolean goesOn = hasBegun() && nanos < settings.chunkTimeout().toNanos();
    return writer || !damaged && (mayBegin || goesOn);
  }

  /**
   * Returns whether the peer is a stranger for which the reader waits, and does not itself wait for
   * the reader.
   */
  boolean mayGiveWay() {
    return !writer && (damaged || pending.isEmpty());
  }

  /** Closes the connection to make room for another one. */
  void giveWay() {
    send(Answer.of(Kind.BUSY).toByteArray());
    fail();
  }

  /**
   * Closes the connection immediately; chunks that were not delivered come again from their writer.
   */
  void fail() {
    discard();
    leave();
    shut();
  }

  /**
   * Sends a keep-alive to the writer and checks whether the writer is alive; called at every
   * keep-alive interval.
   */
  void tick(long now) {
    if (ended || gone) {
      return;
    }
    if (channel.isWritable()) {
      send(Answer.of(Kind.ALIVE).toByteArray());
    }
    String overdue = overdue(now);
    if (overdue != null) {
      shut();
      server.closes(name, overdue);
    } else {
      scanner.flush(this);
    }
  }

  private String overdue(long now) {
    boolean begun = hasBegun();
    boolean noise = damaged && !writer;
    boolean held = !noise && (!pending.isEmpty() || !inbox.hasRoom());
    waiting.update(now, scanner.fillPosition(), begun, held, writer && !begun);
    return waiting.overdue(begun, !writer && (!begun || noise));
  }

  /**
   * Closes the channel without the closing message of TLS, which a peer that does not read would
   * delay.
   */
  void shut() {
    channel.close();
    if (channel.isOpen()) {
      channel.pipeline().firstContext().close();
    }
  }

  /** Sends answers. Any thread. */
  void send(byte[] answers) {
    channel.writeAndFlush(Unpooled.wrappedBuffer(answers));
  }

  /** Drops bytes that were read and not delivered, because the connection is being closed. */
  void discard() {
    discarded = true;
    for (ByteBuf read = pending.poll(); read != null; read = pending.poll()) {
      read.release();
    }
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    waiting.chunkCame();
    producerEnded = chunk.accounting().end();
    inbox.put(new Received(answers, position, chunk.copy(), null));
    if (!writer) {
      writer = true;
      server.identified(this);
    }
  }

  /** Returns the address of the peer. */
  @Override
  public String toString() {
    return name;
  }

  @Override
  public void damaged(Damage damage) {
    damaged = true;
    inbox.put(new Received(answers, damage.position(), null, damage));
  }
}
