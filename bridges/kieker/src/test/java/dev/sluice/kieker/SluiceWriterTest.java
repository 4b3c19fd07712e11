package dev.sluice.kieker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.streams.GenericRecord;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.Warns;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kieker.common.configuration.Configuration;
import kieker.common.record.AbstractMonitoringRecord;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.common.record.flow.trace.TraceMetadata;
import kieker.common.record.flow.trace.operation.BeforeOperationEvent;
import kieker.common.record.flow.trace.operation.EntryLevelBeforeOperationEvent;
import kieker.common.record.io.IValueSerializer;
import kieker.common.record.misc.TimestampRecord;
import kieker.monitoring.core.configuration.ConfigurationFactory;
import kieker.monitoring.core.controller.IMonitoringController;
import kieker.monitoring.core.controller.MonitoringController;
import kieker.monitoring.timer.SystemMilliTimer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SluiceWriterTest {
  @TempDir private Path directory;

  private SluiceWriter writer(String... given) {
    Map<String, String> all = new TreeMap<>(Map.of(Kieker.SINK, "file:" + directory));
    for (int i = 0; i < given.length; i += 2) {
      all.put(given[i], given[i + 1]);
    }
    return new SluiceWriter(Kieker.configuration(all));
  }

  private List<GenericRecord> written(IMonitoringRecord... records) throws Exception {
    SluiceWriter writer = writer();
    List.of(records).forEach(writer::writeMonitoringRecord);
    writer.onTerminating();
    return Kieker.read(directory);
  }

  @Test
  void executions_have_the_type_of_the_table_but_for_the_class() {
    assertThat(LoggedExecutionWriter.TYPE).isEqualTo(type(OperationExecutionRecord.class));
    assertThat(KiekerTypes.forOurs(LoggedExecutionWriter.TYPE.name()).className)
        .isEqualTo(OperationExecutionRecord.class.getName());
  }

  private static RecordType type(Class<?> of) {
    RecordType type = KiekerTypes.of(of.getName()).type;
    int all = type.fields().size();
    assertThat(type.fields().get(all - 1).name()).isEqualTo(KiekerType.CLASS);
    return new RecordType(type.name(), type.version(), type.fields().subList(0, all - 1));
  }

  @Test
  void executions_keep_all_that_kieker_recorded_and_its_times() throws Exception {
    IMonitoringRecord execution = Kieker.execution(7, 3);
    execution.setLoggingTimestamp(1_700_000_000_000_000_001L);
    GenericRecord read = written(execution).get(0);
    assertThat(read.type()).isEqualTo(LoggedExecutionWriter.TYPE);
    assertThat(read.value("operationSignature")).isEqualTo("public void com.acme.Shop.order(int)");
    assertThat(read.value("traceId")).isEqualTo(7L);
    assertThat(read.value("tin")).isEqualTo(10L);
    assertThat(read.value("eoi")).isEqualTo(3);
    assertThat(read.value("loggingTimestamp")).isEqualTo(1_700_000_000_000_000_001L);
  }

  @Test
  void record_that_was_not_logged_has_no_record_time() throws Exception {
    TraceMetadata metadata = new TraceMetadata(1, 2, "s", "h", 3, 4);
    assertThat(written(metadata).get(0).type())
        .isEqualTo(KiekerTypes.of(TraceMetadata.class.getName()).untimed);
  }

  @Test
  void class_with_arrays_keeps_its_values_one_by_one() throws Exception {
    GenericRecord read =
        written(
                new EntryLevelBeforeOperationEvent(
                    1, 2, 3, "o()", "C", new String[] {"a", "b"}, new String[] {}, 9))
            .get(0);
    assertThat(read.type().fields()).hasSize(5 + 3 + 1 + 1 + 2);
    assertThat(read.value("value6")).isEqualTo(2);
    assertThat(read.value("value8")).isEqualTo("b");
    assertThat(read.value("value10")).isEqualTo(9);
  }

  /** A record with a value of each kind that Kieker knows. */
  static final class OfAllKinds extends AbstractMonitoringRecord {
    private static final long serialVersionUID = 1L;

    private final Class<?>[] types;
    private final String[] names;

    OfAllKinds(String first, Class<?>... types) {
      this.types = types;
      names = new String[] {first, "b", "c", "h", "i", "j", "f", "d", "e", "s"};
    }

    OfAllKinds() {
      this(
          "z",
          boolean.class,
          byte.class,
          char.class,
          short.class,
          int.class,
          long.class,
          float.class,
          double.class,
          Thread.State.class,
          String.class);
    }

    @Override
    public void serialize(IValueSerializer to) {
      to.putBoolean(true);
      to.putByte((byte) -1);
      to.putChar('c');
      to.putShort((short) -2);
      to.putInt(-3);
      to.putLong(-4);
      to.putFloat(0.5f);
      to.putDouble(0.25);
      to.putEnumeration(Thread.State.BLOCKED);
      to.putString("text");
    }

    @Override
    public Class<?>[] getValueTypes() {
      return types;
    }

    @Override
    public String[] getValueNames() {
      return names;
    }

    @Override
    public int getSize() {
      return 0;
    }
  }

  @Test
  void class_of_ones_own_keeps_its_names_types_and_values() throws Exception {
    GenericRecord read = written(new OfAllKinds()).get(0);
    assertThat(read.type().name())
        .isEqualTo("kieker.dev.sluice.kieker.sluice_writer_test.of_all_kinds");
    assertThat(read.value("z")).isEqualTo(true);
    assertThat(read.value("b")).isEqualTo((byte) -1);
    assertThat(read.value("c")).isEqualTo('c');
    assertThat(read.value("h")).isEqualTo((short) -2);
    assertThat(read.value("i")).isEqualTo(-3);
    assertThat(read.value("j")).isEqualTo(-4L);
    assertThat(read.value("f")).isEqualTo(0.5f);
    assertThat(read.value("d")).isEqualTo(0.25);
    assertThat(read.value("e")).isEqualTo(2);
    assertThat(read.value("s")).isEqualTo("text");
  }

  @Test
  void class_with_a_name_that_no_field_may_have_keeps_its_values() throws Exception {
    GenericRecord read = written(new OfAllKinds("type", new OfAllKinds().getValueTypes())).get(0);
    assertThat(read.value("value1")).isEqualTo(true);
    assertThat(read.value("value9")).isEqualTo(2);
  }

  @Test
  void record_that_cannot_be_read_is_a_drop_and_harms_none() throws Exception {
    SluiceWriter writer = writer();
    writer.writeMonitoringRecord(
        new EntryLevelBeforeOperationEvent(1, 2, 3, "o()", "C", null, null, 9)); // it throws
    writer.writeMonitoringRecord(null);
    writer.writeMonitoringRecord(new TimestampRecord(1));
    writer.onTerminating();
    assertThat(Kieker.read(directory, 2)).hasSize(1);
  }

  @Test
  void class_that_comes_after_more_texts_than_a_collector_has_symbols_keeps_its_records()
      throws Exception {
    try (Monitor monitor =
        Monitor.builder().instantsSinceEpoch().open("file:" + directory + "?policy=block")) {
      RecordRows rows = new RecordRows(monitor.sink(), 1);
      for (int i = 0; i < Symbol.MAX_SYMBOLS; i++) {
        monitor.sink().symbol("text " + i);
      }
      for (int i = 0; i < 100; i++) {
        rows.emit(new BeforeOperationEvent(i, 1, i, "o" + i + "()", "C"));
      }
    }
    assertThat(Kieker.read(directory).stream().skip(1)) // the monitor's own comes first
        .hasSize(100)
        .allMatch(one -> one.value("kiekerClass").equals(BeforeOperationEvent.class.getName()));
  }

  @Test
  void class_whose_arrays_differ_in_length_leaves_types_to_others() throws Exception {
    SluiceWriter writer = writer();
    for (int length = 0; length < 2_000; length++) {
      String[] types = new String[length];
      Arrays.fill(types, "t");
      writer.writeMonitoringRecord(
          new EntryLevelBeforeOperationEvent(1, 2, 3, "o()", "C", types, new String[0], 9));
    }
    writer.writeMonitoringRecord(new TimestampRecord(1));
    writer.onTerminating();
    int shapes = RecordRows.MAX_SHAPES - 1; // the last one has a place of its own
    List<GenericRecord> read = Kieker.read(directory, 2_000 - shapes);
    assertThat(read).hasSize(shapes + 1);
    assertThat(read.get(shapes).value("kiekerClass")).isEqualTo(TimestampRecord.class.getName());
  }

  @Test
  void unit_of_the_timer_is_taken_and_kept() throws Exception {
    SluiceWriter writer = writer("kieker.monitoring.timer", SystemMilliTimer.class.getName());
    writer.writeMonitoringRecord(Kieker.execution(1, 1));
    writer.onTerminating();
    GenericRecord read = Kieker.read(directory).get(0);
    assertThat(read.value("tin")).isEqualTo(10_000_000L);
    assertThat(read.value("loggingTimestamp")).isEqualTo(-1L);
  }

  @Test
  @Warns("may hang for ever; set " + Kieker.BEHAVIOR + "=5, it is 1")
  void queue_of_kieker_in_front_is_warned_of() {
    writer(Kieker.BEHAVIOR, "1").onTerminating();
  }

  @Test
  void bypass_is_no_reason_to_warn() {
    try (LogLines lines = new LogLines()) {
      writer().onTerminating();
      assertThat(lines.all()).noneMatch(line -> line.startsWith("WARNING"));
    }
  }

  @Test
  void options_may_have_the_name_of_the_class_and_mistakes_are_all_told() {
    assertThatThrownBy(
            () ->
                writer(
                    SluiceWriter.class.getName() + ".polciy",
                    "block",
                    "kieker.monitoring.sluice.delay",
                    "soon"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("unknown option 'polciy' (Kieker)")
        .hasMessageContaining("option 'delay'");
  }

  @Test
  void kieker_writes_with_the_properties_of_the_page_from_its_first_record_to_the_end()
      throws Exception {
    Configuration configuration = ConfigurationFactory.createDefaultConfiguration();
    Snippets.shownIn(Path.of("../../docs/kieker.md"), "run")
        .get("properties")
        .lines()
        .map(line -> line.substring("-D".length()).split("=", 2))
        .forEach(option -> configuration.setProperty(option[0], option[1]));
    assertThat(configuration.getStringProperty(Kieker.BEHAVIOR)).isEqualTo("5");
    configuration.setProperty(Kieker.SINK, "file:" + directory);
    configuration.setProperty("kieker.monitoring.useShutdownHook", "false");
    IMonitoringController kieker = MonitoringController.createInstance(configuration);
    assertThat(kieker.newMonitoringRecord(Kieker.execution(1, 0))).isTrue();
    kieker.terminateMonitoring();
    kieker.waitForTermination(60_000);
    List<GenericRecord> read = Kieker.read(directory);
    assertThat(read.stream().map(record -> record.type().name()))
        .containsExactly("sluice.metadata", "sluice.operation_execution");
    assertThat((long) read.get(1).value("loggingTimestamp"))
        .isGreaterThan(1_700_000_000_000_000_000L);
  }
}
