package dev.sluice.it;

import dev.sluice.testkit.RawPairContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

class FilePairTest extends RawPairContract {
  @TempDir Path directory;

  @Override
  protected String sink() {
    return "file:" + directory.resolve("records") + "?rotate.bytes=4MiB";
  }

  @Override
  protected String source() {
    return "file:" + directory.resolve("records");
  }

  @Override
  protected void poison(byte[] garbage) throws IOException {
    try (Stream<Path> segments = Files.list(directory.resolve("records"))) {
      Path last = segments.max(Comparator.comparing(FilePairTest::time)).orElseThrow();
      Files.write(last, garbage, StandardOpenOption.APPEND);
    }
  }

  private static long time(Path file) {
    return file.toFile().lastModified();
  }
}
