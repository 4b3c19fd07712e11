package dev.sluice.tools.convert;

import dev.sluice.kieker.SluiceWriter;
import java.io.IOException;
import kieker.common.configuration.Configuration;
import kieker.common.record.IMonitoringRecord;
import kieker.monitoring.writer.AbstractMonitoringWriter;
import kieker.monitoring.writer.filesystem.FileWriter;

/** Gives each record to Kieker's file writer and to ours, so that both write the same run. */
public final class KiekerTee extends AbstractMonitoringWriter {
  private final FileWriter theirs;
  private final SluiceWriter ours;

  /** Called by Kieker. */
  public KiekerTee(Configuration configuration) throws IOException {
    super(configuration);
    theirs = new FileWriter(configuration);
    ours = new SluiceWriter(configuration);
  }

  @Override
  public void onStarting() {
    theirs.onStarting();
    ours.onStarting();
  }

  /** Theirs is not for several threads, and both logs have the same order. */
  @Override
  public synchronized void writeMonitoringRecord(IMonitoringRecord record) {
    theirs.writeMonitoringRecord(record);
    ours.writeMonitoringRecord(record);
  }

  @Override
  public synchronized void onTerminating() {
    theirs.onTerminating();
    ours.onTerminating();
  }
}
