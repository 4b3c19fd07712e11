package dev.sluice.monitoring.config;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;

/** A file beside the program's classes. */
final class ClassPathFile {
  private ClassPathFile() {}

  /** Returns the text of the file; null if there is none or it cannot be read. */
  static String read(String name) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    URL url = context == null ? null : context.getResource(name);
    url = url == null ? ClassLoader.getSystemResource(name) : url;
    if (url == null) {
      return null;
    }
    try {
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false); // a cached jar would stay open
      try (InputStream in = connection.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      return null;
    }
  }
}
