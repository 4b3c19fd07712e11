package dev.sluice.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Scripts and styles of the pages. */
final class Resources {
  /** Scripts that others build upon, in the order in which they need each other. */
  static final List<String> COMMON =
      List.of(
          "common/elements",
          "common/units",
          "common/theme",
          "common/address",
          "common/axes",
          "common/tables");

  private Resources() {}

  static String text(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the common scripts and these as one; what each defines is known to those behind it
   * alone.
   */
  static String script(String... modules) {
    return whole(scripts(List.of(modules)));
  }

  /** Returns the common scripts and that text as one. */
  static String whole(String text) {
    return "(() => {\n\"use strict\";\n" + scripts(COMMON) + text + "})();\n";
  }

  /** Scripts, one behind the other. */
  static String scripts(List<String> modules) {
    return modules.stream().map(module -> text(module + ".js")).collect(Collectors.joining());
  }

  static String style(String... names) {
    return List.of(names).stream()
        .map(name -> text(name + ".css"))
        .collect(Collectors.joining("", "\n", ""));
  }

  /** Returns the source of a Content-Security-Policy that allows this script or style alone. */
  static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Everything up to the body: nothing is loaded, and no script or style but these works. */
  static String head(String title, String style, String script) {
    return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; \
        form-action 'none'; script-src %s; style-src %s">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>%s</style></head>
        """
        .formatted(hash(script), hash(style), escape(title), style);
  }

  /** Returns a text between tags. */
  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
