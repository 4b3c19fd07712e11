import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Gives all entries of our jars below directories the same modes: 0755 for directories, 0644 for files. Archivers take
 * them from the files, and thus from the umask of whoever checked out and builds. Only the central directory of a jar
 * has modes: nothing else is written.
 */
final class FixedModes {
  private static final int END = 0x06054b50;
  private static final int END_LENGTH = 22;
  private static final int ENTRY = 0x02014b50;
  private static final int ENTRY_LENGTH = 46;
  private static final byte UNIX = 3;
  private static final int FILE = 0100644 << 16;
  private static final int DIRECTORY = 040755 << 16 | 0x10;

  public static void main(String[] directories) throws IOException {
    for (String directory : directories) {
      Path root = Path.of(directory);
      if (Files.isDirectory(root)) {
        try (Stream<Path> files = Files.walk(root)) {
          for (Path jar : files.filter(FixedModes::isOurs).toList()) {
            fix(jar);
          }
        }
      }
    }
  }

  private static boolean isOurs(Path file) {
    return file.getFileName().toString().matches("sluice-.*\\.jar") && Files.isRegularFile(file);
  }

  private static void fix(Path jar) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(jar)).order(ByteOrder.LITTLE_ENDIAN);
    int end = bytes.limit() - END_LENGTH;
    while (end >= 0 && bytes.getInt(end) != END) {
      end--;
    }
    int count = end < 0 ? 0xffff : Short.toUnsignedInt(bytes.getShort(end + 10));
    if (count == 0xffff) {
      throw new IOException(jar + " is no zip file, or one with more entries than are read here");
    }
    int at = bytes.getInt(end + 16);
    for (int i = 0; i < count; i++) {
      if (bytes.getInt(at) != ENTRY) {
        throw new IOException(jar + ": no entry at " + at);
      }
      int name = Short.toUnsignedInt(bytes.getShort(at + 28));
      boolean directory = bytes.get(at + ENTRY_LENGTH + name - 1) == '/';
      bytes.put(at + 5, UNIX);
      bytes.putInt(at + 38, directory ? DIRECTORY : FILE);
      at += ENTRY_LENGTH + name + Short.toUnsignedInt(bytes.getShort(at + 30)) + Short.toUnsignedInt(bytes.getShort(at + 32));
    }
    Files.write(jar, bytes.array());
  }

  private FixedModes() {}
}
