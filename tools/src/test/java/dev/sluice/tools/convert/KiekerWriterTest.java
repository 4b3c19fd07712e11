package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kieker.SluiceWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import kieker.common.configuration.Configuration;
import kieker.common.record.IMonitoringRecord;
import kieker.monitoring.core.configuration.ConfigurationFactory;
import kieker.monitoring.writer.AbstractMonitoringWriter;
import kieker.monitoring.writer.filesystem.FileWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What our writer for Kieker keeps, beside Kieker's own text log of the same record objects. */
@Tag("one-jdk")
class KiekerWriterTest {
  private static final String[] TEXTS = {"", "text", "Łódź", "void com.acme.Shop.order(int)"};

  @TempDir private Path directory;

  private final Random random = new Random(42);
  private long now = 1_700_000_000_000_000_000L;

  @ParameterizedTest
  @CsvSource({"NANOSECONDS, 1", "MICROSECONDS, 1000", "MILLISECONDS, 1000000"})
  void every_class_of_kieker_comes_back_as_the_line_of_its_own_log(String unit, long nanos)
      throws Exception {
    now /= nanos;
    List<IMonitoringRecord> records = new ArrayList<>();
    for (String className : classes()) {
      for (int i = 0; i < 20; i++) {
        IMonitoringRecord record = record(Class.forName(className));
        record.setLoggingTimestamp(i % 10 == 9 ? -1 : time());
        records.add(record);
      }
    }
    assertThat(ours(records, unit)).containsExactlyElementsOf(kiekers(records));
  }

  @Test
  void class_of_ones_own_comes_back_with_its_values() throws Exception {
    List<IMonitoringRecord> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.add(new OwnRecord(random.nextLong(), random.nextFloat(), TEXTS[i % TEXTS.length]));
    }
    assertThat(ours(records, "NANOSECONDS")).containsExactlyElementsOf(kiekers(records));
  }

  private static List<String> classes() throws IOException {
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(
                SluiceWriter.class.getResourceAsStream("kieker-records.txt"),
                StandardCharsets.UTF_8))) {
      return table
          .lines()
          .map(line -> line.split(" ")[0])
          .filter(name -> name.startsWith("kieker.common"))
          // Only earlier versions have it.
          .filter(name -> !name.equals("kieker.common.record.OperationExecutionRecord"))
          .distinct()
          .toList();
    }
  }

  private IMonitoringRecord record(Class<?> type) throws Exception {
    for (Constructor<?> constructor : type.getConstructors()) {
      Class<?>[] parameters = constructor.getParameterTypes();
      if (parameters.length != 1 || parameters[0].isPrimitive() || parameters[0] == String.class) {
        Object[] values = new Object[parameters.length];
        for (int i = 0; i < values.length; i++) {
          values[i] = value(parameters[i]);
        }
        return (IMonitoringRecord) constructor.newInstance(values);
      }
    }
    throw new AssertionError(type);
  }

  private Object value(Class<?> type) {
    if (type == long.class) {
      return random.nextBoolean() ? time() : random.nextLong(1000) - 500;
    }
    if (type == int.class) {
      return random.nextInt();
    }
    if (type == double.class) {
      return random.nextDouble();
    }
    return type == boolean.class ? random.nextBoolean() : TEXTS[random.nextInt(TEXTS.length)];
  }

  private long time() {
    return now + random.nextInt(1000);
  }

  /** Kieker's defaults, and the directory for either writer. */
  private Configuration configuration(String unit) {
    Configuration configuration = ConfigurationFactory.createDefaultConfiguration();
    configuration.setProperty(FileWriter.CONFIG_PATH, directory.toString());
    configuration.setProperty("kieker.monitoring.timer.SystemNanoTimer.unit", unit);
    configuration.setProperty(
        "kieker.monitoring.core.controller.WriterController.RecordQueueInsertBehavior", "5");
    configuration.setProperty(
        SluiceWriter.class.getName() + ".sink", "file:" + directory.resolve("records.slu"));
    return configuration;
  }

  private static void write(AbstractMonitoringWriter writer, List<IMonitoringRecord> records) {
    records.forEach(writer::writeMonitoringRecord);
    writer.onTerminating();
  }

  private List<String> kiekers(List<IMonitoringRecord> records) throws Exception {
    write(new FileWriter(configuration("NANOSECONDS")), records);
    return KiekerLogs.lines(KiekerLogs.in(directory));
  }

  private List<String> ours(List<IMonitoringRecord> records, String unit) throws Exception {
    write(new SluiceWriter(configuration(unit)), records);
    return KiekerLogs.lines(
        KiekerLogs.of(directory.resolve("records.slu"), directory.resolve("back")));
  }
}
