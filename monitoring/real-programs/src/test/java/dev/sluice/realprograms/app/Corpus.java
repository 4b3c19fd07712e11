package dev.sluice.realprograms.app;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Loads and links every class of many jars, all in one class loader, and initialises none; so each
 * goes through the JVM's verifier. Prints what went wrong, sorted, and how many jars and classes
 * there were.
 */
public final class Corpus {
  private static final String CLASS = ".class";

  private Corpus() {}

  /** Takes jars and folders of jars. */
  public static void main(String[] places) throws Exception {
    List<URL> urls = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>();
    for (String place : places) {
      try (Stream<Path> files = Files.walk(Path.of(place))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
          urls.add(file.toUri().toURL());
          addNames(file.toFile(), names);
        }
      }
    }
    ClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    int linked = 0;
    for (String name : names) {
      String failure = link(name, loader);
      if (failure == null) {
        linked++;
      } else {
        System.out.println(name + " " + failure);
      }
    }
    System.out.println(urls.size() + " jars, " + names.size() + " classes, " + linked + " linked");
    System.exit(0);
  }

  private static void addNames(File jar, TreeSet<String> names) throws Exception {
    try (JarFile file = new JarFile(jar)) {
      file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(CLASS) && !name.startsWith("META-INF/"))
          .filter(name -> !name.endsWith("module-info.class"))
          .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
          .forEach(names::add);
    }
  }

  /** Null, or what is wrong with it. The JVM links a class before it looks for its methods. */
  private static String link(String name, ClassLoader loader) {
    try {
      Class.forName(name, false, loader).getDeclaredMethods();
      return null;
    } catch (ClassNotFoundException | LinkageError e) {
      return e.getClass().getSimpleName();
    }
  }
}
