import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;
import org.gradle.util.GradleVersion;

/**
 * Prints the class paths that Gradle makes of a build script, each as NAME=JAR:JAR. Of Gradle there
 * is no distribution here, but its code, which plug-ins are tested with: it reads scripts and
 * resolves dependencies as in any build, and runs no tasks.
 */
class ClassPaths {
  /** Arguments: the project's folder, a folder for Gradle, the names of configurations. */
  public static void main(String[] args) {
    int status = 1;
    try {
      print(args);
      status = 0;
    } catch (Exception e) {
      e.printStackTrace();
    }
    System.exit(status); // Gradle's threads would go on
  }

  private static void print(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Project project =
        ProjectBuilder.builder()
            .withProjectDir(folder.toFile())
            .withGradleUserHomeDir(new File(args[1]))
            .build();
    System.out.println(GradleVersion.current());
    // A script that is applied must not ask for plug-ins itself.
    String script = Files.readString(folder.resolve("build.gradle"));
    Matcher plugins = Pattern.compile("plugins \\{(.*?)\\}", Pattern.DOTALL).matcher(script);
    plugins.find();
    Pattern.compile("id '([^']+)'")
        .matcher(plugins.group(1))
        .results()
        .forEach(id -> project.getPluginManager().apply(id.group(1)));
    Path applied = folder.resolve("applied.gradle");
    Files.writeString(applied, plugins.replaceFirst(""));
    project.apply(Map.of("from", applied.toFile()));
    for (String name : Arrays.asList(args).subList(2, args.length)) {
      String files =
          project.getConfigurations().getByName(name).getFiles().stream()
              .map(File::toString)
              .collect(Collectors.joining(File.pathSeparator));
      System.out.println(name + "=" + files);
    }
  }
}
