package dev.sluice.release;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/** What a POM must say for itself or by its parents, which are beside it in the repository. */
final class PomCheck {
  private static final List<String> OWN = List.of("name", "description", "artifactId");
  private static final List<String> INHERITED =
      List.of("groupId", "version", "url", "licenses", "developers", "scm", "issueManagement");

  private PomCheck() {}

  static List<String> faults(Published module, Path file, String version) {
    List<String> faults = new ArrayList<>();
    List<Element> line = new ArrayList<>();
    Element pom = Published.read(file);
    line.add(pom);
    while (Published.child(line.get(line.size() - 1), "parent").isPresent()) {
      Element parent = Published.child(line.get(line.size() - 1), "parent").orElseThrow();
      String artifact = Published.text(parent, "artifactId");
      Path above =
          file.resolve("../../..")
              .resolve(artifact)
              .resolve(version)
              .resolve(artifact + "-" + version + ".pom")
              .normalize();
      if (!Files.exists(above)) {
        faults.add("its parent " + artifact + " is missing");
        break;
      }
      line.add(Published.read(above));
    }
    OWN.stream()
        .filter(name -> Published.text(pom, name).isEmpty())
        .forEach(name -> faults.add("says no " + name));
    INHERITED.stream()
        .filter(name -> line.stream().allMatch(each -> Published.text(each, name).isEmpty()))
        .forEach(name -> faults.add("neither it nor a parent says " + name));
    if (!Published.text(pom, "artifactId").equals(module.artifact())) {
      faults.add("is another one's");
    }
    versions(pom)
        .filter(there -> there.endsWith("-SNAPSHOT"))
        .forEach(there -> faults.add("names the version " + there));
    return faults;
  }

  private static Stream<String> versions(Element element) {
    return Stream.concat(
        Published.children(element).flatMap(PomCheck::versions),
        Stream.of(Published.text(element, "version")));
  }
}
