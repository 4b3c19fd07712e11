package dev.sluice.it;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** In what two files of the same name differ, for a person. */
final class ArchiveDifference {
  private static final int SHOWN = 3;

  private ArchiveDifference() {}

  static String of(Path first, Path second) throws IOException {
    if (!first.toString().matches(".*\\.(jar|zip)")) {
      return "bytes from " + Files.mismatch(first, second);
    }
    Map<String, Entry> one = entries(first);
    Map<String, Entry> other = entries(second);
    List<String> differences = new ArrayList<>();
    if (!List.copyOf(one.keySet()).equals(List.copyOf(other.keySet()))) {
      differences.add("names or their order");
    }
    tell("modes", Entry::mode, one, other, differences);
    tell("times", Entry::time, one, other, differences);
    tell("contents", Entry::sum, one, other, differences);
    return differences.isEmpty() ? "how it is packed" : String.join("; ", differences);
  }

  private static void tell(
      String what,
      Function<Entry, Object> part,
      Map<String, Entry> one,
      Map<String, Entry> other,
      List<String> differences) {
    List<String> names =
        one.keySet().stream()
            .filter(other::containsKey)
            .filter(name -> !part.apply(one.get(name)).equals(part.apply(other.get(name))))
            .toList();
    if (!names.isEmpty()) {
      String some = names.stream().limit(SHOWN).toList().toString();
      differences.add(what + " of " + names.size() + " of " + one.size() + ", as " + some);
    }
  }

  private static Map<String, Entry> entries(Path archive) throws IOException {
    Map<String, Entry> entries = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(archive.toFile());
        FileSystem files = FileSystems.newFileSystem(archive, Map.of())) {
      for (ZipEntry entry : zip.stream().toList()) {
        // Absent of an entry without a mode.
        Object mode = Files.getAttribute(files.getPath(entry.getName()), "zip:permissions");
        entries.put(
            entry.getName(),
            new Entry(
                String.valueOf(mode), entry.getLastModifiedTime().toMillis(), entry.getCrc()));
      }
    }
    return entries;
  }

  private record Entry(String mode, long time, long sum) {}
}
