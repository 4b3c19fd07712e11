package dev.sluice.cli.demo;

import dev.sluice.cli.ChildJvm;
import dev.sluice.cli.StopSignal;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** Removes what a command leaves when it ends by itself or by Ctrl-C, in reverse order. */
public final class Cleanup implements AutoCloseable {
  private final Deque<Runnable> actions = new ArrayDeque<>();
  private final StopSignal signal = new StopSignal(this::interrupted, 0);
  private volatile boolean stopping;

  /** Returns a directory that goes with everything in it. */
  public Path newDirectory(String prefix) throws IOException {
    return add(Files.createTempDirectory(prefix));
  }

  /** Registers an existing directory. */
  public Path add(Path directory) {
    add(() -> delete(directory));
    return directory;
  }

  /** Returns a child that is closed. */
  public ChildJvm add(ChildJvm child) {
    add(child::close);
    return child;
  }

  /** Something else to do. */
  public synchronized void add(Runnable action) {
    if (stopping) {
      action.run();
    } else {
      actions.push(action);
    }
  }

  private void interrupted() {
    stopping = true;
    runAll();
  }

  private synchronized void runAll() {
    while (!actions.isEmpty()) {
      actions.pop().run();
    }
  }

  @Override
  public void close() {
    runAll();
    signal.close();
  }

  private static void delete(Path directory) {
    try {
      NewFile.delete(directory);
    } catch (IOException | UncheckedIOException e) {
      // It lies in the system's temporary directory, which is emptied anyway.
    }
  }
}
