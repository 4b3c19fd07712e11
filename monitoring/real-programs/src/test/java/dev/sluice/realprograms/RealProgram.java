package dev.sluice.realprograms;

import dev.sluice.agent.it.Program;
import java.io.File;
import java.nio.file.Path;

/** Programs of the class path {@code target/lib}. */
final class RealProgram {
  private RealProgram() {}

  /** One on the tests' own JDK, still without its main class. */
  static Program on(Path directory) throws Exception {
    Path classes =
        Path.of(RealProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String programs = System.getProperty("sluice.programs") + "/*";
    return Program.on(Path.of(System.getProperty("java.home")), directory)
        .arguments("-Xmx1g", "-cp", classes + File.pathSeparator + programs);
  }
}
