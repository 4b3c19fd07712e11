package dev.sluice.tools.convert;

import dev.sluice.tools.ToolException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Kieker's logs in a directory or zip file, and in the directories beneath: each with a map file
 * and text ({@code .dat}) or binary logs ({@code .bin}), compressed or not, is a producer.
 */
record KiekerLog(Path path) implements RecordSource {
  private static final List<String> MAPS = List.of("kieker.map", "tpmon.map");
  private static final int BUFFER = 1 << 16;

  /** What a file may ask for; {@code xz -9} needs half of it. */
  private static final int XZ_MEMORY_KIB = 128 << 10;

  /** Whether there is a map file. */
  static boolean isAt(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return !folders(path).isEmpty();
    }
    if (!path.toString().endsWith(".zip") || !Files.isRegularFile(path)) {
      return false;
    }
    try (FileSystem zip = FileSystems.newFileSystem(path)) {
      return !folders(zip.getPath("/")).isEmpty();
    } catch (ZipException e) {
      return false;
    }
  }

  private static List<Path> folders(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> MAPS.contains(String.valueOf(file.getFileName())))
          .map(Path::getParent)
          .distinct()
          .sorted()
          .toList();
    }
  }

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    if (Files.isDirectory(path)) {
      readAll(path, target, report);
    } else {
      try (FileSystem zip = FileSystems.newFileSystem(path)) {
        readAll(zip.getPath("/"), target, report);
      } catch (ZipException e) {
        throw new ToolException(path + " is no zip file: " + e.getMessage(), e);
      }
    }
  }

  private void readAll(Path root, RecordTarget target, ConvertReport report) throws IOException {
    List<Path> folders = folders(root);
    if (folders.isEmpty()) {
      throw new ToolException(path + " holds no kieker.map, so it is no log of Kieker");
    }
    for (Path folder : folders) {
      for (Path log : logs(folder)) {
        report.expect(log);
      }
    }
    for (Path folder : folders) {
      readFolder(folder, target, report);
    }
  }

  private static List<Path> logs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(KiekerLog::isLog).sorted().toList();
    }
  }

  private void readFolder(Path folder, RecordTarget target, ConvertReport report)
      throws IOException {
    Map<Integer, String> texts = map(folder);
    Path named = folder.getFileName() == null ? path : folder;
    KiekerRecords records =
        new KiekerRecords(named.toAbsolutePath().getFileName().toString(), target, report);
    for (Path log : logs(folder)) {
      try (InputStream in = open(log, report)) {
        if (log.getFileName().toString().contains(".bin")) {
          new KiekerBinary(texts::get, records).readLog(new PushbackInputStream(in));
        } else {
          InputStreamReader text = new InputStreamReader(in, StandardCharsets.UTF_8);
          new KiekerText(texts, records).read(new BufferedReader(new LineLimit(text, "it")));
        }
      } catch (KiekerBinary.NotReadableException | ZipException e) {
        report.lost("rest of " + log + ": " + e.getMessage(), 1);
      } catch (EOFException e) {
        report.lost("rest of " + log + ": it is cut off", 1);
      }
    }
  }

  private static boolean isLog(Path file) {
    String name = file.getFileName().toString();
    return name.matches(
        ".*\\.(dat|bin)(\\.(gz|zip|df|xz|bz2))?|(kieker|tpmon).*\\.(gz|zip|df|xz|bz2)");
  }

  private static InputStream open(Path log, ConvertReport report) throws IOException {
    InputStream file = new BufferedInputStream(report.open(log), BUFFER);
    try {
      return new BufferedInputStream(decompressed(file, log.getFileName().toString()), BUFFER);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static InputStream decompressed(InputStream file, String name) throws IOException {
    switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "gz":
        return new GZIPInputStream(file, BUFFER);
      case "df":
        return new InflaterInputStream(file);
      case "zip":
        ZipInputStream zip = new ZipInputStream(file);
        if (zip.getNextEntry() == null) {
          throw new ZipException("an empty or damaged zip file");
        }
        return zip;
      case "xz":
      case "bz2":
        return new Unpacked(file, name.endsWith("xz"));
      default:
        return file;
    }
  }

  /** Formats that the JDK does not know; damage is told as it tells that of the others. */
  private static final class Unpacked extends FilterInputStream {
    Unpacked(InputStream file, boolean isXz) throws IOException {
      super(open(file, isXz));
    }

    private static InputStream open(InputStream file, boolean isXz) throws IOException {
      try {
        return isXz
            ? new XZInputStream(file, XZ_MEMORY_KIB)
            : new BZip2CompressorInputStream(file, true);
      } catch (IOException e) {
        throw told(e);
      }
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      try {
        return super.read(bytes, from, count);
      } catch (IOException e) {
        throw told(e);
      }
    }

    private static IOException told(IOException e) {
      return e instanceof EOFException ? e : new ZipException(e.getMessage());
    }
  }

  /** Texts by number; the dollar sign is optional. */
  private static Map<Integer, String> map(Path folder) throws IOException {
    Path file = MAPS.stream().map(folder::resolve).filter(Files::exists).findFirst().orElseThrow();
    Map<Integer, String> texts = new HashMap<>();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      int equals = line.indexOf('=');
      if (line.isEmpty()) {
        continue;
      }
      try {
        int from = line.startsWith("$") ? 1 : 0;
        texts.put(Integer.parseInt(line, from, equals, 10), line.substring(equals + 1));
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        throw new ToolException(file + ", line " + number + ": '" + line + "' is no '$1=text'", e);
      }
    }
    return texts;
  }
}
