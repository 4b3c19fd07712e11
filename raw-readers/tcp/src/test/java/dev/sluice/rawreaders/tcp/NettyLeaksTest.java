package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.NettyLeaks;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NettyLeaks.class)
class NettyLeaksTest {
  @Test
  void lost_buffer_is_found() {
    NettyLeaks.leak("lost on purpose");
    assertThat(NettyLeaks.leaks("canary")).singleElement().asString().contains("lost on purpose");
  }

  /** What a JVM prints in which Netty makes the detector itself. */
  @Test
  void detector_that_an_option_names_finds_leaks_and_is_loaded_without_a_message()
      throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dio.netty.customResourceLeakDetector=" + NettyLeaks.Detector.class.getName(),
                "-Dio.netty.leakDetection.level=paranoid",
                "-cp",
                System.getProperty("java.class.path"),
                Leaking.class.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed).contains("lost on purpose").doesNotContain("Could not load", "Exception");
  }

  /** Loses a buffer, and prints what was found. */
  static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      ByteBuf lost = ByteBufAllocator.DEFAULT.buffer(16); // before the class of ours sets a factory
      lost.touch("lost on purpose");
      lost = null;
      System.out.println(NettyLeaks.leaks("canary"));
    }
  }
}
