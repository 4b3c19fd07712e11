package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the specification says of itself and of the files beside it. */
@Tag("one-jdk")
class SpecificationTest {
  private static final Pattern ANNOTATED =
      Pattern.compile("(?m)^\\| (\\d+) \\| `([0-9a-f ]+)` \\| .+ \\|$");
  private static final Pattern ERROR = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\| .+ \\|$");
  private static final Pattern KEY = Pattern.compile("\\[`([a-z0-9-]+)`]");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)[^)]*\\)");
  private static final long LARGEST_FOLDER = 3 << 20;
  private static final int LONGEST_DECODER = 620;

  private final Path file = SpecFiles.ROOT.resolve("container-v1.md");
  private final String text = new String(SpecFiles.bytes(file), StandardCharsets.UTF_8);

  private static List<String> group(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private String section(String title) {
    return text.split("\n## " + title + "\n")[1].split("\n## ")[0];
  }

  @Test
  void the_annotated_chunk_is_the_vector_byte_for_byte() {
    StringBuilder hex = new StringBuilder();
    for (MatchResult line : ANNOTATED.matcher(section("Annotated chunk")).results().toList()) {
      assertThat(Integer.parseInt(line.group(1))).isEqualTo(hex.length() / 2);
      hex.append(line.group(2).replace(" ", ""));
    }
    byte[] vector = SpecFiles.bytes(SpecFiles.ROOT.resolve("vectors/annotated.chunk"));
    assertThat(hex).hasToString(HexFormat.of().formatHex(vector));
  }

  @Test
  void each_error_is_listed_and_has_an_evil_file() {
    List<String> listed = group(ERROR, section("Errors"));
    assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(Errors.keys());
    assertThat(SpecFiles.evil().stream().map(SpecFiles::key).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(listed);
    List<String> known = new ArrayList<>(listed);
    known.add("limit");
    assertThat(known).containsAll(group(KEY, text));
  }

  @Test
  void links_lead_somewhere() {
    String withoutCode = text.replaceAll("(?s)```.*?```", "");
    assertThat(group(LINK, withoutCode))
        .isNotEmpty()
        .allSatisfy(link -> assertThat(file.resolveSibling(link)).exists());
  }

  @Test
  void vectors_are_what_their_builder_makes() {
    Decoded check = PythonDecoder.run(SpecFiles.ROOT.resolve("tools/make_vectors.py"), "--check");
    assertThat(check.comparable()).isEqualTo("exit code 0\n");
  }

  @Test
  void the_reference_decoder_stays_short_and_the_folder_small() throws IOException {
    try (Stream<String> lines = Files.lines(SpecFiles.DECODER)) {
      assertThat(lines.count()).isLessThan(LONGEST_DECODER);
    }
    try (Stream<Path> files = Files.walk(SpecFiles.ROOT)) {
      long bytes =
          files.filter(Files::isRegularFile).mapToLong(f -> SpecFiles.bytes(f).length).sum();
      assertThat(bytes).isLessThan(LARGEST_FOLDER);
    }
  }

  @Test
  void the_magic_line_names_a_file_of_chunks() throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder("file", "-b", "-m", "magic", "vectors/annotated.chunk")
              .directory(SpecFiles.ROOT.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      System.out.println("skipped: there is no file(1) here");
      Assumptions.abort("no file(1)");
      return;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(said).isEqualTo("Sluice monitoring records, version 1, binary\n");
  }
}
