package dev.sluice.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes.Name;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Libraries that a Java program brings along, by what a preset records of them. Looks at names
 * alone: in jars and folders of the class path and the module path, in what a manifest names, and
 * in the jars within an executable jar of Spring Boot or beside one of Quarkus. For one thread.
 */
final class Libraries {
  /** Options of {@code java} whose value may be the next word. */
  private static final Set<String> PAIRED =
      Set.of(
          ("-jar -cp -classpath --class-path -p --module-path --add-opens --add-exports --add-reads"
                  + " --add-modules --limit-modules --patch-module --upgrade-module-path")
              .split(" "));

  /** A preset, and a file that a jar or a folder of its library has; one a line. */
  private static final List<String> MARKS =
      List.of(
          "http jakarta/servlet/Servlet.class",
          "http javax/servlet/Servlet.class",
          "http io/vertx/ext/web/Router.class",
          "jdbc META-INF/services/java.sql.Driver",
          "spring org/springframework/scheduling/annotation/Scheduled.class",
          "jaxrs jakarta/ws/rs/GET.class",
          "jaxrs javax/ws/rs/GET.class",
          "kafka org/apache/kafka/clients/producer/KafkaProducer.class");

  private final Map<String, String> found = new TreeMap<>();
  private final Set<Path> looked = new TreeSet<>();

  /**
   * Returns the presets whose libraries the program brings along, each with a place that has one.
   *
   * @param command as a user types it: {@code java}, options, and the program
   * @param classPath value of the environment variable CLASSPATH, or null
   */
  static Map<String, String> presets(List<String> command, String classPath) {
    Libraries libraries = new Libraries();
    libraries.read(command, classPath == null ? "." : classPath);
    return libraries.found;
  }

  private void read(List<String> command, String variable) {
    String classPath = variable;
    for (int i = 1; i < command.size() && command.get(i).matches("[-@].*"); i++) {
      String[] option = command.get(i).split("=", 2);
      boolean isPair = isPair(option) && i + 1 < command.size();
      String value = isPair ? command.get(++i) : option[option.length - 1];
      switch (option[0]) {
        case "-jar" -> {
          look(value);
          return; // The program's arguments follow, and Java takes no class path then.
        }
        case "-cp", "-classpath", "--class-path" -> classPath = value;
        case "-p", "--module-path" -> path(value);
        default -> {}
      }
    }
    path(classPath);
  }

  private static boolean isPair(String[] option) {
    return PAIRED.contains(option[0]) && option.length == 1;
  }

  private void path(String text) {
    Stream.of(text.split(File.pathSeparator)).filter(part -> !part.isEmpty()).forEach(this::look);
  }

  /** A jar, a folder of classes, or a folder of jars, which the class path has with an asterisk. */
  private void look(String text) {
    try {
      Path place = Path.of(text.endsWith("*") ? text.substring(0, text.length() - 1) : text);
      if (Files.isDirectory(place)) {
        classes(place, place.toString());
        jars(place, place.toString());
      } else {
        jar(place.toAbsolutePath().normalize(), place.getFileName().toString());
      }
    } catch (IOException | InvalidPathException e) {
      // Java itself reports what it cannot read.
    }
  }

  private void jars(Path folder, String name) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
        for (Path jar : jars) {
          jar(jar, name);
        }
      }
    }
  }

  private void jar(Path jar, String name) throws IOException {
    // Manifests may name each other; jars within a jar have no other place.
    boolean isNew = jar.getFileSystem() != FileSystems.getDefault() || looked.add(jar);
    if (!isNew || !Files.isRegularFile(jar)) {
      return;
    }
    for (Path other : inside(jar, name)) {
      jar(other, name);
    }
    if (jar.endsWith("quarkus-run.jar")) {
      jars(jar.resolveSibling("lib/main"), name);
    }
  }

  /** Looks into a jar; those that its manifest names. */
  private List<Path> inside(Path jar, String name) {
    try (FileSystem inside = FileSystems.newFileSystem(jar)) {
      Path root = inside.getPath("/");
      classes(root, name);
      for (String inner : List.of("BOOT-INF", "WEB-INF")) {
        classes(root.resolve(inner + "/classes"), name);
        jars(root.resolve(inner + "/lib"), name);
      }
      return classPath(jar, root.resolve("META-INF/MANIFEST.MF"));
    } catch (IOException | IllegalArgumentException | ProviderNotFoundException e) {
      return List.of(); // another jar may say it
    }
  }

  private static List<Path> classPath(Path jar, Path manifest) throws IOException {
    if (!Files.exists(manifest)) {
      return List.of();
    }
    try (InputStream in = Files.newInputStream(manifest)) {
      String text = new Manifest(in).getMainAttributes().getValue(Name.CLASS_PATH);
      return text == null
          ? List.of()
          : Stream.of(text.strip().split("\\s+"))
              .map(jar.toUri()::resolve)
              .filter(uri -> "file".equals(uri.getScheme()))
              .map(Path::of)
              .toList();
    }
  }

  private void classes(Path root, String name) {
    for (String mark : MARKS) {
      String[] parts = mark.split(" ");
      if (Files.exists(root.resolve(parts[1]))) {
        found.putIfAbsent(parts[0], name);
      }
    }
  }
}
