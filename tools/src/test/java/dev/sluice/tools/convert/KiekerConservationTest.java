package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import kieker.common.exception.RecordInstantiationException;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.common.record.io.BinaryValueDeserializer;
import kieker.common.record.io.BinaryValueSerializer;
import kieker.common.record.io.TextValueDeserializer;
import kieker.common.registry.reader.ReaderRegistry;
import kieker.common.registry.writer.IWriterRegistry;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Logs of Kieker beside Kieker's own readers: each line and record is there, or reported. */
class KiekerConservationTest {
  private static final String CLASS = OperationExecutionRecord.class.getName();

  @TempDir Path directory;

  private HostileText text;
  private String seed;

  @Test
  void each_line_and_record_of_a_log_is_a_record_or_reported() throws Exception {
    long first = Seeds.first("logs of Kieker");
    for (long seed = first; seed < first + Seeds.count(100); seed++) {
      text = new HostileText(new Random(seed));
      this.seed = "seed " + seed;
      check(Files.createDirectory(directory.resolve("log" + seed)));
    }
  }

  private void check(Path folder) throws Exception {
    boolean isBinary = text.chance(0.4);
    String format = text.oneOf("", "", "gz", "df", "zip", "xz", "bz2");
    List<byte[]> parts = new ArrayList<>();
    List<String> map = new ArrayList<>(List.of("$1=" + CLASS, "$2=com.acme.Order"));
    for (int i = text.oneOf(1, 1, 2, 3); i > 0; i--) {
      parts.add(isBinary ? binary(map) : text.file(lines()));
    }
    // Parts of one stream have one encoding and whole lines; entries of a zip file are files.
    if (!isBinary && !format.equals("zip")) {
      parts = List.of(parts.get(0));
    }
    byte[] content = joined(parts);
    byte[] packed = packed(format, parts);
    byte[] hostile = hostile(packed, format);
    boolean isDamaged = hostile != packed || format.equals("df") && parts.size() > 1;
    if (format.isEmpty()) {
      content = hostile;
      parts = List.of(hostile);
      isDamaged = false;
    }
    String name = "kieker-1." + (isBinary ? "bin" : "dat") + (format.isEmpty() ? "" : "." + format);
    Files.write(folder.resolve(name), hostile);
    Files.writeString(
        folder.resolve("kieker.map"), (text.chance(0.2) ? "\ufeff" : "") + String.join("\n", map));
    long others = others(folder);

    Delivered delivered = Delivered.of(new KiekerLog(folder));

    assertThat(delivered.refusal).as(seed).isNull();
    assertThat(delivered.lost(folder + "/") - delivered.lost("rest of") - delivered.lost("not UTF"))
        .as(seed + " " + delivered.lost)
        .isEqualTo(others);
    boolean isWhole =
        isBinary
            ? isWholeBinary(binaryTruth(content, map), delivered, isDamaged)
            : isWhole(parts, delivered, isDamaged);
    assertThat(delivered.lost("rest of " + folder.resolve(name)) > 0)
        .as(seed + " " + name + " " + isDamaged + delivered.lost)
        .isEqualTo(isDamaged || !isWhole);
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String word = text.word().replaceAll("[;\\\\]", "");
      lines.add(
          text.chance(0.7)
              ? "$1;7;void "
                  + word
                  + "();s;"
                  + i
                  + ";1000;2000;h;0;"
                  + text.oneOf("0", "0", "", "x", "1;2")
              : text.oneOf("$2;8;" + word + ";", "", text.garbage(), "$9;1;a", "$1;", "$", word));
    }
    return lines;
  }

  /** Compares with the lines that another reader finds. */
  private boolean isWhole(List<byte[]> parts, Delivered delivered, boolean isDamaged)
      throws RecordInstantiationException {
    List<HostileText.Line> truth = new ArrayList<>();
    long wrong = 0;
    for (byte[] part : parts) {
      List<HostileText.Line> lines = HostileText.lines(part);
      wrong += lines.stream().filter(HostileText.Line::isWrong).count();
      lines.stream().filter(line -> !line.text().isEmpty()).forEach(truth::add);
    }
    if (isDamaged && delivered.items.size() > truth.size()) {
      return false;
    }
    for (int i = 0; i < delivered.items.size(); i++) {
      Delivered.Item item = delivered.items.get(i);
      if (!isDamaged && !truth.get(i).isWrong()) {
        assertSame(truth.get(i).text(), item);
      }
    }
    if (!isDamaged) {
      assertThat(delivered.lost("lines that are not")).as(seed).isEqualTo(wrong);
      assertThat(delivered.items).as(seed).hasSameSizeAs(truth);
    }
    return delivered.items.size() == truth.size();
  }

  private void assertSame(String line, Delivered.Item item) throws RecordInstantiationException {
    if (item.type().equals("kieker.line.1")) {
      String rest = item.text("kiekerClass") == null ? line : line.substring(line.indexOf(';') + 1);
      assertThat(item.text("line")).as(seed).isEqualTo(rest);
    } else if (line.startsWith("$2;")) {
      assertThat(item.text("value1")).as(seed).isEqualTo(line.split(";", -1)[2]);
    } else {
      TextValueDeserializer values =
          TextValueDeserializer.create(CharBuffer.wrap(line.substring(line.indexOf(';') + 1)));
      assertThat(values.getLong()).as(seed).isEqualTo(item.values().get("loggingTimestamp"));
      assertSame(new OperationExecutionRecord(values), item);
    }
  }

  private void assertSame(OperationExecutionRecord theirs, Delivered.Item item) {
    assertThat(
            List.of(item.text("operationSignature"), item.text("sessionId"), item.text("traceId")))
        .as(seed)
        .containsExactly(
            theirs.getOperationSignature(), theirs.getSessionId(), "" + theirs.getTraceId());
    assertThat(List.of(item.text("tin"), item.text("tout"), item.text("eoi"), item.text("ess")))
        .as(seed)
        .containsExactly(
            "" + theirs.getTin(),
            "" + theirs.getTout(),
            "" + theirs.getEoi(),
            "" + theirs.getEss());
  }

  /** Texts by number, as Kieker's writer has them. */
  private record Registry(List<String> map) implements IWriterRegistry<String> {
    @Override
    public long getId() {
      return 1;
    }

    @Override
    public int getId(String value) {
      for (int i = 0; i < map.size(); i++) {
        if (map.get(i).equals("$" + (i + 1) + "=" + value)) {
          return i + 1;
        }
      }
      map.add("$" + (map.size() + 1) + "=" + value);
      return map.size();
    }

    @Override
    public void register(String value) {
      getId(value);
    }
  }

  private byte[] binary(List<String> map) {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    Registry registry = new Registry(map);
    BinaryValueSerializer out = BinaryValueSerializer.create(buffer, registry);
    for (int i = 0; i < 20; i++) {
      buffer.putInt(registry.getId(CLASS)).putLong(7);
      new OperationExecutionRecord("void a" + i + "()", "s", i, 1000, 2000, "h", i, 1)
          .serialize(out);
    }
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** Records as Kieker reads them, up to where it cannot go on; then null. */
  private static List<OperationExecutionRecord> binaryTruth(byte[] content, List<String> map) {
    ReaderRegistry<String> registry = new ReaderRegistry<>();
    for (String line : map) {
      int equals = line.indexOf('=');
      registry.register(Long.parseLong(line.substring(1, equals)), line.substring(equals + 1));
    }
    ByteBuffer buffer = ByteBuffer.wrap(content);
    BinaryValueDeserializer in = BinaryValueDeserializer.create(buffer, registry);
    List<OperationExecutionRecord> records = new ArrayList<>();
    while (buffer.hasRemaining()) {
      try {
        if (!CLASS.equals(registry.get((long) buffer.getInt()))) {
          throw new IllegalStateException("another class");
        }
        buffer.getLong();
        records.add(new OperationExecutionRecord(in));
      } catch (RuntimeException e) {
        records.add(null);
        return records;
      }
    }
    return records;
  }

  private boolean isWholeBinary(
      List<OperationExecutionRecord> truth, Delivered delivered, boolean isDamaged) {
    int count = 0;
    for (OperationExecutionRecord theirs : truth) {
      if (theirs == null || isDamaged && count == delivered.items.size()) {
        break;
      }
      assertThat(count).as(seed).isLessThan(delivered.items.size());
      Delivered.Item item = delivered.items.get(count++);
      if (!isDamaged && theirs.getOperationSignature() != null) {
        assertSame(theirs, item);
      }
    }
    assertThat(delivered.items.size()).as(seed).isEqualTo(count);
    return count == truth.size();
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] packed(String format, List<byte[]> parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (format.equals("zip")) {
      try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
        for (int i = 0; i < parts.size(); i++) {
          zip.putNextEntry(new ZipEntry("entry" + i));
          zip.write(parts.get(i));
        }
      }
      return bytes.toByteArray();
    }
    for (byte[] part : parts) {
      try (OutputStream out =
          switch (format) {
            case "gz" -> new GZIPOutputStream(bytes);
            case "df" -> new DeflaterOutputStream(bytes);
            case "xz" -> new XZOutputStream(bytes, new LZMA2Options(1));
            case "bz2" -> new BZip2CompressorOutputStream(bytes);
            default -> bytes;
          }) {
        out.write(part);
      }
    }
    return bytes.toByteArray();
  }

  /** As it is, cut off, with bytes behind, or twice. */
  private byte[] hostile(byte[] packed, String format) {
    return switch (text.oneOf("", "", "", "cut", "behind", "twice")) {
      case "cut" ->
          java.util.Arrays.copyOf(packed, packed.length - text.oneOf(1, 7, packed.length * 2 / 5));
      case "behind" -> joined(List.of(packed, "some bytes".getBytes(StandardCharsets.UTF_8)));
      case "twice" ->
          format.equals("df") || format.equals("zip") ? joined(List.of(packed, packed)) : packed;
      default -> packed;
    };
  }

  /** Adds files that are not read; the result is how many look like a part of a log. */
  private long others(Path folder) throws IOException {
    long lost = 0;
    for (String name :
        List.of("kieker-2.dat.lz4", "tpmon.map", "sub/kieker-1.dat", "x.bin.zst", "notes.txt")) {
      if (text.chance(0.1)) {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), "$1=a");
        lost += name.equals("notes.txt") ? 0 : 1;
      }
    }
    if (text.chance(0.1)) {
      Files.createSymbolicLink(folder.resolve("link.dat"), folder.resolve("kieker.map"));
      lost++;
    }
    return lost;
  }

  @Test
  @Timeout(60)
  void links_and_pipes_in_a_log_are_reported_and_not_read() throws Exception {
    Path log = Files.createDirectory(directory.resolve("log"));
    Path secret = Files.writeString(directory.resolve("secret"), "root:x:0:0\n");
    Files.writeString(log.resolve("kieker.map"), "$1=" + CLASS);
    Files.writeString(log.resolve("kieker-1.dat"), "$1;7;void a();s;1;1000;2000;h;0;0\n");
    Files.createSymbolicLink(log.resolve("other.dat"), secret);
    Files.createSymbolicLink(
        Files.createDirectory(log.resolve("sub")).resolve("kieker.map"), secret);
    Process pipe = new ProcessBuilder("mkfifo", log.resolve("kieker-3.dat").toString()).start();
    assumeTrue(pipe.waitFor() == 0);

    Delivered delivered = Delivered.of(new KiekerLog(log));

    assertThat(delivered.items).hasSize(1);
    assertThat(delivered.lost("links, pipes or devices")).isEqualTo(3);
    Path link = Files.createSymbolicLink(directory.resolve("by-link"), log);
    assertThat(Delivered.of(new KiekerLog(link)).items).as("its user named it").hasSize(1);
  }

  @Test
  void bytes_around_the_entries_of_a_zip_file_are_reported() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("log/kieker.map"));
      zip.write(("$1=" + CLASS).getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("log/kieker-1.dat"));
      zip.write("$1;7;void a();s;1;1000;2000;h;0;0\n".getBytes(StandardCharsets.UTF_8));
      zip.setComment("of the shop");
    }
    byte[] zip = bytes.toByteArray();
    byte[] more = "more".getBytes(StandardCharsets.UTF_8);
    List<List<byte[]>> files =
        List.of(List.of(zip), List.of(more, zip), List.of(zip, more), List.of(zip, zip));
    for (int i = 0; i < files.size(); i++) {
      Path file = Files.write(directory.resolve("a" + i + ".zip"), joined(files.get(i)));
      Delivered delivered = Delivered.of(new KiekerLog(file));
      if (delivered.refusal == null) {
        assertThat(delivered.items).as("" + i).hasSize(1);
        assertThat(delivered.lost("")).as("%d %s", i, delivered.lost).isEqualTo(i == 0 ? 0 : 1);
      } else {
        assertThat(delivered.refusal).hasMessageContaining("is no zip file");
        assertThat(i).isPositive();
      }
    }
  }
}
