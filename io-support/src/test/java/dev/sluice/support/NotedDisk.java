package dev.sluice.support;

import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.DiskFile;
import dev.sluice.support.platform.SystemDisk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The system's disk, which notes what is asked of it, and fails what it is told to. */
public final class NotedDisk {
  /**
   * Operations so far, of files with {@code file.} in front; of a disk with the name of the path.
   */
  public final List<String> notes = new ArrayList<>();

  /** What fails, as it is noted; null if nothing does. */
  public String failing;

  /** What is answered with false, as it is noted; null if nothing is. */
  public String refusing;

  /** Runs before each operation: what somebody else does just then. */
  public Consumer<String> meanwhile = operation -> {};

  /** The disk. */
  public Disk disk() {
    return around(Disk.class, SystemDisk.INSTANCE, "");
  }

  private <T> T around(Class<T> type, T target, String prefix) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              boolean ofPath = arguments != null && arguments[0] instanceof Path;
              String operation =
                  prefix
                      + method.getName()
                      + (ofPath ? " " + ((Path) arguments[0]).getFileName() : "");
              note(operation);
              if (operation.equals(refusing)) {
                return false;
              }
              try {
                Object result = method.invoke(target, arguments);
                return result instanceof DiskFile file
                    ? around(DiskFile.class, file, "file.")
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private void note(String operation) throws IOException {
    notes.add(operation);
    meanwhile.accept(operation);
    if (operation.equals(failing)) {
      throw new IOException("injected: " + operation);
    }
  }
}
