package dev.sluice.log4j;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.monitoring.LogRecorder;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.apache.logging.log4j.message.Message;

/**
 * Appender of Log4j 2 that records log events: {@code <Sluice name="records"
 * sink="kafka://broker:9092/logs"/>}. Without {@code sink}, records go to the monitor of the
 * process. It never waits for the sink, so it needs no asynchronous appender around it; behind one,
 * the trace of a message is not known.
 */
@Plugin(
    name = "Sluice",
    category = Core.CATEGORY_NAME,
    elementType = Appender.ELEMENT_TYPE,
    printObject = true)
public final class SluiceAppender extends AbstractAppender {
  private final LogRecorder recorder;

  private SluiceAppender(String name, Filter filter, boolean ignored, LogRecorder recorder) {
    super(name, filter, null, ignored, Property.EMPTY_ARRAY);
    this.recorder = recorder;
  }

  /** Called by Log4j. */
  @PluginBuilderFactory
  public static <B extends Builder<B>> B newBuilder() {
    return new Builder<B>().asBuilder();
  }

  /**
   * Builder that reads the configuration.
   *
   * @param <B> itself
   */
  public static final class Builder<B extends Builder<B>> extends AbstractAppender.Builder<B>
      implements org.apache.logging.log4j.core.util.Builder<SluiceAppender> {
    @PluginBuilderAttribute private String sink;

    /** Called by Log4j. */
    public Builder() {}

    /** Sets the sink's URI, with its options. */
    public B setSink(String uri) {
      sink = uri;
      return asBuilder();
    }

    @Override
    public SluiceAppender build() {
      try {
        LogRecorder recorder = new LogRecorder(sink);
        return new SluiceAppender(getName(), getFilter(), isIgnoreExceptions(), recorder);
      } catch (ConfigurationException e) {
        LOGGER.error("appender {} records nothing: {}", getName(), String.join("; ", e.problems()));
        return null;
      }
    }
  }

  @Override
  @SuppressWarnings("deprecation") // Message.getFormat: nothing else has the pattern
  public void append(LogEvent event) {
    Message message = event.getMessage();
    String pattern = message.getFormat();
    boolean isText = pattern == null || pattern.isEmpty(); // of maps and structures
    recorder.record(
        new LogRecorder.Origin(
            Instant.ofEpochSecond(
                event.getInstant().getEpochSecond(), event.getInstant().getNanoOfSecond()),
            event.getLevel().name(),
            event.getLoggerName(),
            event.getThreadName(),
            event.getMarker() == null ? null : event.getMarker().getName(),
            event.getContextData().toMap()),
        isText ? message.getFormattedMessage() : pattern,
        isText ? null : message.getParameters(),
        event.getThrown());
  }

  @Override
  public boolean stop(long timeout, TimeUnit unit) {
    setStopping();
    recorder.close();
    setStopped();
    return true;
  }
}
