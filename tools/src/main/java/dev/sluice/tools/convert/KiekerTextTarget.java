package dev.sluice.tools.convert;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.kieker.KiekerType;
import dev.sluice.kieker.KiekerUnit;
import dev.sluice.tools.format.PerType;
import dev.sluice.tools.recordings.NewFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A directory with a text log that Kieker's own tools read: {@code kieker.map} and one {@code .dat}
 * file for each producer.
 */
final class KiekerTextTarget implements RecordTarget {
  /** Files that are open at a time. */
  private static final int MAX_PRODUCERS = 256;

  private final NewFile directory;
  private final ConvertReport report;
  private final PerType<KiekerPlan> plans = new PerType<>(KiekerPlan::new);
  private final Map<String, Integer> classes = new LinkedHashMap<>();

  /** Logs by producer; producers beyond the maximum share the last one that was used. */
  private final Map<Object, Writer> logs = new LinkedHashMap<>();

  private final StringBuilder line = new StringBuilder();
  private Object lastKey;
  private Writer last;

  KiekerTextTarget(Path path, ConvertReport report) throws IOException {
    this.directory = NewFile.directoryAt(path);
    this.report = report;
  }

  @Override
  public void take(RecordCursor cursor, Origin origin) throws IOException {
    KiekerPlan plan = plans.of(cursor.type());
    String className = plan.className(cursor);
    line.setLength(0);
    if (className != null) {
      line.append('$').append(classes.computeIfAbsent(className, name -> classes.size()));
      line.append(';');
    }
    if (plan.isLine()) {
      line.append(plan.line(cursor));
    } else if (className == null || plan.type() == null) {
      report.lost(
          "records of " + cursor.type().qualifiedName() + ", because Kieker has no such class", 1);
      return;
    } else {
      plan.reportUnsaid(cursor, report);
      values(cursor, plan, KiekerUnit.nanos(origin.attributes()));
    }
    log(origin).append(line.append('\n'));
  }

  private void values(RecordCursor cursor, KiekerPlan plan, long unitNanos) {
    KiekerType type = plan.type();
    long logged = plan.logged(cursor);
    line.append(logged == -1 ? -1 : logged / unitNanos);
    for (int i = 0; i < type.codes.length; i++) {
      line.append(';');
      switch (type.codes[i]) {
        case 'J' -> line.append(plan.number(cursor, i) / (type.instants[i] ? unitNanos : 1));
        case 'I', 'H', 'B' -> line.append(plan.number(cursor, i));
        case 'C' -> text(String.valueOf((char) plan.number(cursor, i)));
        case 'F' -> line.append((float) plan.real(cursor, i));
        case 'D' -> line.append(plan.real(cursor, i));
        case 'Z' -> line.append(plan.number(cursor, i) != 0);
        default -> text(plan.text(cursor, i));
      }
    }
  }

  /** A text log has no way to write its own separators. */
  private void text(String text) {
    boolean changed = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean separates = c == ';' || c == '\n' || c == '\r';
      changed |= separates;
      line.append(separates ? '_' : c);
    }
    if (changed) {
      report.lost("texts with ; or a line break, which are written as _ in a text log", 1);
    }
  }

  private Writer log(Origin origin) throws IOException {
    if (!origin.key().equals(lastKey)) {
      Writer writer = logs.get(origin.key());
      if (writer == null) {
        String name = "kieker-%03d-Sluice.dat".formatted(logs.size());
        writer = logs.size() < MAX_PRODUCERS ? open(name) : last;
        logs.put(origin.key(), writer);
      }
      lastKey = origin.key();
      last = writer;
    }
    return last;
  }

  private Writer open(String name) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(directory.output(name), StandardCharsets.UTF_8), 1 << 16);
  }

  @Override
  public void commit() throws IOException {
    StringBuilder map = new StringBuilder();
    classes.forEach((name, id) -> map.append('$').append(id).append('=').append(name).append('\n'));
    try (Writer file = open("kieker.map")) {
      file.append(map);
    }
    closeLogs();
    directory.commit();
    KiekerPlan.reportProducers(logs.size(), report);
  }

  private void closeLogs() throws IOException {
    for (Writer log : logs.values()) {
      log.close();
    }
  }

  @Override
  public void close() throws IOException {
    try (directory) {
      closeLogs();
    }
  }
}
