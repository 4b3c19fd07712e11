package dev.sluice.maven;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.source.InstrumentationReport;
import dev.sluice.source.Note;
import dev.sluice.source.SourceInstrumentation;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;

/**
 * Writes a copy of the project's sources with probes in them, and has that compiled instead. The
 * project needs sluice-monitoring as a dependency, and the jars of a sink to run.
 */
@Mojo(
    name = "instrument",
    defaultPhase = LifecyclePhase.GENERATE_SOURCES,
    requiresDependencyResolution = ResolutionScope.COMPILE,
    threadSafe = true)
public final class InstrumentMojo extends AbstractMojo {
  private static final String MONITORING = "sluice-monitoring";

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  private MavenProject project;

  /** What to monitor: patterns as com.acme.** or com.acme.Foo#get*. Default: everything. */
  @Parameter(property = "sluice.include")
  private List<String> includes;

  /** What to leave out of that. */
  @Parameter(property = "sluice.exclude")
  private List<String> excludes;

  /** What to record: execution, events, duration, aggregate, aggregate-histogram, with commas. */
  @Parameter(property = "sluice.probe", defaultValue = "execution")
  private String probe;

  /** Further rules: NAME.include, NAME.exclude, NAME.probe and NAME.enabled with their values. */
  @Parameter private Map<String, String> rules;

  /** The sources' character set. */
  @Parameter(property = "encoding", defaultValue = "${project.build.sourceEncoding}")
  private String encoding;

  /** Where the copies go, a directory for each source root. */
  @Parameter(defaultValue = "${project.build.directory}/instrumented-sources", required = true)
  private File outputDirectory;

  /** Leaves the sources alone. */
  @Parameter(property = "sluice.instrument.skip", defaultValue = "false")
  private boolean skip;

  /** Called by Maven, which sets the parameters. */
  public InstrumentMojo() {}

  @Override
  public void execute() throws MojoExecutionException {
    if (skip) {
      getLog().info("sources are not instrumented: sluice.instrument.skip is set");
      return;
    }
    checkDependency();
    try {
      instrument();
    } catch (ConfigurationException e) {
      throw new MojoExecutionException(String.join("; ", e.problems()));
    } catch (IOException | UncheckedIOException | DependencyResolutionRequiredException e) {
      throw new MojoExecutionException("cannot instrument the sources: " + e.getMessage(), e);
    }
  }

  /**
   * Checks the dependency on the monitoring library, without which the written sources would not
   * compile.
   */
  private void checkDependency() throws MojoExecutionException {
    for (Artifact artifact : project.getArtifacts()) {
      if (artifact.getArtifactId().equals(MONITORING)) {
        return;
      }
    }
    throw new MojoExecutionException(
        "instrumented sources need the dependency dev.sluice:sluice-monitoring; add it to "
            + project.getArtifactId());
  }

  private void instrument() throws IOException, DependencyResolutionRequiredException {
    Options options = new Options(options());
    Rules chosen = Rules.read(options);
    Charset charset = charset(options);
    options.finish();
    List<Path> roots =
        project.getCompileSourceRoots().stream()
            .map(Path::of)
            .filter(root -> Files.isDirectory(root) && !root.startsWith(outputDirectory.toPath()))
            .toList();
    List<Path> classPath = classPath();
    for (int i = 0; i < roots.size(); i++) {
      Path root = roots.get(i);
      Path output = outputDirectory.toPath().resolve(Integer.toString(i));
      InstrumentationReport report =
          new SourceInstrumentation(root, chosen)
              .charset(charset)
              .classPath(classPath)
              .references(roots.stream().filter(other -> !other.equals(root)).toList())
              .nothingAllowed(roots.size() > 1)
              .into(output);
      log(root, report);
      removeSourceRoot(root.toString());
      project.addCompileSourceRoot(output.toString());
    }
  }

  /**
   * Removes a source root; Maven 3.9.11 warns if the list is changed and Maven 4 refuses that, but
   * before 3.9.10 it is the only way.
   */
  private void removeSourceRoot(String root) {
    try {
      project.removeCompileSourceRoot(root);
    } catch (NoSuchMethodError e) {
      project.getCompileSourceRoots().remove(root);
    }
  }

  private Charset charset(Options options) {
    try {
      return encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      options.problem("'" + encoding + "' is no character set");
      return Charset.defaultCharset();
    }
  }

  private Map<String, String> options() {
    Map<String, String> options = new HashMap<>();
    options.put("probe", probe);
    if (includes != null && !includes.isEmpty()) {
      options.put("include", String.join("|", includes));
    }
    if (excludes != null && !excludes.isEmpty()) {
      options.put("exclude", String.join("|", excludes));
    }
    if (rules != null) {
      rules.forEach((name, text) -> options.put("rule." + name, text));
    }
    return options;
  }

  /** Returns the class path without the project's own classes, which are not compiled yet. */
  private List<Path> classPath() throws DependencyResolutionRequiredException {
    List<Path> classPath = new ArrayList<>();
    for (String element : project.getCompileClasspathElements()) {
      Path path = Path.of(element);
      if (Files.exists(path) && !element.equals(project.getBuild().getOutputDirectory())) {
        classPath.add(path);
      }
    }
    return classPath;
  }

  private void log(Path root, InstrumentationReport report) {
    getLog()
        .info(
            "%d operations in %d of %d files of %s%s"
                .formatted(
                    report.operations(),
                    report.instrumentedFiles(),
                    report.files(),
                    root,
                    report.alreadyInstrumented() == 0
                        ? ""
                        : "; " + report.alreadyInstrumented() + " had probes before"));
    for (Note note : report.untouched()) {
      getLog().warn("left as it was: " + note);
    }
    for (Note note : report.unknownTypes()) {
      getLog().warn("type not found, named as it is written: " + note);
    }
  }
}
