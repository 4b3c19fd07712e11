package dev.sluice.tools.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

/** The configuration of a table that {@code docs/explode.md} links. */
class ConnectPageTest {
  private static final Path ROOT = Path.of("..");
  private static final RecordType ORDER =
      new RecordType(
          "shop.order_placed",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("customer", FieldType.STRING)));

  /** A table takes nothing but values of simple types. */
  @Test
  void transformations_of_the_table_make_columns_of_a_record() throws Exception {
    Properties settings = new Properties();
    Path file = ROOT.resolve("examples/connect/orders-jdbc.properties");
    try (Reader reader = Files.newBufferedReader(file)) {
      settings.load(reader);
    }
    SchemaAndValue read =
        ConnectJsonTest.converted(false, ORDER, 1_795_397_897_126_716_131L, "Ada");
    SinkRecord record =
        new SinkRecord("t", 0, Schema.STRING_SCHEMA, "1f-0-0", read.schema(), read.value(), 0);
    for (String name : settings.getProperty("transforms").split(",")) {
      record = transformed(record, "transforms." + name + ".", settings);
    }

    Struct row = (Struct) record.value();
    assertThat(row.schema().fields())
        .extracting(field -> field.name())
        .containsExactly("_producer", "_producerId", "type", "time", "customer");
    assertThat(row.schema().fields()).allMatch(field -> field.schema().type().isPrimitive());
    assertThat(row.get("time")).isEqualTo(new Date(1_795_397_897_126L));
  }

  private static SinkRecord transformed(SinkRecord record, String prefix, Properties settings)
      throws ReflectiveOperationException {
    Map<String, String> own = new HashMap<>();
    for (String name : settings.stringPropertyNames()) {
      if (name.startsWith(prefix)) {
        own.put(name.substring(prefix.length()), settings.getProperty(name));
      }
    }
    Class<?> type = Class.forName(own.remove("type"));
    @SuppressWarnings("unchecked") // it takes any kind of record
    Transformation<SinkRecord> transformation =
        (Transformation<SinkRecord>) type.getConstructor().newInstance();
    transformation.configure(own);
    SinkRecord result = transformation.apply(record);
    transformation.close();
    return result;
  }
}
