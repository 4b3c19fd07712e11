package dev.sluice.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProbeNameTest {
  private static byte[] classFile(String name) throws IOException {
    try (InputStream in = ProbeNameTest.class.getResourceAsStream("/" + name + ".class")) {
      return in.readAllBytes();
    }
  }

  @Test
  void every_mention_of_the_probe_is_renamed() throws IOException {
    byte[] renamed = ProbeName.apply(classFile("dev/sluice/agent/instrument/AgentProbe"));
    String text = new String(renamed, StandardCharsets.ISO_8859_1);
    assertThat(text).contains("java/lang/SluiceProbe").doesNotContain(ProbeName.WRITTEN);
    assertThat(text).contains("dev/sluice/agent/instrument/AgentProbe");
  }

  @Test
  void class_file_without_the_probe_stays_as_it_is() throws IOException {
    // Has longs and doubles, which take two places in the constant pool.
    byte[] bytes = classFile("dev/sluice/agent/ProbeNameTest$Constants");
    assertThat(ProbeName.apply(bytes)).isEqualTo(bytes);
  }

  @Test
  void what_is_no_class_file_is_refused() {
    byte[] bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 99, 0, 0};
    assertThatThrownBy(() -> ProbeName.apply(bytes)).isInstanceOf(IOException.class);
  }

  @SuppressWarnings("unused")
  private static final class Constants {
    static final long LONG = Long.MAX_VALUE - 1;
    static final double DOUBLE = Math.E;
    static final String TEXT = "\0 and \ud83d\ude00";
    static final Runnable LAMBDA = () -> System.out.println(LONG + DOUBLE + TEXT.length());
  }
}
