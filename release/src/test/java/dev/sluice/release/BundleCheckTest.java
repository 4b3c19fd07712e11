package dev.sluice.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of one module of the bundle, signed with a key of the test, and damaged. */
class BundleCheckTest {
  private static final String VERSION = System.getProperty("sluice.version");
  private static final List<String> COPIED = List.of("sluice-parent", "sluice-io-api");

  private final TrialKey key = new TrialKey();
  @TempDir private Path staging;
  private Path jar;

  @BeforeEach
  void copy() throws IOException {
    Path from = Path.of(System.getProperty("sluice.staging"));
    for (String artifact : COPIED) {
      Path folder = Path.of("dev/sluice", artifact, VERSION);
      Files.createDirectories(staging.resolve(folder));
      try (Stream<Path> files = Files.list(from.resolve(folder))) {
        for (Path file : files.filter(each -> !each.toString().endsWith(".asc")).toList()) {
          Path copy = staging.resolve(folder).resolve(file.getFileName());
          Files.copy(file, copy);
          if (copy.toString().matches(".*\\.(pom|jar|json)")) {
            key.sign(copy);
          }
        }
      }
    }
    jar =
        staging.resolve(
            "dev/sluice/sluice-io-api/" + VERSION + "/sluice-io-api-" + VERSION + ".jar");
  }

  private List<String> faults() throws IOException {
    List<Published> modules =
        Published.of(Path.of(System.getProperty("sluice.root"))).stream()
            .filter(module -> COPIED.contains(module.artifact()))
            .toList();
    return new BundleCheck(staging, VERSION, Optional.of(key.keys())).faults(modules);
  }

  private Path beside(String ending) {
    return Path.of(jar + ending);
  }

  @Test
  void whole_copy_has_no_fault() throws IOException {
    assertThat(faults()).isEmpty();
  }

  @Test
  void each_file_that_is_missing_is_told() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(jar.getParent())) {
      all = files.toList();
    }
    assertThat(all).hasSize(5 * 6);
    for (Path file : all) {
      byte[] content = Files.readAllBytes(file);
      Files.delete(file);
      assertThat(faults()).hasSize(1).first().asString().contains(file.getFileName() + ": missing");
      Files.write(file, content);
    }
  }

  @Test
  void file_of_nobody_is_told() throws IOException {
    Files.writeString(jar.resolveSibling("maven-metadata.xml"), "<metadata/>");
    assertThat(faults())
        .hasSize(1)
        .first()
        .asString()
        .endsWith("maven-metadata.xml: of no module that is published");
  }

  @Test
  void changed_byte_is_told_by_each_checksum_and_the_signature() throws IOException {
    try (OutputStream end = Files.newOutputStream(jar, StandardOpenOption.APPEND)) {
      end.write(0);
    }
    assertThat(faults())
        .hasSize(5)
        .anyMatch(fault -> fault.endsWith(".asc: not the signature of this file by this key"))
        .anyMatch(fault -> fault.endsWith(".sha512: not that of the file"));
  }

  @Test
  void signature_by_another_key_is_told() throws IOException {
    Files.delete(beside(".asc"));
    new TrialKey().sign(jar);
    assertThat(faults()).hasSize(1).first().asString().contains(".jar.asc: not the signature");
  }

  @Test
  void text_in_place_of_a_signature_is_told() throws IOException {
    Files.writeString(beside(".asc"), "signed, truly");
    assertThat(faults()).hasSize(1).first().asString().contains(".jar.asc: not the signature");
  }

  @Test
  void pom_that_says_less_than_it_must_is_told() throws IOException {
    Path pom = Path.of(jar.toString().replace(".jar", ".pom"));
    String text = Files.readString(pom, StandardCharsets.UTF_8);
    Files.writeString(
        pom,
        text.replaceFirst("<description>.*</description>", "")
            .replaceFirst("</version>", "-SNAPSHOT</version>"));
    assertThat(faults())
        .anyMatch(fault -> fault.endsWith(".pom: says no description"))
        .anyMatch(fault -> fault.endsWith(".pom: names the version " + VERSION + "-SNAPSHOT"));
  }

  @Test
  void text_in_place_of_a_jar_and_of_a_pom_is_told() throws IOException {
    Files.writeString(jar, "a jar, truly");
    Files.writeString(Path.of(jar.toString().replace(".jar", ".pom")), "<project>");
    assertThat(faults())
        .anyMatch(fault -> fault.contains(".jar: cannot be read"))
        .anyMatch(fault -> fault.contains(".pom: cannot be read"));
  }
}
