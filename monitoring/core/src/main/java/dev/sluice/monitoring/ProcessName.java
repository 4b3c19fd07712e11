package dev.sluice.monitoring;

import dev.sluice.api.chunk.Accounting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The default names of this process and of its machine. */
final class ProcessName {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private ProcessName() {}

  /**
   * Returns main class, host and process id, as in {@code com.acme.Shop@host:4711}, at most 64
   * bytes.
   */
  static String standard() {
    return of(System.getProperty("sun.java.command", ""), host(), ProcessHandle.current().pid());
  }

  /**
   * Builds the name from its parts; a name that is too long loses the beginning of its main class.
   */
  static String of(String command, String host, long pid) {
    String[] words = command.trim().split("\\s+");
    // java Shop.java is told as the class that compiles it, and the file.
    int first = words.length > 1 && words[0].contains("com.sun.tools.javac.launcher.") ? 1 : 0;
    String program = command.isBlank() ? "java" : words[first];
    // java -jar /opt/shop.jar and java -m module/com.acme.Shop
    program = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
    String name = program + "@" + host + ":" + pid;
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int from = Math.max(0, bytes.length - Accounting.MAX_NAME_BYTES);
    while (from < bytes.length && (bytes[from] & 0xc0) == 0x80) {
      from++;
    }
    return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
  }

  /**
   * Returns the machine's name. Asks no name service, because that may take seconds while the
   * application starts.
   */
  static String host() {
    try {
      return Files.readString(KERNEL).trim();
    } catch (IOException e) {
      String name = System.getenv("HOSTNAME");
      name = name == null ? System.getenv("COMPUTERNAME") : name;
      return name == null ? "localhost" : name;
    }
  }
}
