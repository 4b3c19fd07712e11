package dev.sluice.source;

import dev.sluice.api.config.Options;
import dev.sluice.monitoring.select.Rules;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A source tree of a test. */
final class Sources {
  private static final Pattern SIGNATURE = Pattern.compile("=o\\(\"([^\"]*)\"");

  private final Path root;

  Sources(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  Sources file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  static Rules rules(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    Options options = new Options(values);
    Rules rules = Rules.read(options);
    options.finish();
    return rules;
  }

  InstrumentationReport instrument(Path output, String... rules) throws IOException {
    return new SourceInstrumentation(root, rules(rules)).into(output);
  }

  /** The signatures of the operations in an instrumented file, in their order. */
  static List<String> signatures(Path file) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher matcher = SIGNATURE.matcher(Files.readString(file));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** What the compiler says about all files below a directory; empty if nothing. */
  static String compile(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (var manager = compiler.getStandardFileManager(null, null, null);
        Stream<Path> files = Files.walk(sources)) {
      List<Path> java = files.filter(file -> file.toString().endsWith(".java")).toList();
      List<String> options =
          List.of("-Xlint:all,-processing", "-proc:none", "-d", classes.toString());
      compiler
          .getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(java))
          .call();
    }
    return said.toString();
  }
}
