package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.receivers.KiekerRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The binary log of Kieker's file writer. */
record KiekerFolder(Path folder) implements Receiver {
  @Override
  public String address() {
    return folder.toString();
  }

  @Override
  public long executions() throws IOException {
    KiekerRecords records = new KiekerRecords();
    for (Path map : files("kieker.map")) {
      for (String line : Files.readAllLines(map)) {
        // $1=text
        int equals = line.indexOf('=');
        records.register(Integer.parseInt(line.substring(1, equals)), line.substring(equals + 1));
      }
    }
    for (Path log : files(".bin")) {
      records.count(log);
    }
    return records.executions();
  }

  private List<Path> files(String end) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }
}
