package dev.sluice.tools.convert;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The compressions of Kieker's logs. All members of a file are read, and all entries of a zip file.
 * What is behind them ends in an exception, as damage does.
 */
final class KiekerUnpacking {
  private static final int BUFFER = 1 << 16;

  /** Memory that a file may demand; {@code xz -9} needs half of it. */
  private static final int XZ_MEMORY_KIB = 128 << 10;

  /** Reads a log, once for each entry of a zip file. */
  interface Reader {
    void read(InputStream log) throws IOException;
  }

  private KiekerUnpacking() {}

  /**
   * Reads the logs in a file.
   *
   * @param format the end of the file's name
   * @throws ZipException if something is damaged, or behind the logs
   * @throws EOFException if something is cut off
   */
  static void unpack(InputStream packed, String format, Reader reader) throws IOException {
    InputStream file = new BufferedInputStream(packed, BUFFER);
    switch (format) {
      case "df" -> inflate(file, reader);
      case "zip" -> unzip(file, reader);
      case "gz", "xz", "bz2" -> read(new Unpacked(file, format), reader);
      default -> reader.read(file);
    }
  }

  /** Reads to the end, also what a reader leaves, so that damage is found. */
  private static void read(InputStream log, Reader reader) throws IOException {
    InputStream in = new BufferedInputStream(log, BUFFER);
    reader.read(in);
    in.transferTo(OutputStream.nullOutputStream());
  }

  private static void inflate(InputStream file, Reader reader) throws IOException {
    Inflater inflater = new Inflater();
    try {
      read(new InflaterInputStream(file, inflater, BUFFER), reader);
      if (!inflater.finished()) {
        throw new ZipException("it needs a dictionary");
      }
      long behind = inflater.getRemaining() + file.transferTo(OutputStream.nullOutputStream());
      if (behind > 0) {
        throw new ZipException(behind + " bytes after the end of the compressed log");
      }
    } finally {
      inflater.end();
    }
  }

  private static void unzip(InputStream file, Reader reader) throws IOException {
    Entries zip = new Entries(file);
    if (zip.getNextEntry() == null) {
      throw new ZipException("an empty or damaged zip file");
    }
    do {
      read(zip, reader);
    } while (zip.getNextEntry() != null);
    zip.checkRest();
  }

  /** Reports what the file system of a zip file leaves out. */
  static void checkZip(Path path, ConvertReport report) throws IOException {
    Set<String> names = new HashSet<>();
    try (Entries zip = new Entries(new BufferedInputStream(Files.newInputStream(path), BUFFER))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!names.add(entry.getName())) {
          report.lost("entries of a zip file with a duplicate name", entry.getName(), 1);
        }
      }
      zip.checkRest();
    } catch (ZipException e) {
      report.lost("rest of " + path + ": " + e.getMessage(), 1);
    }
  }

  /** Entries in the order of the file. */
  private static final class Entries extends ZipInputStream {
    /** First bytes of the end of the directory, which are read as a number. */
    private static final int SIGNATURE = 0x06054b50;

    private static final int END_BYTES = 22;

    /** Bytes in front of the end of a file of more than 4 GiB. */
    private static final int LARGE_BYTES = 76;

    /** Bytes of the directory that are read to find that no entry follows. */
    private static final int READ_AHEAD = 30;

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
          ByteBuffer end = ByteBuffer.wrap(in.readNBytes(END_BYTES - 4));
          count += end.remaining();
          if (end.remaining() == END_BYTES - 4) {
            end.order(ByteOrder.LITTLE_ENDIAN);
            long directory = Integer.toUnsignedLong(end.getInt(8));
            expected = directory + END_BYTES + Short.toUnsignedInt(end.getShort(16));
          }
        }
      }
      if (count != expected && count != expected + LARGE_BYTES) {
        throw new ZipException(
            expected < 0 ? "its directory is incomplete" : "bytes outside its entries");
      }
    }
  }

  /** Formats with an exception of their own for damage. */
  private static final class Unpacked extends FilterInputStream {
    Unpacked(InputStream file, String format) throws IOException {
      super(open(file, format));
    }

    private static InputStream open(InputStream file, String format) throws IOException {
      try {
        return switch (format) {
          case "gz" ->
              GzipCompressorInputStream.builder()
                  .setInputStream(file)
                  .setDecompressConcatenated(true)
                  .get();
          case "xz" -> new XZInputStream(file, XZ_MEMORY_KIB);
          default -> new BZip2CompressorInputStream(file, true);
        };
      } catch (IOException e) {
        throw damage(e);
      }
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      try {
        return super.read(bytes, from, count);
      } catch (IOException e) {
        throw damage(e);
      }
    }

    private static IOException damage(IOException e) {
      return e instanceof EOFException ? e : new ZipException(e.getMessage());
    }
  }
}
