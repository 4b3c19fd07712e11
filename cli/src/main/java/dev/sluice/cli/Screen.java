package dev.sluice.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Screen at the end of standard output.
 *
 * @param columns characters of a line, {@code Integer.MAX_VALUE} if it is no terminal; asked when a
 *     table is printed
 * @param colour whether it may have colours
 */
public record Screen(IntSupplier columns, boolean colour) {
  /** A pipe or a file. */
  public static final Screen NONE = new Screen(() -> Integer.MAX_VALUE, false);

  private static final int DEFAULT_COLUMNS = 80;

  /** No line is narrower, whatever the terminal says. */
  static final int MIN_COLUMNS = 60;

  private static final Path STREAMS = Path.of("/proc/self/fd");

  /** Returns the screen of this process. */
  static Screen ofProcess() {
    return isTerminal() ? of(System.getenv(), Screen::ask) : NONE;
  }

  /**
   * Returns a terminal with this environment.
   *
   * @param size what {@code stty size} prints, used only if {@code COLUMNS} is not set
   */
  static Screen of(Map<String, String> environment, SizeSource size) {
    boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
    return new Screen(
        () -> {
          int columns = number(environment.getOrDefault("COLUMNS", ""));
          return Math.max(MIN_COLUMNS, columns > 0 ? columns : number(last(size)));
        },
        !plain && !dumb);
  }

  /** Asks for rows and columns. */
  interface SizeSource {
    String get() throws IOException, InterruptedException;
  }

  private static String last(SizeSource size) {
    try {
      String text = size.get().strip();
      String columns = text.substring(text.lastIndexOf(' ') + 1);
      return number(columns) > 0 ? columns : String.valueOf(DEFAULT_COLUMNS);
    } catch (IOException e) {
      return String.valueOf(DEFAULT_COLUMNS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return String.valueOf(DEFAULT_COLUMNS);
    }
  }

  private static int number(String text) {
    return text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
  }

  private static boolean isTerminal() {
    try {
      if (Files.isDirectory(STREAMS)) {
        String target = Files.readSymbolicLink(STREAMS.resolve("1")).toString();
        return target.matches("/dev/(pts/|tty|console).*");
      }
      return new ProcessBuilder("test", "-t", "1").inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String ask() throws IOException, InterruptedException {
    Process stty =
        new ProcessBuilder("stty", "size")
            .redirectInput(new File("/dev/tty"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }
}
