package dev.sluice.tools.convert;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.tools.ToolException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Chunks of the collector of Kieker 2.0.2: one as it goes through Kafka, or a file of them, each
 * behind its length (4 bytes). A chunk is a magic number, the number of the binary format, records
 * as {@link KiekerBinary} reads them, the number of strings, each with its length in front, both as
 * varints, and the length of the records in the last four bytes. Numbers are big-endian.
 */
record KiekerContainer(Path path) implements RecordSource {
  static final int MAGIC = 0x4B494B41;
  static final int BINARY = 0x44464C54;
  static final int HEADER_BYTES = 8;

  /**
   * Kieker's collector has buffers of this size at most by default, and nobody needs larger ones.
   */
  private static final int MAX_BYTES = 256 << 20;

  /** Returns whether the file begins with such a chunk. */
  static boolean isAt(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] start = in.readNBytes(HEADER_BYTES);
      return start.length == HEADER_BYTES
          && (ByteBuffer.wrap(start).getInt() == MAGIC
              || ByteBuffer.wrap(start).getInt(4) == MAGIC);
    }
  }

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    KiekerRecords records = new KiekerRecords(path.getFileName().toString(), target, report);
    report.expect(path);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(report.open(path), 1 << 16))) {
      in.mark(HEADER_BYTES);
      boolean isOne = in.readInt() == MAGIC;
      in.reset();
      if (isOne) {
        readChunk(in.readNBytes(MAX_BYTES), records, report);
        if (in.read() >= 0) {
          throw new KiekerBinary.NotReadableException("a chunk of more than 256 MiB");
        }
        return;
      }
      for (int next = in.read(); next >= 0; next = in.read()) {
        int length = next << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length < HEADER_BYTES || length > MAX_BYTES) {
          throw new KiekerBinary.NotReadableException("a length of " + length + " bytes");
        }
        byte[] chunk = in.readNBytes(length);
        if (chunk.length < length) {
          throw new KiekerBinary.NotReadableException("a chunk is incomplete");
        }
        readChunk(chunk, records, report);
      }
    } catch (KiekerBinary.NotReadableException e) {
      report.lost("rest of " + path + ": " + e.getMessage(), 1);
    } catch (EOFException e) {
      report.lost("rest of " + path + ": it is incomplete", 1);
    }
  }

  private void readChunk(byte[] bytes, KiekerRecords records, ConvertReport report)
      throws IOException {
    ByteBuffer chunk = ByteBuffer.wrap(bytes);
    try {
      if (chunk.getInt() != MAGIC || chunk.getInt() != BINARY) {
        throw new KiekerBinary.NotReadableException("data that is not a chunk of Kieker");
      }
      int recordBytes = chunk.getInt(bytes.length - 4);
      int end = Math.addExact(HEADER_BYTES, recordBytes);
      List<String> strings = strings(bytes, end, report);
      KiekerBinary binary =
          new KiekerBinary(id -> id >= 0 && id < strings.size() ? strings.get(id) : null, records);
      DataInputStream in =
          new DataInputStream(new ByteArrayInputStream(bytes, HEADER_BYTES, recordBytes));
      while (in.available() > 0) {
        binary.readOne(in);
      }
    } catch (MalformedChunkException
        | IndexOutOfBoundsException
        | ArithmeticException
        | BufferUnderflowException e) {
      throw new KiekerBinary.NotReadableException("a chunk with inconsistent lengths");
    }
  }

  private List<String> strings(byte[] chunk, int from, ConvertReport report)
      throws IOException, MalformedChunkException {
    Varint.Reader in = new Varint.Reader(chunk, 0, from, chunk.length);
    List<String> strings = new ArrayList<>();
    for (long left = in.nonNegative("strings"); left > 0; left--) {
      int length = in.bounded("length", 0, in.remaining());
      int at = in.skip(length);
      String text = new String(chunk, at, length, StandardCharsets.UTF_8);
      if (!ByteBuffer.wrap(chunk, at, length).equals(StandardCharsets.UTF_8.encode(text))) {
        report.lost("texts that are not UTF-8, read as ISO-8859-1", path.toString(), 1);
        text = new String(chunk, at, length, StandardCharsets.ISO_8859_1);
      }
      strings.add(text);
    }
    if (in.remaining() != 4) {
      throw new KiekerBinary.NotReadableException("a chunk with extra bytes after its texts");
    }
    return strings;
  }

  /** Refuses what is no such file. */
  KiekerContainer checked() throws IOException {
    if (!isAt(path)) {
      throw new ToolException(path + " contains no chunk of Kieker");
    }
    return this;
  }
}
