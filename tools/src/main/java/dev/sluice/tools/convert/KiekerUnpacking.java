package dev.sluice.tools.convert;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
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
        throw new ZipException(behind + " bytes behind the end of the compressed log");
      }
    } finally {
      inflater.end();
    }
  }

  private static void unzip(InputStream file, Reader reader) throws IOException {
    ZipEnds.Entries zip = new ZipEnds.Entries(file);
    if (zip.getNextEntry() == null) {
      throw new ZipException("an empty or damaged zip file");
    }
    do {
      read(zip, reader);
    } while (zip.getNextEntry() != null);
    zip.checkRest();
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
