package dev.sluice.agent.instrument;

import dev.sluice.api.config.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Definition of the classes that all classes can see, in the bootstrap loader and before any class
 * that needs them is loaded.
 */
final class BootstrapProbe {
  private static final String[] CLASS_FILES = {
    "dev/sluice/agent/bootstrap/Probe.class", "dev/sluice/agent/bootstrap/Handover.class"
  };
  private static final String NAME = "java.lang.SluiceProbe";

  private static final String LIBRARY_CALL = "dev/sluice/agent/bootstrap/LibraryCall.class";

  private static MethodHandles.Lookup lookup;
  private static boolean isLibraryCallDefined;

  private BootstrapProbe() {}

  /**
   * Opens {@code java.lang} to the isolated loader alone, and defines the classes there. A second
   * call has no effect.
   *
   * @throws ConfigurationException if another agent of ours has done so
   */
  static synchronized void define(Instrumentation instrumentation)
      throws IOException, IllegalAccessException {
    if (lookup != null) {
      return;
    }
    if (isDefined()) {
      throw new ConfigurationException(List.of("another Sluice agent is at work in this JVM"));
    }
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(BootstrapProbe.class.getModule())),
        Set.of(),
        Map.of());
    MethodHandles.Lookup found =
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
    for (String file : CLASS_FILES) {
      define(found, file);
    }
    lookup = found;
  }

  /** Defines the class that contexts and presets need, after {@link #define}. */
  static synchronized void defineLibraryCall() {
    if (!isLibraryCallDefined) {
      try {
        define(lookup, LIBRARY_CALL);
      } catch (IOException | IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
      isLibraryCallDefined = true;
    }
  }

  private static void define(MethodHandles.Lookup lookup, String file)
      throws IOException, IllegalAccessException {
    try (InputStream in = BootstrapProbe.class.getClassLoader().getResourceAsStream(file)) {
      lookup.defineClass(in.readAllBytes());
    }
  }

  private static boolean isDefined() {
    try {
      Class.forName(NAME, false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
