package dev.sluice.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Where one library of the agent lies: in a folder of the agent jar, or in a jar of its own.
 * Immutable.
 *
 * @param jar open for the life of the JVM
 * @param folder with a slash at its end, or empty
 * @param classSuffix how class files end
 */
record LibraryFolder(JarFile jar, String folder, String classSuffix) {
  /** The folder in the agent jar that holds a folder for each library. */
  static final String ROOT = "isolated/";

  /** The file below {@link #ROOT} that names the libraries' folders, one a line. */
  static final String INDEX = ROOT + "index";

  private static final String CLASS = ".class";

  /** The libraries of the agent jar; their classes end so that nobody else takes them for such. */
  static Stream<LibraryFolder> of(JarFile agentJar) throws IOException {
    try (InputStream in = agentJar.getInputStream(agentJar.getJarEntry(INDEX))) {
      List<String> names = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return names.stream()
          .map(name -> new LibraryFolder(agentJar, ROOT + name + "/", CLASS + "data"));
    }
  }

  /** A jar like any other. */
  static LibraryFolder ofPlugin(File jar) throws IOException {
    return new LibraryFolder(new JarFile(jar, false), "", CLASS);
  }

  /** The entry of a class file or a resource, or null. */
  JarEntry entry(String name) {
    boolean isClass = name.endsWith(CLASS);
    String stem = isClass ? name.substring(0, name.length() - CLASS.length()) : name;
    return jar.getJarEntry(folder + stem + (isClass ? classSuffix : ""));
  }

  /** The bytes of a class file or a resource, or null. */
  byte[] bytes(String name) throws IOException {
    JarEntry entry = entry(name);
    if (entry == null) {
      return null;
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  /** The address of a class file or a resource, or null. */
  @SuppressWarnings("deprecation") // its successor came with JDK 20
  URL url(String name) {
    JarEntry entry = entry(name);
    try {
      return entry == null ? null : new URL("jar:" + location() + "!/" + entry.getName());
    } catch (MalformedURLException e) {
      return null;
    }
  }

  /** The address of the jar. */
  URL location() throws MalformedURLException {
    return new File(jar.getName()).toURI().toURL();
  }
}
