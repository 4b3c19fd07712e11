package dev.sluice.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.monitoring.LogRecorder;
import java.util.List;
import org.slf4j.Marker;

/**
 * Appender of Logback that records log events: an {@code <appender>} of this class with a {@code
 * <sink>} in it. Without one, records go to the monitor of the process. It never waits for the
 * sink, so it needs no asynchronous appender around it; behind one, the trace of a message is not
 * known.
 */
public final class SluiceAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
  private String sink;
  private LogRecorder recorder;

  /** Called by Logback. */
  public SluiceAppender() {}

  /** Sets the sink's URI, with its options. */
  public void setSink(String uri) {
    sink = uri;
  }

  @Override
  public void start() {
    try {
      recorder = new LogRecorder(sink);
      super.start();
    } catch (ConfigurationException e) {
      addError("appender " + name + " records nothing: " + String.join("; ", e.problems()));
    }
  }

  @Override
  protected void append(ILoggingEvent event) {
    List<Marker> markers = event.getMarkerList();
    IThrowableProxy thrown = event.getThrowableProxy();
    recorder.record(
        new LogRecorder.Origin(
            event.getInstant(),
            event.getLevel().levelStr,
            event.getLoggerName(),
            event.getThreadName(),
            markers == null || markers.isEmpty() ? null : markers.get(0).getName(),
            event.getMDCPropertyMap()),
        event.getMessage(),
        event.getArgumentArray(),
        thrown instanceof ThrowableProxy local ? local.getThrowable() : null);
  }

  @Override
  public void stop() {
    super.stop();
    if (recorder != null) {
      recorder.close();
    }
  }
}
