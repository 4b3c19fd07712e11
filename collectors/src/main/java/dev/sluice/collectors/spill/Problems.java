package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.DropCause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Logs what fails, once for each failure, and what is lost. Guarded by the spill. */
final class Problems {
  private final Path directory;
  private final Consumer<String> told;

  /** Description of the last failure, or null if the spill works; read by any thread. */
  volatile String last;

  Problems(Path directory, Consumer<String> told) {
    this.directory = directory;
    this.told = told;
  }

  void failed(String what, IOException why) {
    String text = "spill directory " + directory + " " + what + why.getMessage();
    if (!text.equals(last)) {
      last = text;
      told.accept(text);
    }
  }

  void warn(String text) {
    told.accept(text);
  }

  /** Logs that records are dropped; a number below 0 means an unknown number. */
  void dropped(String what, long records, DropCause cause) {
    String number = records < 0 ? "an unknown number of" : Long.toString(records);
    told.accept("spill: %s records of %s are dropped, %s".formatted(number, what, cause.label()));
  }
}
