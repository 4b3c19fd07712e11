package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessNameTest {
  @ParameterizedTest
  @CsvSource({
    "com.acme.Shop a b, com.acme.Shop@host:4711",
    "/opt/shop.jar --port 1, shop.jar@host:4711",
    "C:\\opt\\shop.jar, shop.jar@host:4711",
    "shop/com.acme.Shop, com.acme.Shop@host:4711",
    "jdk.compiler/com.sun.tools.javac.launcher.Main src/Shop.java a, Shop.java@host:4711",
    "'', java@host:4711",
  })
  void name_is_program_host_and_process(String command, String name) {
    assertThat(ProcessName.of(command, "host", 4711)).isEqualTo(name);
  }

  @Test
  void long_name_loses_its_beginning_but_no_half_character() {
    String name = ProcessName.of("ü".repeat(100), "host", 7);
    assertThat(name).endsWith("üü@host:7").matches("ü+@host:7");
    assertThat(name.getBytes(StandardCharsets.UTF_8))
        .hasSizeBetween(Accounting.MAX_NAME_BYTES - 1, Accounting.MAX_NAME_BYTES);
  }

  @Test
  void standard_name_has_this_process() {
    assertThat(ProcessName.standard()).endsWith(":" + ProcessHandle.current().pid());
    assertThat(ProcessName.host()).isNotBlank();
  }
}
