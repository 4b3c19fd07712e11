package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.Zoo;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.monitoring.switches.RuleSwitches;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
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
  private final InstrumentationCounts tally = new InstrumentationCounts();
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
    byte[] bytes = bytes(Zoo.class, type);
    bytes[MAJOR_VERSION_AT] = (byte) version;
    return transform(rules, type, bytes);
  }

  private static byte[] bytes(Class<?> beside, String type) throws IOException {
    try (InputStream in = beside.getResourceAsStream(type + ".class")) {
      return in.readAllBytes();
    }
  }

  private byte[] transform(Rules rules, String type, byte[] bytes) {
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
  void what_the_record_compiler_wrote_is_left_alone() throws Exception {
    Rules all = Rules.read(new Options(Map.of("include", "**|new **")));
    for (String type : List.of("OperationExecutionWriter", "OperationExecutionReader")) {
      assertThat(transform(all, type, bytes(OperationExecutionWriter.class, type))).isNull();
    }
    assertThat(transform(all, "R", bytes(OperationExecutionWriter.class, "OperationExecution")))
        .as("the record itself is the program's")
        .isNotNull();
    assertThat(tally.leftAlone()).isZero();
    assertThat(tally.failed()).isZero();
  }

  @Test
  void bridges_and_lambdas_are_not_recorded() throws Exception {
    assertThat(transform("Zoo$Feeder$1", JAVA_5, "com.acme.**")).isNotNull();
    assertThat(tally.methods()).as("feed(String) alone").isEqualTo(1);
    assertThat(table.operation(0).signature())
        .isEqualTo("public java.lang.String com.acme.shop.Zoo$Feeder$1.feed(java.lang.String)");
  }
}
