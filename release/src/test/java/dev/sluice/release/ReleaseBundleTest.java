package dev.sluice.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.openpgp.PGPException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The bundle that was just made: all of it, and nothing else. */
class ReleaseBundleTest {
  private static final Path ROOT = Path.of(System.getProperty("sluice.root"));
  private static final Path STAGING = Path.of(System.getProperty("sluice.staging"));
  private static final Path BUNDLE = Path.of(System.getProperty("sluice.bundle"));
  private static final String VERSION = System.getProperty("sluice.version");

  @Test
  void bundle_has_what_each_published_module_owes_and_nothing_else()
      throws IOException, PGPException {
    Optional<Keys> keys = Optional.empty();
    if (!Boolean.getBoolean("sluice.unsigned")) {
      Path home = Path.of(System.getProperty("user.home"));
      keys = Keys.ofSigner(home.resolve(System.getProperty("sluice.keyFile")));
      assertThat(keys).as("the key it was signed with").isPresent();
    }
    List<Published> modules = Published.of(ROOT);
    assertThat(modules).hasSizeGreaterThan(40);
    assertThat(new BundleCheck(STAGING, VERSION, keys).faults(modules)).isEmpty();
  }

  @Test
  void zip_is_the_directory() throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(BUNDLE)) {
      Path root = zip.getPath("/");
      Set<String> files = files(STAGING);
      assertThat(files(root)).isEqualTo(files).isNotEmpty();
      for (String file : files) {
        assertThat(Files.mismatch(root.resolve(file), STAGING.resolve(file)))
            .as(file)
            .isEqualTo(-1);
      }
    }
  }

  @Test
  void bom_names_each_published_jar() {
    Set<String> jars =
        Published.of(ROOT).stream()
            .filter(module -> module.packaging().equals("jar"))
            .map(Published::artifact)
            .collect(Collectors.toCollection(TreeSet::new));
    var bom = Published.read(ROOT.resolve("bom/pom.xml"));
    var names = bom.getElementsByTagName("dependencyManagement");
    Set<String> named =
        Published.child((Element) names.item(0), "dependencies").stream()
            .flatMap(Published::children)
            .map(dependency -> Published.child(dependency, "artifactId").orElseThrow())
            .map(Node::getTextContent)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).isEqualTo(jars);
  }

  private static Set<String> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString().replace('\\', '/'))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
