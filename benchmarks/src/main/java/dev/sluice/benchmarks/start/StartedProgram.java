package dev.sluice.benchmarks.start;

import dev.sluice.benchmarks.calls.Libraries;
import dev.sluice.benchmarks.start.app.AllOfH2;
import dev.sluice.benchmarks.start.app.EmptyProgram;
import dev.sluice.cli.Home;
import java.io.File;
import java.io.IOException;

/** A program whose start is measured. */
enum StartedProgram {
  /** One method, which does nothing. */
  EMPTY("empty", EmptyProgram.class, EmptyProgram.class.getName() + "#monitoredMethod"),
  /** All classes of a database and a short query; all its methods are instrumented. */
  H2("H2", AllOfH2.class, "org.h2.**");

  private final String label;
  private final Class<?> main;
  private final String include;

  StartedProgram(String label, Class<?> main, String include) {
    this.label = label;
    this.main = main;
    this.include = include;
  }

  /** The class with {@code main}. */
  Class<?> main() {
    return main;
  }

  /** Which methods are recorded, as a pattern of ours. */
  String include() {
    return include;
  }

  /** H2 comes from the demo's folder, where it lies as it was published; nobody is given it. */
  String classPath() throws IOException {
    String classes = Libraries.classes().toString();
    return this == H2 ? classes + File.pathSeparator + Home.demoClassPath() : classes;
  }

  /** The word for people. */
  @Override
  public String toString() {
    return label;
  }
}
