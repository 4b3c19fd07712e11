package dev.sluice.agent;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.jar.JarFile;

/**
 * Class loader of the agent's own classes from the agent jar, and plug-ins from jars that the user
 * names; see {@link LibraryFolder}. Nothing is written to disk.
 *
 * <p>Child first, with the platform loader as parent: neither the application's class path nor what
 * other agents add to the bootstrap loader gets in the way. Our own classes come with {@link
 * ProbeName} applied. Thread-safe.
 */
final class IsolatedClassLoader extends ClassLoader implements Consumer<File> {
  private static final String JDK = "java.";
  private static final String CLASS = ".class";
  private static final String OWN = "dev/sluice/agent/";

  static {
    registerAsParallelCapable();
  }

  private final List<LibraryFolder> folders = new CopyOnWriteArrayList<>();
  private final ProtectionDomain domain;

  IsolatedClassLoader(JarFile jar) throws IOException {
    super("sluice-agent", ClassLoader.getPlatformClassLoader());
    folders.addAll(LibraryFolder.of(jar));
    URL location = folders.get(0).location();
    domain =
        new ProtectionDomain(
            new CodeSource(location, (java.security.cert.Certificate[]) null), null, this, null);
  }

  /**
   * Adds a jar with plug-ins, after all others.
   *
   * @throws IllegalArgumentException if it cannot be opened; the message is the reason
   */
  @Override
  public void accept(File jar) {
    try {
      folders.add(LibraryFolder.ofPlugin(jar));
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(JDK)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = findOwn(name);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  private Class<?> findOwn(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = bytes(name.replace('.', '/') + CLASS);
      return bytes == null ? null : defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] bytes(String file) throws IOException {
    for (LibraryFolder folder : folders) {
      byte[] bytes = folder.bytes(file);
      if (bytes != null) {
        return file.startsWith(OWN) && file.endsWith(CLASS) ? ProbeName.apply(bytes) : bytes;
      }
    }
    return null;
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    try {
      byte[] bytes = bytes(name);
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  protected URL findResource(String name) {
    List<URL> urls = urls(name);
    return urls.isEmpty() ? null : urls.get(0);
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    return Collections.enumeration(urls(name));
  }

  private List<URL> urls(String name) {
    List<URL> urls = new ArrayList<>();
    for (LibraryFolder folder : folders) {
      URL url = folder.url(name);
      if (url != null) {
        urls.add(url);
      }
    }
    return urls;
  }
}
