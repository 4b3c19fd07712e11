package dev.sluice.agent;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Place of the classes or the other files of a library of the agent: in a folder of the agent jar,
 * or in a jar of its own. Immutable.
 *
 * @param jar open for the life of the JVM
 * @param folder with a slash at its end, or empty
 * @param classSuffix how class files end, or null if there are none
 */
record LibraryFolder(JarFile jar, String folder, String classSuffix) {
  /** Folder in the agent jar that contains the other folders. */
  static final String ROOT = "isolated/";

  /** Folder with the classes of all libraries, so that a class is looked for in one place. */
  static final String CLASSES = ROOT + "classes/";

  /**
   * File that names, one a line, the folders of the libraries' other files; or jars, by their paths
   * from the agent jar's folder, as in a distribution, which shares them with other programs.
   */
  static final String INDEX = ROOT + "index";

  private static final String CLASS = ".class";
  private static final String JAR = ".jar";

  /**
   * Returns the folders of the agent jar; class files in it have another ending, so that no other
   * program takes them for class files.
   */
  static List<LibraryFolder> of(JarFile agentJar) throws IOException {
    List<LibraryFolder> folders = new ArrayList<>();
    folders.add(new LibraryFolder(agentJar, CLASSES, CLASS + "data"));
    String names = new String(read(agentJar, agentJar.getJarEntry(INDEX)), StandardCharsets.UTF_8);
    File place = new File(agentJar.getName()).getAbsoluteFile().getParentFile();
    for (String name : names.split("\\s+")) {
      if (name.endsWith(JAR)) {
        File jar = new File(place, name);
        if (!jar.exists()) {
          throw new FileNotFoundException(
              agentJar.getName()
                  + " works only where its archive was unpacked: there is no "
                  + jar.getCanonicalPath()
                  + "; copy sluice-agent-all.jar instead");
        }
        folders.add(ofPlugin(jar));
      } else {
        folders.add(new LibraryFolder(agentJar, ROOT + name + "/", null));
      }
    }
    return folders;
  }

  /** Returns the place of a plug-in, which is a normal jar. */
  static LibraryFolder ofPlugin(File jar) throws IOException {
    return new LibraryFolder(new JarFile(jar, false), "", CLASS);
  }

  /** Returns the entry of a class file or a resource, or null. */
  JarEntry entry(String name) {
    if (!name.endsWith(CLASS)) {
      return jar.getJarEntry(folder + name);
    }
    return classSuffix == null
        ? null
        : jar.getJarEntry(folder + name.substring(0, name.length() - CLASS.length()) + classSuffix);
  }

  /** Returns the bytes of a class file or a resource, or null. */
  byte[] bytes(String name) throws IOException {
    JarEntry entry = entry(name);
    return entry == null ? null : read(jar, entry);
  }

  private static byte[] read(JarFile jar, JarEntry entry) throws IOException {
    byte[] bytes = new byte[(int) entry.getSize()];
    try (InputStream in = jar.getInputStream(entry)) {
      in.readNBytes(bytes, 0, bytes.length);
    }
    return bytes;
  }

  /** Returns the address of a class file or a resource, or null. */
  @SuppressWarnings("deprecation") // its successor came with JDK 20
  URL url(String name) {
    JarEntry entry = entry(name);
    try {
      return entry == null ? null : new URL("jar:" + location() + "!/" + entry.getName());
    } catch (MalformedURLException e) {
      return null;
    }
  }

  /** Returns the address of the jar. */
  URL location() throws MalformedURLException {
    return new File(jar.getName()).toURI().toURL();
  }
}
