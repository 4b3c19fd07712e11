package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.kieker.KiekerType;
import dev.sluice.kieker.KiekerTypes;
import dev.sluice.kieker.KiekerUnit;
import dev.sluice.tools.format.PerType;
import dev.sluice.tools.recordings.NewFile;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A file of chunks in the container of Kieker's collector, each behind its length (4 bytes). See
 * {@link KiekerContainer}.
 */
final class KiekerContainerTarget implements RecordTarget {
  /** Bytes of records of a chunk, about. */
  private static final int ENOUGH = 1 << 20;

  private final NewFile file;
  private final int chunkRecords;
  private final ConvertReport report;
  private final PerType<KiekerPlan> plans = new PerType<>(KiekerPlan::new);
  private final Set<Object> producers = new HashSet<>();
  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private int count;
  private int stringBytes;

  KiekerContainerTarget(Path path, int chunkRecords, ConvertReport report) throws IOException {
    this.file = NewFile.at(path);
    this.chunkRecords = chunkRecords;
    this.report = report;
  }

  @Override
  public void take(RecordCursor cursor, Origin origin) throws IOException {
    KiekerPlan plan = plans.of(cursor.type());
    String className = plan.className(cursor);
    KiekerType type = plan.type();
    if (className == null || type == null || isText(type)) {
      report.lost(
          "records of " + cursor.type().qualifiedName() + ", whose fields do not exist in Kieker",
          1);
      return;
    }
    plan.reportUnsaid(cursor, report);
    producers.add(origin.key());
    write(cursor, plan, className, KiekerUnit.nanos(origin.attributes()));
    if (++count >= chunkRecords || bytes.size() + stringBytes >= ENOUGH) {
      endChunk();
    }
  }

  private void write(RecordCursor cursor, KiekerPlan plan, String className, long unitNanos)
      throws IOException {
    KiekerType type = plan.type();
    // Kieker 2.0.2 has the newer class and order of fields alone.
    KiekerType written = KiekerTypes.forOurs(type.type.name());
    int from = written == null ? 0 : type.codes.length - written.codes.length;
    if (from > 0 && plan.number(cursor, 0) != 0) {
      report.lost("experiment ids of operation executions, which have no such field", 1);
    }
    out.writeInt(string(written == null ? className : written.className));
    long logged = plan.logged(cursor);
    out.writeLong(logged == -1 ? -1 : logged / unitNanos);
    for (int i = from; i < type.codes.length; i++) {
      value(cursor, plan, i, unitNanos);
    }
  }

  private void value(RecordCursor cursor, KiekerPlan plan, int i, long unitNanos)
      throws IOException {
    KiekerType type = plan.type();
    switch (type.codes[i]) {
      case 'J' -> out.writeLong(plan.number(cursor, i) / (type.instants[i] ? unitNanos : 1));
      case 'I' -> out.writeInt((int) plan.number(cursor, i));
      case 'D' -> out.writeDouble(plan.real(cursor, i));
      case 'Z' -> out.writeByte(plan.number(cursor, i) != 0 ? 1 : 0);
      default -> out.writeInt(string(plan.text(cursor, i)));
    }
  }

  private static boolean isText(KiekerType type) {
    return type.codes.length > 0 && type.codes[0] == 'T' || KiekerTypes.of(type.className) == null;
  }

  private int string(String text) {
    return strings.computeIfAbsent(
        text,
        added -> {
          stringBytes += added.length() + 2;
          return strings.size();
        });
  }

  private void endChunk() throws IOException {
    int recordBytes = bytes.size();
    varint(strings.size());
    for (String text : strings.keySet()) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      varint(utf8.length);
      out.write(utf8);
    }
    out.writeInt(recordBytes);
    DataOutputStream chunk = new DataOutputStream(file.out());
    chunk.writeInt(KiekerContainer.HEADER_BYTES + bytes.size());
    chunk.writeInt(KiekerContainer.MAGIC);
    chunk.writeInt(KiekerContainer.BINARY);
    bytes.writeTo(chunk);
    bytes.reset();
    strings.clear();
    stringBytes = 0;
    count = 0;
  }

  private void varint(int value) throws IOException {
    byte[] varint = new byte[Varint.MAX_BYTES];
    out.write(varint, 0, Varint.put(varint, 0, value));
  }

  @Override
  public void commit() throws IOException {
    if (count > 0) {
      endChunk();
    }
    file.commit();
    KiekerPlan.reportProducers(producers.size(), report);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
