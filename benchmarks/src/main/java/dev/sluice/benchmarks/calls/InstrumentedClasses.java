package dev.sluice.benchmarks.calls;

import dev.sluice.api.config.Options;
import dev.sluice.benchmarks.calls.app.MonitoredClass;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.source.SourceInstrumentation;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Instruments the source of the monitored class and compiles it. */
final class InstrumentedClasses {
  private InstrumentedClasses() {}

  /**
   * The folder with the classes.
   *
   * @param folder where to put it, and the sources
   */
  static Path in(Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new ToolException("the stage 'source' compiles what it instruments and needs a JDK");
    }
    Options options =
        new Options(Map.of("include", MonitoredClass.class.getName() + "#monitoredMethod"));
    Path sources = folder.resolve("sources");
    new SourceInstrumentation(Libraries.monitoredSources(), Rules.read(options)).into(sources);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "-proc:none",
                    "--release",
                    "17",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString()),
                javaFiles(sources).stream().map(Path::toString))
            .toArray(String[]::new);
    if (compiler.run(null, null, null, arguments) != 0) {
      throw new IOException("the instrumented sources in " + sources + " do not compile");
    }
    return classes;
  }

  private static List<Path> javaFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
