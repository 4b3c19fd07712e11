package dev.sluice.rawreaders.tcp;

import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.support.wire.TcpToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Handler that checks the first bytes of a connection: they must contain the token if the reader
 * has one, and none if it has not. Then it removes itself.
 */
final class TokenCheck extends ChannelInboundHandlerAdapter {
  private final Consumer<String> refused;
  private final TcpToken token;
  private final byte[] head = new byte[TcpToken.BYTES];
  private int had;

  /**
   * Creates the check of one connection.
   *
   * @param refused is told why it is refused
   * @param token null if none may be told
   */
  TokenCheck(Consumer<String> refused, TcpToken token) {
    this.refused = refused;
    this.token = token;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf read = (ByteBuf) message;
    int count = Math.min(read.readableBytes(), head.length - had);
    read.readBytes(head, had, count);
    had += count;
    boolean tells = TcpToken.mayBegin(head, had);
    if (token == null && !tells) {
      context.fireChannelRead(Unpooled.wrappedBuffer(Arrays.copyOf(head, had)));
      pass(context, read);
    } else if (token != null && had == head.length && token.matches(head)) {
      pass(context, read);
    } else {
      read.release();
      if (!tells || had == head.length) {
        refuse(context, tells);
      }
    }
  }

  private void pass(ChannelHandlerContext context, ByteBuf rest) {
    context.fireChannelRead(rest);
    context.pipeline().remove(this);
  }

  private void refuse(ChannelHandlerContext context, boolean tells) {
    if (token == null) {
      refused.accept("it sends a token, this reader has none ('token.file', 'token')");
    } else {
      refused.accept(tells ? "it sends another token" : "it sends no token");
    }
    Kind why = token == null ? Kind.NO_TOKEN : Kind.TOKEN;
    context.pipeline().replace(this, "refusal", new Refusal(why));
  }
}
