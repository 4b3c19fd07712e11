package dev.sluice.tools.convert;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Finds what readers of zip files leave unread: bytes in front of the entries, between them and
 * behind the end, and entries with the name of another one.
 */
final class ZipEnds {
  /** First bytes of the end of a zip file's directory. */
  private static final int SIGNATURE = 0x06054b50;

  private static final int END_BYTES = 22;

  /** Bytes in front of the end, for which zip files of more than 4 GiB have a second one. */
  private static final int LARGE_BYTES = 76;

  private static final int MAX_COMMENT_BYTES = 0xffff;

  /** Bytes of the directory that are read to find that no entry follows. */
  private static final int READ_AHEAD = 30;

  private ZipEnds() {}

  /** Entries in the order of the file. */
  static final class Entries extends ZipInputStream {
    Entries(InputStream file) {
      super(file);
    }

    /** Demands that behind the last entry there is the directory, its end, and nothing else. */
    void checkRest() throws IOException {
      long count = READ_AHEAD;
      long expected = -1;
      int window = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        count++;
        window = window >>> 8 | next << 24;
        if (expected < 0 && window == SIGNATURE) {
          byte[] end = in.readNBytes(END_BYTES - 4);
          count += end.length;
          if (end.length == END_BYTES - 4) {
            ByteBuffer fields = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
            long directory = Integer.toUnsignedLong(fields.getInt(8));
            expected = directory + END_BYTES + Short.toUnsignedInt(fields.getShort(16));
          }
        }
      }
      if (expected < 0) {
        throw new ZipException("its directory is cut off");
      }
      if (count != expected && count != expected + LARGE_BYTES) {
        throw new ZipException("bytes behind its last entry");
      }
    }
  }

  /** Reports what the entries by name leave out of a file. */
  static void reportUnread(Path path, ConvertReport report) throws IOException {
    try (SeekableByteChannel file = Files.newByteChannel(path)) {
      long size = file.size();
      file.position(Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES));
      ByteBuffer tail =
          ByteBuffer.allocate((int) (size - file.position())).order(ByteOrder.LITTLE_ENDIAN);
      while (tail.hasRemaining() && file.read(tail) >= 0) {}
      int end = tail.position() - END_BYTES;
      while (end >= 0 && tail.getInt(end) != SIGNATURE) {
        end--;
      }
      if (end < 0) {
        return;
      }
      int comment = Short.toUnsignedInt(tail.getShort(end + 20));
      long behind = tail.position() - end - END_BYTES - comment;
      long directory = Integer.toUnsignedLong(tail.getInt(end + 12));
      long start = Integer.toUnsignedLong(tail.getInt(end + 16));
      long before = size - tail.position() + end - directory - start;
      before -= before == LARGE_BYTES ? LARGE_BYTES : 0;
      if (behind > 0 || before > 0) {
        report.lost(
            "bytes in front of or behind the entries of " + path,
            Math.max(0, before) + Math.max(0, behind));
      }
    }
    try (ZipFile zip = new ZipFile(path.toFile())) {
      long names = zip.stream().map(entry -> entry.getName()).distinct().count();
      if (names < zip.size()) {
        report.lost("entries of " + path + " with the name of another one", zip.size() - names);
      }
    }
  }
}
