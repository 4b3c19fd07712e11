package dev.sluice.it;

import dev.sluice.testkit.RawPairContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.io.TempDir;

// snippet: pair
class SingleFilePairTest extends RawPairContract {
  @TempDir Path directory;

  @Override
  protected String sink() {
    return "file:" + directory.resolve("records.slu");
  }

  @Override
  protected String source() {
    return sink();
  }

  @Override
  protected void poison(byte[] garbage) throws IOException {
    Files.write(directory.resolve("records.slu"), garbage, StandardOpenOption.APPEND);
  }
}
// end
