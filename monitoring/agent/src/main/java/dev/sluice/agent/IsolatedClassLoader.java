package dev.sluice.agent;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the agent's inside from the agent jar: each library lies unpacked in its own folder below
 * {@value #ROOT}, with classes called {@code .classdata} so that nobody else takes them for
 * classes. Nothing is written to disk.
 *
 * <p>Child first, with the platform loader as parent: neither the application's class path nor what
 * other agents add to the bootstrap loader gets in the way. Our own classes come with {@link
 * ProbeName} applied. Thread-safe.
 */
final class IsolatedClassLoader extends ClassLoader {
  /** The folder in the jar that holds a folder for each library. */
  static final String ROOT = "isolated/";

  /** The file below {@link #ROOT} that names the libraries' folders, one a line. */
  static final String INDEX = ROOT + "index";

  private static final String CLASS = ".class";
  private static final String OWN = "dev/sluice/agent/";

  static {
    registerAsParallelCapable();
  }

  private final JarFile jar;
  private final List<String> folders;
  private final URL location;
  private final ProtectionDomain domain;

  IsolatedClassLoader(JarFile jar) throws IOException {
    super("sluice-agent", ClassLoader.getPlatformClassLoader());
    this.jar = jar;
    try (InputStream in = jar.getInputStream(jar.getJarEntry(INDEX))) {
      folders =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(name -> ROOT + name + "/")
              .toList();
    }
    location = new java.io.File(jar.getName()).toURI().toURL();
    domain =
        new ProtectionDomain(
            new CodeSource(location, (java.security.cert.Certificate[]) null), null, this, null);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = findOwn(name);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  private Class<?> findOwn(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + CLASS;
    JarEntry entry = entry(file);
    if (entry == null) {
      return null;
    }
    try {
      byte[] bytes = bytes(file, entry);
      return defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] bytes(String file, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      return file.startsWith(OWN) && file.endsWith(CLASS) ? ProbeName.apply(bytes) : bytes;
    }
  }

  private JarEntry entry(String name) {
    for (String folder : folders) {
      JarEntry entry = jar.getJarEntry(folder + stored(name));
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  private static String stored(String name) {
    return name.endsWith(CLASS) ? name + "data" : name;
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    JarEntry entry = entry(name);
    if (entry == null) {
      return super.getResourceAsStream(name);
    }
    try {
      return new ByteArrayInputStream(bytes(name, entry));
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  protected URL findResource(String name) {
    JarEntry entry = entry(name);
    return entry == null ? null : url(entry.getName());
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    List<URL> urls = new ArrayList<>();
    for (String folder : folders) {
      JarEntry entry = jar.getJarEntry(folder + stored(name));
      if (entry != null) {
        urls.add(url(entry.getName()));
      }
    }
    return Collections.enumeration(urls);
  }

  @SuppressWarnings("deprecation") // its successor came with JDK 20
  private URL url(String entry) {
    try {
      return new URL("jar:" + location + "!/" + entry);
    } catch (MalformedURLException e) {
      return null;
    }
  }
}
