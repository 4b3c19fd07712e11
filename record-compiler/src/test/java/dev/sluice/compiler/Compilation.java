package dev.sluice.compiler;

import dev.sluice.api.record.RecordType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles snippets with all lints on and every warning an error. */
final class Compilation {
  private final Path output;
  private final List<JavaFileObject> sources = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private final List<Processor> processors = new ArrayList<>();
  private final DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();

  Compilation(Path output) {
    this.output = output;
    options.addAll(List.of("-Xlint:all,-processing", "-Werror", "-d", output.toString()));
    processors.add(new MonitoringRecordProcessor());
  }

  /** A source file that begins with the package and the imports that all snippets need. */
  Compilation record(String className, String text) {
    return source(
        "p/" + className, "package p; import dev.sluice.api.record.*; /** A snippet. */\n" + text);
  }

  Compilation source(String name, String text) {
    URI uri = URI.create("string:///" + name + ".java");
    sources.add(
        new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        });
    return this;
  }

  Compilation options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  Compilation before(Processor processor) {
    processors.add(0, processor);
    return this;
  }

  /** The errors and warnings, as {@code line: message}, without the place in a generated file. */
  List<String> messages() {
    run();
    return diagnostics.getDiagnostics().stream().map(Compilation::message).toList();
  }

  /** The text of the generated files by path. */
  Map<String, String> generated() {
    List<String> messages = messages();
    if (!messages.isEmpty()) {
      throw new AssertionError(messages);
    }
    try (Stream<Path> files = Files.walk(output)) {
      Map<String, String> texts = new TreeMap<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        texts.put(output.relativize(file).toString(), Files.readString(file));
      }
      return texts;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Where {@code io-api}'s classes are. */
  static Path api() {
    return Path.of(
        URI.create(
            RecordType.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private void run() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (!options.contains("--module-path")) {
      options("-classpath", api().toString());
    }
    JavaCompiler.CompilationTask task =
        compiler.getTask(null, null, diagnostics, options, null, sources);
    task.setProcessors(processors);
    task.call();
  }

  private static String message(Diagnostic<? extends JavaFileObject> diagnostic) {
    return diagnostic.getLineNumber() + ": " + diagnostic.getMessage(null);
  }
}
