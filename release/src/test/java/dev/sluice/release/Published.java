package dev.sluice.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A module that is published, as its POM tells: each that does not skip its deployment.
 *
 * @param classifiers of the jars that it has besides those of every module
 * @param code whether it has sources, which a jar of dependencies alone has not
 */
record Published(
    Path folder, String artifact, String packaging, List<String> classifiers, boolean code) {
  /** All of them, the parent and the BOM included, but for modules of profiles. */
  static List<Published> of(Path root) {
    List<Published> found = new ArrayList<>();
    collect(root, false, found);
    return List.copyOf(found);
  }

  private static void collect(Path folder, boolean parentSkips, List<Published> found) {
    Element pom = read(folder.resolve("pom.xml"));
    boolean skips =
        child(pom, "properties")
            .flatMap(properties -> child(properties, "maven.deploy.skip"))
            .map(Node::getTextContent)
            .map(Boolean::parseBoolean)
            .orElse(parentSkips);
    if (!skips) {
      found.add(published(folder, pom));
    }
    child(pom, "modules").stream()
        .flatMap(Published::children)
        .forEach(module -> collect(folder.resolve(module.getTextContent()), skips, found));
  }

  private static Published published(Path folder, Element pom) {
    List<String> classifiers =
        child(pom, "build").stream()
            .flatMap(build -> Stream.of("classifier", "shadedClassifierName").flatMap(named(build)))
            .map(Node::getTextContent)
            .toList();
    return new Published(
        folder,
        text(pom, "artifactId"),
        child(pom, "packaging").map(Node::getTextContent).orElse("jar"),
        classifiers,
        Files.isDirectory(folder.resolve("src/main/java")));
  }

  /** That of a dependency or of an artifact that is copied is another one's. */
  private static Function<String, Stream<Node>> named(Element build) {
    return name -> {
      var nodes = build.getElementsByTagName(name);
      return IntStream.range(0, nodes.getLength())
          .mapToObj(nodes::item)
          .filter(node -> node.getParentNode().getNodeName().equals("configuration"));
    };
  }

  boolean isPom() {
    return packaging.equals("pom");
  }

  static Element read(Path pom) {
    try {
      var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler()); // which does not print what it throws
      return builder.parse(pom.toFile()).getDocumentElement();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static Stream<Element> children(Element parent) {
    var nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast);
  }

  static Optional<Element> child(Element parent, String name) {
    return children(parent).filter(element -> element.getTagName().equals(name)).findFirst();
  }

  static String text(Element parent, String name) {
    return child(parent, name).map(Node::getTextContent).map(String::strip).orElse("");
  }
}
