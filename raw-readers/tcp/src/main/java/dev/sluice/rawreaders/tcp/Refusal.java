package dev.sluice.rawreaders.tcp;

import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Handler that sends a writer the reason for its refusal and closes the connection when the writer
 * has, or after a while. Bytes that come until then are dropped: a connection that is closed with
 * unread bytes may lose the answer.
 */
final class Refusal extends ChannelInboundHandlerAdapter {
  private static final long LINGER_MILLIS = 1_000;

  private final Kind why;

  Refusal(Kind why) {
    this.why = why;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(true);
    context.writeAndFlush(Unpooled.wrappedBuffer(Answer.of(why).toByteArray()));
    context
        .executor()
        .schedule(() -> context.channel().close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
  }
}
