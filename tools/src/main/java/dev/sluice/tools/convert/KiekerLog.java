package dev.sluice.tools.convert;

import dev.sluice.tools.ToolException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Kieker's logs in a directory or zip file, and in the directories beneath: each with a map file
 * and text ({@code .dat}) or binary logs ({@code .bin}), compressed or not, is a producer. Each
 * other file in there is reported. Links are not followed, because whoever made the directory could
 * name any file of its reader.
 */
record KiekerLog(Path path) implements RecordSource {
  private static final List<String> MAPS = List.of("kieker.map", "tpmon.map");

  /** Returns the first map file of a directory that is no link, or null. */
  private static Path mapIn(Path at) {
    return MAPS.stream().map(at::resolve).filter(KiekerLog::isRegular).findFirst().orElse(null);
  }

  /** Returns whether there is a map file. */
  static boolean isAt(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return hasMap(path.toRealPath());
    }
    if (!path.toString().endsWith(".zip") || !Files.isRegularFile(path)) {
      return false;
    }
    try (FileSystem zip = FileSystems.newFileSystem(path)) {
      return hasMap(zip.getPath("/"));
    } catch (ZipException e) {
      return false;
    }
  }

  private static boolean hasMap(Path root) throws IOException {
    return folders(root).keySet().stream().anyMatch(folder -> mapIn(folder) != null);
  }

  private static boolean isRegular(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns all files by directory. */
  private static Map<Path, List<Path>> folders(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.toList()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    if (Files.isDirectory(path)) {
      readAll(path.toRealPath(), target, report);
    } else {
      try (FileSystem zip = FileSystems.newFileSystem(path)) {
        KiekerUnpacking.checkZip(path, report);
        readAll(zip.getPath("/"), target, report);
      } catch (ZipException e) {
        throw new ToolException(path + " is no zip file: " + e.getMessage(), e);
      }
    }
  }

  private void readAll(Path root, RecordTarget target, ConvertReport report) throws IOException {
    Map<Path, List<Path>> folders = folders(root);
    if (folders.keySet().stream().allMatch(folder -> mapIn(folder) == null)) {
      throw new ToolException(path + " contains no kieker.map, so it is not a Kieker log");
    }
    for (Map.Entry<Path, List<Path>> folder : folders.entrySet()) {
      folder.setValue(logs(folder.getValue(), mapIn(folder.getKey()), report));
    }
    for (Map.Entry<Path, List<Path>> folder : folders.entrySet()) {
      if (mapIn(folder.getKey()) != null) {
        readFolder(folder.getKey(), folder.getValue(), target, report);
      }
    }
  }

  /** Returns the logs that are read, which are expected; reports each other file. */
  private static List<Path> logs(List<Path> files, Path map, ConvertReport report)
      throws IOException {
    List<Path> logs = new ArrayList<>();
    for (Path file : files) {
      boolean isLog = isLog(file);
      if (file.equals(map)) {
        continue;
      }
      if (isLog && map != null && isRegular(file)) {
        logs.add(file);
        report.expect(file);
        continue;
      }
      String why =
          !isRegular(file)
              ? "links, pipes or devices, which are not read"
              : isLog ? "logs without a kieker.map beside them" : "files that are not logs";
      if (file.getFileName().toString().matches("(kieker|tpmon).*|.*\\.(dat|bin|map)(\\..*)?")) {
        report.lost(why, file.toString(), 1);
      } else {
        report.note(why, file.toString());
      }
    }
    return logs;
  }

  private void readFolder(Path folder, List<Path> logs, RecordTarget target, ConvertReport report)
      throws IOException {
    Map<Integer, String> texts = map(mapIn(folder), report);
    Path named = folder.getFileName() == null ? path : folder;
    KiekerRecords records =
        new KiekerRecords(named.toAbsolutePath().getFileName().toString(), target, report);
    for (Path log : logs) {
      String name = log.getFileName().toString();
      try (InputStream file = report.open(log, options(log))) {
        KiekerUnpacking.unpack(
            file,
            name.substring(name.lastIndexOf('.') + 1),
            in -> readLog(in, log, texts, records, report));
      } catch (ZipException e) {
        lost(log, e.getMessage(), report);
      } catch (EOFException e) {
        lost(log, "it is incomplete", report);
      }
    }
  }

  /** Returns how a log is opened: links are not followed. In a zip file there are none. */
  private static OpenOption[] options(Path file) {
    return file.getFileSystem().equals(FileSystems.getDefault())
        ? new OpenOption[] {LinkOption.NOFOLLOW_LINKS}
        : new OpenOption[0];
  }

  private static void lost(Path log, String why, ConvertReport report) {
    report.lost("rest of " + log + ": " + why, 1);
  }

  private static void readLog(
      InputStream in,
      Path log,
      Map<Integer, String> texts,
      KiekerRecords records,
      ConvertReport report)
      throws IOException {
    try {
      if (log.getFileName().toString().contains(".bin")) {
        new KiekerBinary(texts::get, records).readLog(new PushbackInputStream(in));
      } else {
        new KiekerText(texts, records).read(report.reader(in, log));
      }
    } catch (KiekerBinary.NotReadableException e) {
      lost(log, e.getMessage(), report);
    }
  }

  private static boolean isLog(Path file) {
    String name = file.getFileName().toString();
    return name.matches(
        ".*\\.(dat|bin)(\\.(gz|zip|df|xz|bz2))?|(kieker|tpmon).*\\.(gz|zip|df|xz|bz2)");
  }

  /** Texts by number; the dollar sign is optional. */
  private static Map<Integer, String> map(Path file, ConvertReport report) throws IOException {
    Map<Integer, String> texts = new HashMap<>();
    int number = 0;
    try (BufferedReader lines = report.reader(report.open(file, options(file)), file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        int equals = line.indexOf('=');
        if (line.isEmpty()) {
          continue;
        }
        try {
          int from = line.startsWith("$") ? 1 : 0;
          String text = line.substring(equals + 1);
          String before = texts.put(Integer.parseInt(line, from, equals, 10), text);
          if (before != null && !before.equals(text)) {
            report.lost(
                "numbers with two texts, of which only the second is used",
                file + ", line " + number,
                1);
          }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
          throw new ToolException(
              file + ", line " + number + ": '" + line + "' is no '$1=text'", e);
        }
      }
    }
    return texts;
  }
}
