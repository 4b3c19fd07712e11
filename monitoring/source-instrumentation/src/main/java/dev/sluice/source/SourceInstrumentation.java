package dev.sluice.source;

import com.github.javaparser.ast.modules.ModuleDeclaration;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.monitoring.select.Rules;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Instrumentation of a source tree: writes a copy with probes in the methods that rules choose. No
 * line is added, so stack traces keep their numbers. Files that are no Java sources are copied; so
 * are those that have probes already, so that a second run changes nothing. For one thread.
 */
public final class SourceInstrumentation {
  private static final String MODULE = "dev.sluice.monitoring";

  private final Path sources;
  private final Rules rules;
  private Charset charset = StandardCharsets.UTF_8;
  private List<Path> classPath = List.of();
  private List<Path> references = List.of();
  private boolean nothingAllowed;

  private final List<Note> untouched = new ArrayList<>();
  private final List<Note> unknownTypes = new ArrayList<>();
  private int instrumentedFiles;
  private int operations;

  /** Creates the instrumentation of a directory with the given rules. */
  public SourceInstrumentation(Path sources, Rules rules) {
    this.sources = sources;
    this.rules = rules;
  }

  /** Sets the sources' character set. Default: UTF-8. */
  public SourceInstrumentation charset(Charset charset) {
    this.charset = charset;
    return this;
  }

  /**
   * Sets directories and jars with classes that the sources refer to; the JDK's classes are known.
   * No code of them is run.
   */
  public SourceInstrumentation classPath(List<Path> classPath) {
    this.classPath = List.copyOf(classPath);
    return this;
  }

  /** Sets directories with further sources that the instrumented sources refer to. */
  public SourceInstrumentation references(List<Path> references) {
    this.references = List.copyOf(references);
    return this;
  }

  /** Sets whether rules may choose no method here, as in one of several trees. Default: false. */
  public SourceInstrumentation nothingAllowed(boolean allowed) {
    nothingAllowed = allowed;
    return this;
  }

  /**
   * Writes the instrumented copy.
   *
   * @param output the directory to write; if it exists it must be empty or written by this method
   * @throws ConfigurationException if a directory is not as it must be or nothing is chosen; then
   *     nothing is written
   * @throws IOException if something cannot be read or written; what is half written is removed
   */
  public InstrumentationReport into(Path output) throws IOException {
    check(output);
    List<Path> paths = files(sources);
    SourceTypes types = new SourceTypes();
    List<ParsedFile> files = new ArrayList<>();
    for (Path path : paths) {
      if (isJava(path)) {
        files.add(read(sources, path, types));
      }
    }
    for (Path reference : references) {
      for (Path path : files(reference)) {
        if (isJava(path)) {
          read(reference, path, types);
        }
      }
    }
    Map<Path, String> texts = texts(files, types);
    int before = (int) files.stream().filter(ParsedFile::isInstrumented).count();
    if (operations == 0 && before == 0 && !nothingAllowed) {
      throw new ConfigurationException(List.of(nothing(files, types)));
    }
    write(paths, texts, output.toAbsolutePath().normalize());
    return new InstrumentationReport(
        files.size(),
        instrumentedFiles,
        before,
        paths.size() - files.size(),
        operations,
        untouched,
        unknownTypes);
  }

  private void check(Path output) throws IOException {
    for (Path directory : references) {
      checkDirectory(directory);
    }
    checkDirectory(sources);
    for (Path entry : classPath) {
      if (!Files.exists(entry)) {
        throw new ConfigurationException(
            List.of("no file or directory " + entry + " for the class path"));
      }
    }
    Path from = sources.toRealPath();
    Path to = real(output.toAbsolutePath().normalize());
    if (to.startsWith(from) || from.startsWith(to)) {
      throw new ConfigurationException(
          List.of(output + " and " + sources + " must not be inside of one another"));
    }
    OutputTree.check(output);
  }

  private static void checkDirectory(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new ConfigurationException(
          List.of(
              Files.exists(directory)
                  ? directory + " is a file; name the directory with the sources"
                  : "no directory " + directory));
    }
  }

  /** Returns the real path of a file that may not exist yet. */
  private static Path real(Path path) throws IOException {
    return Files.exists(path) || path.getParent() == null
        ? path.toRealPath()
        : real(path.getParent()).resolve(path.getFileName());
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> walk = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
      return walk.filter(Files::isRegularFile).map(root::relativize).sorted().toList();
    }
  }

  private static boolean isJava(Path path) {
    return path.toString().endsWith(".java");
  }

  private ParsedFile read(Path root, Path path, SourceTypes types) throws IOException {
    ParsedFile file = ParsedFile.read(path, Files.readAllBytes(root.resolve(path)), charset);
    if (file.unit() != null) {
      file = named(file, types);
    }
    if (file.unit() == null && root.equals(sources)) {
      untouched.add(file.problem());
    }
    return file;
  }

  /**
   * Reads the names of a file with enough stack, because expressions of many thousand operands are
   * as many levels deep.
   */
  private static ParsedFile named(ParsedFile file, SourceTypes types) {
    try {
      types.add(file.unit());
      return file;
    } catch (StackOverflowError e) {
      return ParsedFile.broken(file.path(), 0, "it is nested too deeply");
    }
  }

  /** Returns the new texts of the files that change. */
  private Map<Path, String> texts(List<ParsedFile> files, SourceTypes types) throws IOException {
    Map<Path, String> texts = new HashMap<>();
    try (ClassFiles classes = new ClassFiles(classPath)) {
      for (ParsedFile file : files) {
        if (file.unit() != null && !file.isInstrumented()) {
          module(file)
              .or(() -> instrument(file, types, new TypeNames(types, classes)))
              .ifPresent(text -> texts.put(file.path(), text));
        }
      }
    }
    return texts;
  }

  private void write(List<Path> paths, Map<Path, String> texts, Path place) throws IOException {
    try (OutputTree tree = OutputTree.at(place)) {
      for (Path path : paths) {
        String text = texts.get(path);
        tree.write(
            path,
            text == null
                ? Files.readAllBytes(sources.resolve(path))
                : SourceText.encode(text, charset));
      }
      tree.finish();
    }
  }

  private Optional<String> instrument(ParsedFile file, SourceTypes types, TypeNames names) {
    FileInstrumentation instrumentation = new FileInstrumentation(file, types, names, rules);
    Optional<String> text = instrumentation.text();
    untouched.addAll(instrumentation.untouched());
    if (text.isPresent()) {
      unknownTypes.addAll(instrumentation.unknownTypes());
      instrumentedFiles++;
      operations += instrumentation.operations();
    }
    return text;
  }

  /** Returns a problem if a module does not read Sluice's module. */
  private static Optional<String> module(ParsedFile file) {
    ModuleDeclaration module = file.unit().getModule().orElse(null);
    if (module == null
        || module.getDirectives().stream()
            .anyMatch(
                d ->
                    d.isModuleRequiresStmt()
                        && d.asModuleRequiresStmt().getNameAsString().equals(MODULE))) {
      return Optional.empty();
    }
    Insertions insertions = new Insertions();
    insertions.add(
        file.text().offset(module.getRange().orElseThrow().end, '}'), "requires " + MODULE + ";");
    return Optional.of(insertions.into(file.text().raw()));
  }

  private String nothing(List<ParsedFile> files, SourceTypes types) {
    if (files.isEmpty()) {
      return "no Java file in " + sources;
    }
    if (files.size() == untouched.size()) {
      return "none of " + files.size() + " Java files can be read; the first: " + untouched.get(0);
    }
    TreeSet<String> names = new TreeSet<>(types.names());
    return "no method in "
        + sources
        + " is chosen; its "
        + names.size()
        + " types are like "
        + names.first();
  }
}
