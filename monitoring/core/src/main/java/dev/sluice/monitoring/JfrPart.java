package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Nearest;
import dev.sluice.api.config.Options;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Part of a monitor that records events of the VM's flight recorder if the option {@code jfr} is
 * given.
 */
final class JfrPart implements MonitorPart {
  static final String GC = "gc";
  static final String CPU = "cpu";
  static final String LOCKS = "locks";
  private static final Set<String> KINDS = new TreeSet<>(List.of(GC, CPU, LOCKS));

  private static final Key<String> JFR =
      Key.text(
              "jfr",
              null,
              "Events of the Java VM's flight recorder to record, separated by commas: gc"
                  + " (pauses and"
                  + " collections), cpu (once a second), locks (waits of threads).")
          .harmless()
          .withDefault("none");
  private static final Key<Duration> THRESHOLD =
      Key.duration(
          "jfr.threshold",
          Duration.ofMillis(10),
          Duration.ZERO,
          "Shorter waits for locks are left out.");

  @Override
  public List<Key<?>> keys() {
    return List.of(JFR, THRESHOLD);
  }

  @Override
  public Consumer<Monitor> prepare(Options options) {
    String text = options.get(JFR);
    Duration threshold = options.get(THRESHOLD);
    Set<String> kinds =
        text == null
            ? Set.of()
            : Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toSet());
    for (String kind : kinds) {
      if (!KINDS.contains(kind)) {
        options.problem(JFR, unknown(kind, KINDS));
      }
    }
    return monitor -> {
      if (!kinds.isEmpty()) {
        // A thread that the recorder makes would keep the program from ending.
        Thread thread = new Thread(() -> start(monitor, kinds, threshold), "sluice-jfr");
        thread.setDaemon(true);
        thread.start();
      }
    };
  }

  private static String unknown(String kind, Collection<String> known) {
    return "'%s' is unknown (known: %s)%s"
        .formatted(kind, String.join(", ", known), Nearest.hint(kind, known));
  }

  private static void start(Monitor monitor, Set<String> kinds, Duration threshold) {
    try {
      JfrEvents.record(monitor, kinds, threshold);
    } catch (IllegalStateException | LinkageError e) { // the module may be left out of a VM
      if (monitor.isEnding()) {
        return; // a stream that was closed cannot start
      }
      String why = e instanceof LinkageError ? "the VM lacks the module jdk.jfr" : e.getMessage();
      Log.log(Level.WARNING, "jfr records nothing: " + why + "; monitoring goes on", null);
    }
  }
}
