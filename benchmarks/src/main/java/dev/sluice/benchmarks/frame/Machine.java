package dev.sluice.benchmarks.frame;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where something is measured. */
final class Machine {
  private static final List<String> NAMED =
      List.of(
          "sluice-collectors",
          "kieker",
          "opentelemetry",
          "kafka-clients",
          "zstd-jni",
          "lz4-java",
          "jmh-core");

  private Machine() {}

  /** Java and the operating system, in one line. */
  static String line() {
    return String.format(
        "Java %s on %s %s, %s",
        System.getProperty("java.vm.version"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Figures.count(Runtime.getRuntime().availableProcessors(), "processor"));
  }

  /** More of it, for the page. */
  static List<String> lines() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "%s %s (%s), %s of memory",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            processor(),
            Figures.bytes(system.getTotalMemorySize())));
    lines.add(
        String.format(
            "%s %s, options %s",
            System.getProperty("java.vm.name"),
            System.getProperty("java.runtime.version"),
            String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments())));
    lines.add("With " + String.join(", ", libraries()));
    return lines;
  }

  private static String processor() {
    int count = Runtime.getRuntime().availableProcessors();
    try (Stream<String> info = Files.lines(Path.of("/proc/cpuinfo"))) {
      String model =
          info.filter(line -> line.startsWith("model name"))
              .map(line -> line.substring(line.indexOf(':') + 1).strip())
              .findFirst()
              .orElse(System.getProperty("os.arch"));
      return count + " × " + model;
    } catch (IOException | UncheckedIOException e) {
      return Figures.count(count, "processor") + ", " + System.getProperty("os.arch");
    }
  }

  private static List<String> libraries() {
    return ClassPath.entries().stream()
        .map(path -> path.getFileName().toString().replaceFirst("\\.jar$", ""))
        .filter(name -> NAMED.stream().anyMatch(name::startsWith))
        .sorted()
        .toList();
  }
}
