package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.Zoo;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.monitoring.switches.RuleSwitches;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTransformerTest {
  private static final int JAVA_1_4 = 48;
  private static final int JAVA_5 = 49;
  private static final int MAJOR_VERSION_AT = 7;

  @TempDir Path directory;

  private final OperationTable table = new OperationTable();
  private final Tally tally = new Tally();
  private Monitor monitor;

  @BeforeEach
  void open() {
    monitor = Monitor.builder().closeAtExit(false).open("file:" + directory);
    table.begin(monitor.probes(), new RuleSwitches(monitor.probes()));
  }

  @AfterEach
  void close() {
    assertThat(monitor.close(Monitor.CLOSE_TIMEOUT).balanced()).isTrue();
  }

  private byte[] transform(String type, int version, String include) throws Exception {
    Options options = new Options(Map.of("include", include));
    Rules rules = Rules.read(options);
    options.finish();
    byte[] bytes;
    try (InputStream in = Zoo.class.getResourceAsStream(type + ".class")) {
      bytes = in.readAllBytes();
    }
    bytes[MAJOR_VERSION_AT] = (byte) version;
    // The loader is asked for superclasses; our own loader's classes are left alone.
    ClassLoader loader = new ClassLoader(Zoo.class.getClassLoader()) {};
    return new ProbeTransformer(rules, table, tally)
        .transform(null, loader, "com/acme/shop/" + type, null, null, bytes);
  }

  @Test
  void class_files_from_before_java_5_are_left_alone_and_counted() throws Exception {
    assertThat(transform("Zoo$Dog", JAVA_1_4, "com.acme.**|new com.acme.**")).isNull();
    assertThat(tally.leftAlone()).isEqualTo(2);
    assertThat(transform("Zoo$Dog", JAVA_5, "com.acme.**|new com.acme.**")).isNotNull();
    assertThat(tally.methods()).isEqualTo(2);
    assertThat(tally.failed()).as(tally.firstFailure()).isZero();
  }

  @Test
  void bridges_and_lambdas_are_not_recorded() throws Exception {
    assertThat(transform("Zoo$Feeder$1", JAVA_5, "com.acme.**")).isNotNull();
    assertThat(tally.methods()).as("feed(String) alone").isEqualTo(1);
    assertThat(table.operation(0).signature())
        .isEqualTo("public java.lang.String com.acme.shop.Zoo$Feeder$1.feed(java.lang.String)");
  }
}
