package dev.sluice.tools.export;

import dev.sluice.tools.report.OperationNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Call paths, one a line, with the nanoseconds that were spent in their last operation: what flame
 * graph tools and speedscope read. For one thread.
 */
public final class CollapsedExport extends CallPathExport {
  private final OutputStream out;
  private final StringBuilder line = new StringBuilder();
  private UnaryOperator<String> names;

  CollapsedExport(OutputStream out) {
    this.out = out;
  }

  @Override
  void begin(Stream<String> signatures) {
    names = OperationNames.of(signatures);
  }

  @Override
  void write(String[] path, int length, long count, long self) throws IOException {
    if (self == 0) {
      return;
    }
    line.setLength(0);
    for (int i = length - 1; i >= 0; i--) {
      // A semicolon and a line break part calls and lines.
      line.append(names.apply(path[i]).replaceAll("[;\\p{Cntrl}]+", "_"));
      line.append(i > 0 ? ';' : ' ');
    }
    out.write(line.append(self).append('\n').toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  void end() throws IOException {
    out.flush();
  }
}
