package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Options;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Text logs of Kieker. */
final class KiekerLogs {
  private KiekerLogs() {}

  /** The only log that Kieker's writer left in a directory. */
  static Path in(Path directory) throws IOException {
    try (Stream<Path> logs = Files.list(directory)) {
      List<Path> all =
          logs.filter(log -> log.getFileName().toString().startsWith("kieker-")).toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  /** Converts a recording to a log, of which nothing may be lost. */
  static Path of(Path recording, Path log) throws IOException {
    ConvertReport report =
        Conversion.run(
            recording.toString(),
            new Options(Map.of()),
            "kieker:" + log,
            1000,
            null,
            null,
            null,
            SourceSpec.Times.ALL,
            Notices.NONE);
    assertThat(report.isWhole()).isTrue();
    return log;
  }

  /** The lines of a log, with classes in place of their numbers. */
  static List<String> lines(Path log) throws IOException {
    Map<String, String> classes = new TreeMap<>();
    for (String line : Files.readAllLines(log.resolve("kieker.map"))) {
      int equals = line.indexOf('=');
      classes.put(line.substring(0, equals), line.substring(equals + 1));
    }
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(log)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".dat")).sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          int end = line.indexOf(';');
          lines.add(classes.get(line.substring(0, end)) + line.substring(end));
        }
      }
    }
    return lines;
  }
}
