package dev.sluice.kieker;

import dev.sluice.api.config.Loggers;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kieker.common.configuration.Configuration;
import kieker.common.record.IMonitoringRecord;
import kieker.monitoring.core.configuration.ConfigurationConstants;
import kieker.monitoring.core.controller.WriterController;
import kieker.monitoring.writer.AbstractMonitoringWriter;

/**
 * Writer of Kieker's records into a sink: {@code
 * kieker.monitoring.writer=dev.sluice.kieker.SluiceWriter}. Options are those of a monitor, {@code
 * kieker.monitoring.sluice.sink=file:records} for instance; in a file of Kieker also under the name
 * of this class. Any thread may write, also before {@link #onStarting}.
 */
public final class SluiceWriter extends AbstractMonitoringWriter {
  private static final String PREFIX = "kieker.monitoring.sluice.";
  private static final String BEHAVIOR =
      WriterController.PREFIX + WriterController.RECORD_QUEUE_INSERT_BEHAVIOR;
  private static final String BYPASS = "5";

  private final Monitor monitor;
  private final RecordRows rows;

  /**
   * Called by Kieker.
   *
   * @throws dev.sluice.api.config.ConfigurationException naming all mistakes; Kieker logs it and
   *     ends its monitoring, the program goes on
   */
  public SluiceWriter(Configuration configuration) {
    super(configuration);
    String behavior = configuration.getStringProperty(BEHAVIOR);
    if (!behavior.equals(BYPASS)) {
      Loggers.get("dev.sluice.kieker")
          .log(
              Level.WARNING,
              "Kieker's queue is in front of the sink: it is slow, and with several threads may"
                  + " hang for ever; set "
                  + BEHAVIOR
                  + "="
                  + BYPASS
                  + ", it is "
                  + behavior);
    }
    TimeUnit unit =
        configuration.getEnumProperty(
            configuration.getStringProperty(ConfigurationConstants.TIMER_CLASSNAME) + ".unit",
            TimeUnit.class,
            TimeUnit.NANOSECONDS);
    monitor =
        Monitor.builder()
            .configuration(
                ConfigurationSources.ofProcess().with(options(configuration, unit), "Kieker"))
            .instantsSinceEpoch()
            .open();
    rows = new RecordRows(monitor.sink(), unit.toNanos(1));
  }

  private static Map<String, String> options(Configuration configuration, TimeUnit unit) {
    Map<String, String> options = new HashMap<>();
    options.put("metadata", "false"); // Kieker has a record of its own
    options.put("policy", "block"); // as Kieker's queue does
    if (unit != TimeUnit.NANOSECONDS) {
      options.put("attributes." + KiekerUnit.ATTRIBUTE, unit.name());
    }
    for (String prefix : new String[] {SluiceWriter.class.getName() + ".", PREFIX}) {
      for (String key : configuration.stringPropertyNames()) {
        if (key.startsWith(prefix)) {
          options.put(key.substring(prefix.length()), configuration.getStringProperty(key));
        }
      }
    }
    return options;
  }

  @Override
  public void onStarting() {
    // Everything was opened before: records may come earlier.
  }

  @Override
  public void writeMonitoringRecord(IMonitoringRecord record) {
    rows.emit(record);
  }

  /**
   * Closes the sink, unless the JVM ends: then the monitor closes itself, after Kieker's hook and
   * those of the program, and for longer than the second that Kieker waits.
   */
  @Override
  public void onTerminating() {
    if (!Monitor.isExiting()) {
      monitor.close();
    }
  }
}
