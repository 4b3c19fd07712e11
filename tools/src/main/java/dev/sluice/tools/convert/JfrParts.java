package dev.sluice.tools.convert;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The parts of a flight recording, each of which has its own types and constants. Every byte of the
 * file belongs to a part or is reported as lost. The JDK reads each part alone: of parts in one
 * file it takes the types of one for those of another, waits for a recorder that was killed, and
 * goes round in circles where a size is damaged. For one thread.
 */
final class JfrParts implements Closeable {
  static final int HEADER_BYTES = 68;

  /** "FLR", 0 and the version, in 16 bits. */
  private static final long VERSION_1 = 0x464c5200_0001L;

  private static final long VERSION_2 = 0x464c5200_0002L;
  private static final int SIZE_AT = 8;
  private static final int CONSTANTS_AT = 16;
  private static final int TYPES_AT = 24;
  private static final int STATE_AT = 64;

  /** Maximum number of passes over the events of the file, although sizes of parts may overlap. */
  private static final int MAX_WALKS = 4;

  private final Path path;
  private final ConvertReport report;
  private final FileChannel file;
  private final long size;
  private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10).limit(0);
  private long bufferAt;
  private long position;
  private long end;
  private long events;
  private long walked;
  private Path copy;

  JfrParts(Path path, ConvertReport report) throws IOException {
    this.path = path;
    this.report = report;
    file = FileChannel.open(path);
    size = file.size();
    report.part(() -> (double) end / size);
  }

  /** Returns a file that contains the next part only, until the next call; null at the end. */
  Path next() throws IOException {
    long cut = Math.min(end + HEADER_BYTES, size);
    long start = isHeader(end) && find(end + 1, cut) == cut ? end : find(end, size);
    if (start > end) {
      report.lost("bytes outside all parts of the recording", start - end);
    }
    end = start;
    if (start == size) {
      return null;
    }
    long last = partEnd(start);
    boolean isAlone = start == 0 && last == size && raw(SIZE_AT) == size && byteAt(STATE_AT) == 0;
    return isAlone ? path : copy(start, last - start);
  }

  /** Sets where the part ends; returns where its last event does. */
  private long partEnd(long start) throws IOException {
    long declared = raw(start + SIZE_AT);
    boolean fits =
        declared >= HEADER_BYTES && declared <= size - start && walked <= MAX_WALKS * size;
    end = fits ? start + declared : size;
    long last = fits ? eventsEnd(start) : start;
    if (!fits || last < end || end < size && !isHeader(end)) {
      end = find(start + HEADER_BYTES, end);
      last = eventsEnd(start);
    }
    return last;
  }

  /** Number of events of the part, of types that it describes and of others. */
  long events() {
    return events;
  }

  /** Position behind the last event whose size fits the part. */
  private long eventsEnd(long start) throws IOException {
    events = 0;
    int constants = 0;
    long at = start + HEADER_BYTES;
    while (at < end) {
      position = at;
      int length = (int) number(); // as the JDK takes it
      long type = number();
      if (length < 1 || length > end - at) {
        break;
      }
      events += type > 1 ? 1 : 0;
      constants += type == 1 ? 1 : 0;
      at += length;
    }
    walked += at - start;
    return hasConstants(start, constants) ? at : start + HEADER_BYTES;
  }

  /**
   * Returns whether the chain of events with constants ends; the JDK follows it for ever otherwise.
   */
  private boolean hasConstants(long start, int most) throws IOException {
    long at = start + raw(start + CONSTANTS_AT);
    for (int i = 0; i <= most; i++) {
      position = at;
      for (int skipped = 0; skipped < 4; skipped++) { // size, type, time, duration
        number();
      }
      long delta = number();
      if (delta == 0 || at + delta < start || at + delta >= end) {
        return true;
      }
      at += delta;
    }
    return false;
  }

  private Path copy(long start, long length) throws IOException {
    if (copy == null) {
      copy = Files.createTempFile("sluice-", ".jfr");
      copy.toFile().deleteOnExit();
    }
    try (FileChannel out =
        FileChannel.open(copy, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      for (long at = start, count; at < end; at += count) {
        count = file.transferTo(at, end - at, out);
        if (count == 0) {
          throw new IOException(path + " became shorter while it was read");
        }
      }
      out.write(ByteBuffer.allocate(Long.BYTES).putLong(0, length), SIZE_AT);
      out.write(ByteBuffer.allocate(1), STATE_AT);
    }
    return copy;
  }

  /**
   * Returns the first part from there on, or {@code until}. The JDK keeps copies of headers among
   * the constants, which are recognized by their offsets of types and constants.
   */
  private long find(long from, long until) throws IOException {
    long at = from;
    while (at < until
        && !(isHeader(at)
            && hasEvent(0, at + raw(at + TYPES_AT))
            && hasEvent(1, at + raw(at + CONSTANTS_AT)))) {
      at++;
    }
    return at;
  }

  private boolean hasEvent(long type, long at) throws IOException {
    position = at;
    return at > 0 && at < size && number() > 0 && number() == type;
  }

  private boolean isHeader(long at) throws IOException {
    return byteAt(at) == 'F'
        && size - at >= HEADER_BYTES
        && (raw(at) >>> 16 == VERSION_1 || raw(at) >>> 16 == VERSION_2);
  }

  /** Eight bytes there. */
  private long raw(long at) throws IOException {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | byteAt(at + i) & 0xff;
    }
    return value;
  }

  /** Returns the next number, whose first eight bytes have seven bits each. */
  private long number() throws IOException {
    long value = 0;
    for (int shift = 0; shift <= 56; shift += 7) {
      long next = byteAt(position++);
      value |= (shift == 56 ? next : next & 0x7f) << shift;
      if (next < 0x80) {
        break;
      }
    }
    return value;
  }

  /** -1 if the file has no such byte. */
  private int byteAt(long at) throws IOException {
    if (at < bufferAt || at >= bufferAt + buffer.limit()) {
      if (at < 0 || at >= size) {
        return -1;
      }
      bufferAt = at;
      file.read(buffer.clear(), at);
      buffer.flip();
    }
    return at - bufferAt < buffer.limit() ? buffer.get((int) (at - bufferAt)) & 0xff : -1;
  }

  @Override
  public void close() throws IOException {
    file.close();
    if (copy != null) {
      Files.deleteIfExists(copy);
    }
  }
}
