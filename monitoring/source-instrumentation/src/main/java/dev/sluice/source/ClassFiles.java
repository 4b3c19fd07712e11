package dev.sluice.source;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiled classes that sources refer to: those of a class path and of the running JDK. Classes are
 * inspected and never initialised, so none of their code runs. For one thread.
 */
final class ClassFiles implements AutoCloseable {
  private final URLClassLoader loader;
  private final Map<String, Optional<Class<?>>> known = new HashMap<>();

  ClassFiles(List<Path> classPath) throws MalformedURLException {
    URL[] urls = new URL[classPath.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = classPath.get(i).toUri().toURL();
    }
    loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  /** Returns the class with this binary name. */
  Optional<Class<?>> find(String name) {
    return known.computeIfAbsent(name, this::load);
  }

  private Optional<Class<?>> load(String name) {
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  /** Returns the binary name of a member type, declared by a class or inherited. */
  Optional<String> member(String owner, String name) {
    return find(owner).flatMap(type -> member(type, name));
  }

  private Optional<String> member(Class<?> owner, String name) {
    String declared = owner.getName() + "$" + name;
    if (find(declared).isPresent()) {
      return Optional.of(declared);
    }
    Class<?> parent = owner.getSuperclass();
    Optional<String> inherited = parent == null ? Optional.empty() : member(parent, name);
    for (Class<?> type : owner.getInterfaces()) {
      inherited = inherited.or(() -> member(type, name));
    }
    return inherited;
  }

  @Override
  public void close() throws java.io.IOException {
    loader.close();
  }
}
