package dev.sluice.support;

import dev.sluice.api.config.Loggers;
import dev.sluice.api.config.SmallFile;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;

/**
 * A value that is made from files, and made again when one of them has changed, as with a renewed
 * certificate or a replaced token. While the files cannot be used the last value stays, which is
 * logged once for each state of the files. Any thread.
 *
 * @param <T> what is made
 */
public final class ReloadedFromFiles<T> {
  private final String what;
  private final List<Path> files;
  private final Maker<T> maker;
  private List<String> made;
  private List<String> failed = List.of();
  private T value;

  /** Makes the value from the files. */
  @FunctionalInterface
  public interface Maker<T> {
    /**
     * Reads the files and returns the value.
     *
     * @throws IOException if they cannot be read or hold something else; one human-readable line
     */
    T make() throws IOException;
  }

  /**
   * Makes the value for the first time.
   *
   * @param what the human-readable name of the value
   * @param files those the maker reads
   */
  public ReloadedFromFiles(String what, List<Path> files, Maker<T> maker) throws IOException {
    this.what = what;
    this.files = List.copyOf(files);
    this.maker = maker;
    this.made = state();
    this.value = maker.make();
  }

  /**
   * Returns the value for the current content of the files. Asks the file system about each file.
   */
  public synchronized T get() {
    // Taken before the files are read: what changes meanwhile is noticed with the next call.
    List<String> now = state();
    if (!now.equals(made)) {
      try {
        value = maker.make();
        made = now;
      } catch (IOException | RuntimeException e) {
        if (!now.equals(failed)) {
          failed = now;
          Loggers.get(ReloadedFromFiles.class.getName())
              .log(Level.WARNING, what + " goes on with the files as they were: " + e.getMessage());
        }
      }
    }
    return value;
  }

  private List<String> state() {
    return files.stream().map(SmallFile::state).toList();
  }
}
