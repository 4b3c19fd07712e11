package dev.sluice.kieker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.streams.GenericRecord;
import dev.sluice.streams.RecordStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kieker.common.configuration.Configuration;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.monitoring.core.configuration.ConfigurationFactory;

/** Configurations and records of Kieker. */
final class Kieker {
  static final String SINK = "kieker.monitoring.sluice.sink";
  static final String BEHAVIOR =
      "kieker.monitoring.core.controller.WriterController.RecordQueueInsertBehavior";

  private Kieker() {}

  /** Kieker's defaults with the bypass of its queue, and these over them. */
  static Configuration configuration(Map<String, String> given) {
    Configuration configuration = ConfigurationFactory.createDefaultConfiguration();
    configuration.setProperty("kieker.monitoring.writer", SluiceWriter.class.getName());
    configuration.setProperty("kieker.monitoring.useShutdownHook", "false");
    configuration.setProperty(BEHAVIOR, "5");
    given.forEach(configuration::setProperty);
    return configuration;
  }

  static OperationExecutionRecord execution(long trace, int order) {
    return new OperationExecutionRecord(
        "public void com.acme.Shop.order(int)", "s-1", trace, 10, 20, "kiel", order, 1);
  }

  /** All records of a directory, from which nothing is missing. */
  static List<GenericRecord> read(Path directory) throws Exception {
    return read(directory, 0);
  }

  /** The same, of which so many could not be put into a row. */
  static List<GenericRecord> read(Path directory, long dropped) throws Exception {
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      List<GenericRecord> all = stream.stream().toList();
      assertThat(stream.audit().producers())
          .allMatch(producer -> producer.balanced() && producer.ended())
          .allMatch(producer -> producer.dropped().total() == dropped);
      return all;
    }
  }
}
