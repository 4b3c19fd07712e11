package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.NettyLeaks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NettyLeaks.class)
class NettyLeaksTest {
  @Test
  void lost_buffer_is_found() {
    NettyLeaks.leak("lost on purpose");
    assertThat(NettyLeaks.found("canary")).singleElement().asString().contains("lost on purpose");
  }
}
