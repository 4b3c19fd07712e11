package dev.sluice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs of programs that others monitored, to chunks and back, line by line; the logs are in {@code
 * ../shared/data} beside the project or in {@code -Dsluice.data=DIR}.
 */
class RecordedLogsTest {
  private static final Path DATA = Path.of(System.getProperty("sluice.data", "../../shared/data"));

  @TempDir Path directory;

  @Test
  void every_record_of_real_logs_comes_back() throws IOException {
    if (!Files.isDirectory(DATA)) {
      System.out.println("skipped: no recorded logs in " + DATA + "; -Dsluice.data=DIR");
      return;
    }
    CommandRun command = new CommandRun();
    Path chunks = directory.resolve("chunks.slu");
    for (Path log : folders()) {
      Path back = directory.resolve(log.getFileName());
      assertThat(command.run("convert", log, "--to", chunks)).isZero();
      assertThat(command.run("verify", chunks)).isZero();
      assertThat(command.run("convert", chunks, "--to", "kieker:" + back)).isZero();
      assertThat(lines(back)).as(log.toString()).isNotEmpty().isEqualTo(lines(log));
      Files.delete(chunks);
    }
  }

  private static List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(DATA)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** All lines of a log, with the class in place of its number. */
  private static List<String> lines(Path folder) throws IOException {
    Map<String, String> classes = new HashMap<>();
    List<String> lines = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.sorted().toList();
    }
    for (Path map : files) {
      if (map.toString().endsWith(".map")) {
        Files.readAllLines(map)
            .forEach(line -> classes.put(line.split("=")[0], line.split("=")[1]));
      }
    }
    for (Path file : files) {
      String name = file.toString();
      if (name.contains(".dat")) {
        try (InputStream in = Files.newInputStream(file);
            InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(in) : in;
            BufferedReader text =
                new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
          text.lines()
              .forEach(
                  line -> {
                    int end = line.indexOf(';');
                    lines.add(classes.get(line.substring(0, end)) + line.substring(end));
                  });
        }
      }
    }
    return lines;
  }
}
