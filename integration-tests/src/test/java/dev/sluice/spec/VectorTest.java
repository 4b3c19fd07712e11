package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.testkit.Warns;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java decoder on the vectors of the specification. */
@Warns("this version does not know how they are stored")
class VectorTest {
  static List<Path> vectors() {
    return SpecFiles.vectors();
  }

  static List<Path> evil() {
    return SpecFiles.evil();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void each_vector_is_decoded_to_its_lines(Path vector) {
    Decoded decoded = JavaDecoder.decode(SpecFiles.bytes(vector));

    SpecFiles.assertUnread(vector, decoded);
    SpecFiles.assertLines(vector, decoded.lines());
  }

  @ParameterizedTest
  @MethodSource("evil")
  void each_evil_file_is_refused_for_its_reason(Path file) {
    assertThat(refusal(SpecFiles.bytes(file)))
        .as(SpecFiles.key(file))
        .containsPattern(Errors.pattern(SpecFiles.key(file)));
    Decoded decoded = JavaDecoder.decode(SpecFiles.bytes(file));
    assertThat(decoded.lines()).isEmpty();
    assertThat(decoded.damages()).isNotEmpty();
  }

  @Test
  void chunks_are_read_with_keys_if_one_of_them_signed_them_and_without_keys_always(
      @TempDir Path directory) throws Exception {
    Path keys = SpecFiles.keys(directory);
    assertThat(SpecFiles.signed()).hasSizeGreaterThan(10);
    for (Path file : SpecFiles.signed()) {
      Decoded decoded = JavaDecoder.verify(SpecFiles.bytes(file), keys);
      if (SpecFiles.name(file).startsWith("good")) {
        SpecFiles.assertLines(file, decoded.lines());
        assertThat(decoded.exitCode()).isZero();
      } else {
        assertThat(decoded.lines()).as(SpecFiles.name(file)).isEmpty();
        assertThat(decoded.damages())
            .singleElement()
            .asString()
            .containsPattern("not signed|signature is of no key");
      }
      assertThat(JavaDecoder.decode(SpecFiles.bytes(file)).exitCode()).isZero();
    }
  }

  @Test
  void there_is_an_evil_file_for_each_error() {
    assertThat(evil().stream().map(SpecFiles::key).distinct())
        .containsExactlyInAnyOrderElementsOf(Errors.keys());
  }

  /** The reason, whoever finds it; any other exception than that one fails the test. */
  private static String refusal(byte[] bytes) {
    try {
      Chunk chunk = ChunkLayout.parse(bytes, 0, bytes.length);
      for (Deserializer deserializer : ServiceLoader.load(Deserializer.class)) {
        if (deserializer.id() == chunk.header().serializerId()) {
          deserializer.newDecoder(DecodeLimits.FORMAT).decode(chunk);
          return "accepted";
        }
      }
      return "no deserializer for id " + chunk.header().serializerId();
    } catch (MalformedChunkException e) {
      assertThat(e.position()).isBetween(0L, 1L << 20);
      return e.reason();
    }
  }
}
