package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SharedClassesTest {
  /** The one that fails reads lines of JSON as chunks, for the classes that report damage. */
  @Test
  void commands_whose_classes_are_archived_do_their_work() throws IOException {
    assertThat(SharedClasses.run(SharedClasses.VERIFY))
        .singleElement()
        .asString()
        .startsWith("verify ")
        .endsWith(".jsonl");
  }
}
