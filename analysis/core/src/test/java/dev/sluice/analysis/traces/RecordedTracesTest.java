package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Traces of programs that others monitored, in text logs of Kieker: in {@code ../shared/data}
 * beside the project or in {@code -Dsluice.data=DIR}.
 */
class RecordedTracesTest {
  @ParameterizedTest
  @CsvSource({
    "bookstore-2010-oer/kieker-20100830-082225582-UTC-Thread-2.dat, 2, 1635, 6540",
    "distributed-333-traces-2010-oer/tpmon-20100218-141720308-UTC-Thread-14.dat, 3, 333, 883"
  })
  void recorded_traces_are_whole(String log, int first, int valid, int records) throws IOException {
    Path file = Path.of(System.getProperty("sluice.data", "../../../shared/data"), log);
    if (!Files.exists(file)) {
      System.out.println("skipped: no recorded log " + file + "; -Dsluice.data=DIR");
      return;
    }
    TestProgram program = new TestProgram(1);
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int count = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(";");
        if (parts[0].equals("$1")) {
          add(program, parts, first);
          if (++count % 1000 == 0) {
            program.chunk();
          }
        }
      }
    }
    TestProgram.Result result = program.end().reconstruct();
    assertThat(result.counts().records()).isEqualTo(records);
    assertThat(result.counts().traces(TraceState.VALID)).isEqualTo(valid);
    assertThat(result.counts().traces(TraceState.BROKEN)).isZero();
  }

  private static void add(TestProgram program, String[] parts, int first) {
    program.execution(
        Long.parseLong(parts[first + 2]),
        parts[first],
        Long.parseLong(parts[first + 3]),
        Long.parseLong(parts[first + 4]),
        Integer.parseInt(parts[first + 6]),
        Integer.parseInt(parts[first + 7]));
  }
}
