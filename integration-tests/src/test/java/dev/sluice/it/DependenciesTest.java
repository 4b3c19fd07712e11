package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a program gets with our dependencies, as Maven resolves them; sizes are contracts. */
@Tag("one-jdk")
class DependenciesTest {
  private static final Path ROOT = Path.of("..");

  /** The jars that come with a bundle. */
  private static List<Path> jars(String bundle) throws IOException {
    String classPath =
        Files.readString(ROOT.resolve("bundles").resolve(bundle + "/target/class-path"));
    return Stream.of(classPath.strip().split(File.pathSeparator)).map(Path::of).toList();
  }

  /** Names of jars of others, without their versions. */
  private static List<String> others(String bundle) throws IOException {
    return jars(bundle).stream()
        .map(jar -> jar.getFileName().toString())
        .filter(name -> !name.startsWith("sluice-"))
        .map(name -> name.replaceFirst("-\\d.*", ""))
        .sorted()
        .toList();
  }

  private static long size(Path jar) {
    try {
      return Files.size(jar);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertAtMost(long bytes, List<Path> jars) {
    long sum = jars.stream().mapToLong(DependenciesTest::size).sum();
    String list =
        jars.stream()
            .map(jar -> "  %,d %s%n".formatted(size(jar), jar.getFileName()))
            .collect(Collectors.joining());
    assertThat(sum)
        .as("contract: at most %,d bytes of%n%s", bytes, list)
        .isLessThanOrEqualTo(bytes);
  }

  @Test
  void producer_to_files_and_tcp_has_jars_of_ours_alone_and_small_ones() throws IOException {
    assertThat(others("producer")).isEmpty();
    assertAtMost(1_200_000, jars("producer"));
  }

  @Test
  void program_that_writes_and_reads_files_has_jars_of_ours_alone() throws IOException {
    assertThat(others("files")).isEmpty();
  }

  @Test
  void kafka_adds_its_client_and_little_of_ours() throws IOException {
    assertThat(others("kafka"))
        .containsExactly("kafka-clients", "lz4-java", "slf4j-api", "snappy-java", "zstd-jni");
    List<Path> ours =
        jars("kafka").stream()
            .filter(jar -> jar.getFileName().toString().startsWith("sluice-raw-writer-kafka"))
            .toList();
    assertThat(ours).hasSize(1);
    assertAtMost(200_000, ours);
  }

  @Test
  void tcp_adds_netty_for_who_reads() throws IOException {
    assertThat(others("tcp")).isNotEmpty().allMatch(name -> name.startsWith("netty-"));
  }

  @Test
  void agent_for_files_and_tcp_is_small() {
    assertAtMost(1_600_000, List.of(ROOT.resolve("monitoring/agent/target/sluice-agent.jar")));
  }
}
