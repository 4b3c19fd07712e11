package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands leave out as a warm-up of one recording. */
@Tag("one-jdk")
class SameWarmUpTest {
  private static String found(String pattern, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(Main.run(new Terminal(out, System.err, false), words)).isZero();
    Matcher found = Pattern.compile(pattern).matcher(out.toString(StandardCharsets.UTF_8));
    assertThat(found.find()).as(out.toString(StandardCharsets.UTF_8)).isTrue();
    return found.group(1) + ", " + found.group(2);
  }

  @Test
  void findings_and_compare_leave_out_as_long_a_time_and_as_many_requests(@TempDir Path folder)
      throws IOException {
    String file = PageRecordings.shop().write(folder.resolve("shop")).toString();
    String warmUp = found("The first (\\S+ \\S+) are a warm-up: (\\S+) req", "findings", file);
    String left = "left out as warm-up: the first (\\S+ \\S+); (\\S+) req";
    assertThat(List.of(found(left, "compare", file, file))).containsExactly(warmUp);
  }
}
