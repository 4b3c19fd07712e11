package dev.sluice.benchmarks.complexity;

import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds sources and tells the module that each belongs to. */
final class SourceTrees {
  private static final String MAIN = "src/main/java";

  private SourceTrees() {}

  /** Takes a source. */
  @FunctionalInterface
  interface Visitor {
    void visit(String module, String source) throws IOException;
  }

  /**
   * The main sources of our modules.
   *
   * @param root of the project
   */
  static void ours(Path root, Visitor visitor) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      visit(
          files.filter(file -> file.toString().contains(MAIN)),
          file -> {
            String path = root.relativize(file).toString().replace('\\', '/');
            return path.substring(0, Math.max(0, path.indexOf("/" + MAIN)));
          },
          visitor);
    }
  }

  /** The sources in a jar; a module is a package of {@code depth} names. */
  static void jar(Path jar, int depth, Visitor visitor) throws IOException {
    try (FileSystem inside = FileSystems.newFileSystem(jar);
        Stream<Path> files = Files.walk(inside.getPath("/"))) {
      visit(
          files,
          file ->
              file.subpath(0, Math.min(depth, file.getNameCount() - 1))
                  .toString()
                  .replace('/', '.'),
          visitor);
    }
  }

  private static void visit(Stream<Path> files, Function<Path, String> module, Visitor visitor)
      throws IOException {
    Map<Path, String> modules = new TreeMap<>();
    files
        .filter(file -> file.toString().endsWith(".java"))
        .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("module-info.java"))
        .filter(file -> file.getNameCount() > 1)
        .forEach(file -> modules.put(file, module.apply(file)));
    for (Map.Entry<Path, String> file : modules.entrySet()) {
      visitor.visit(file.getValue(), Files.readString(file.getKey()));
    }
  }

  /** The jar with a peer's sources, which the build copies beside the classes. */
  static Path peer(String name) throws IOException {
    try {
      Path classes =
          Path.of(SourceTrees.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path jar = classes.resolveSibling("peer-sources").resolve(name + ".jar");
      if (!Files.exists(jar)) {
        throw new ToolException(jar + " is missing; start the benchmark with ./sluice");
      }
      return jar;
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }
}
