package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The JDK's Flight Recorder with its method trace, an event of each execution, or its method
 * timing, an aggregate (JEP 520, JDK 25).
 *
 * @param folder for its settings, its repository and the recording
 */
record JfrTarget(Variant variant, Path folder, JfrRecording receiver) implements CallTarget {
  private static final int SINCE = 25;

  static JfrTarget of(Variant variant, Path folder) {
    return new JfrTarget(variant, folder, new JfrRecording(folder.resolve("recording.jfr")));
  }

  /** Why it cannot be measured on this JVM, or null. */
  static String obstacle() {
    int feature = Runtime.version().feature();
    return feature < SINCE ? "method timing and tracing came with JDK " + SINCE : null;
  }

  private String event() {
    return variant.stage() == Setup.AGGREGATE ? "jdk.MethodTiming" : "jdk.MethodTrace";
  }

  @Override
  public List<String> options() throws IOException {
    return List.of(
        "-Xlog:jfr*=off",
        "-XX:FlightRecorderOptions:repository=" + folder.resolve("repository"),
        // Without a limit the JDK keeps the last 250 MB.
        "-XX:StartFlightRecording:maxsize=100g,settings="
            + settings()
            + ",filename="
            + receiver.address(),
        "-cp",
        Libraries.classes().toString());
  }

  /** The JDK's own settings of the event, and no other event. */
  private Path settings() throws IOException {
    return Files.writeString(
        folder.resolve("settings.jfc"),
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <configuration version="2.0">
          <event name="%s">
            <setting name="enabled">true</setting>
            <setting name="filter">%s::monitoredMethod</setting>
            <setting name="threshold">0 ms</setting>
            <setting name="stackTrace">true</setting>
            <setting name="period">endChunk</setting>
          </event>
          <event name="jdk.DataLoss"><setting name="enabled">true</setting></event>
        </configuration>
        """
            .formatted(event(), variant.load().monitored().getName()));
  }

  @Override
  public String application() {
    return variant.load().monitored().getSimpleName();
  }
}
