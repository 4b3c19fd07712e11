package dev.sluice.benchmarks.frame;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** The classes that are measured. */
final class ClassPath {
  private ClassPath() {}

  static List<Path> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  /** A checksum over the names and bytes of all files: another one is another build. */
  static String build() throws IOException {
    CRC32C sum = new CRC32C();
    for (Path entry : entries().stream().sorted().toList()) {
      try (Stream<Path> files = Files.walk(entry)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          sum.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
          sum.update(ByteBuffer.wrap(Files.readAllBytes(file)));
        }
      }
    }
    return String.format("%08x", sum.getValue());
  }
}
