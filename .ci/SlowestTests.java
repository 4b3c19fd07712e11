import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints the slowest test classes of all modules when the build ends, whether or not it failed, and
 * what did not run. The pom runs it as a task of Ant, which waits for the end of Maven's JVM.
 */
public final class SlowestTests {
  private static final int MAX_CLASSES = 10;
  private static final Pattern REPORT =
      Pattern.compile("(.*)/target/(?:surefire|failsafe)-reports-?(.*)/TEST-.*\\.xml");
  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]*?\\bname=\"([^\"]*)\" time=\"([\\d.,]*)\"");

  private Path root;
  private String notRun = "";

  /** Sets the folder of the project. */
  public void setRoot(String root) {
    this.root = Path.of(root);
  }

  /** Sets what this build leaves out, as a sentence; may be empty. */
  public void setNotRun(String notRun) {
    this.notRun = notRun;
  }

  /** Prints the list when the JVM ends. */
  public void execute() {
    long start = System.currentTimeMillis();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> print(start)));
  }

  private void print(long start) {
    try (Stream<Path> files =
        Files.find(
            root,
            5,
            (file, attributes) ->
                attributes.lastModifiedTime().toMillis() >= start && report(file).matches())) {
      List<Map.Entry<String, Double>> classes =
          files
              .map(this::suite)
              .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
              .toList();
      if (classes.size() <= MAX_CLASSES) {
        return; // somebody tests a few classes
      }
      System.out.println("Slowest of " + classes.size() + " test classes, in seconds:");
      classes.stream()
          .limit(MAX_CLASSES)
          .forEach(
              one -> System.out.printf(Locale.ROOT, "%7.1f  %s%n", one.getValue(), one.getKey()));
      if (!notRun.isEmpty()) {
        System.out.println(notRun);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Matcher report(Path file) {
    return REPORT.matcher(root.relativize(file).toString().replace('\\', '/'));
  }

  private Map.Entry<String, Double> suite(Path file) {
    try {
      Matcher report = report(file);
      Matcher suite = SUITE.matcher(Files.readString(file));
      if (!report.matches() || !suite.find()) {
        return Map.entry(file + " cannot be read", 0.0);
      }
      String variant = report.group(2).isEmpty() ? "" : " (" + report.group(2) + ")";
      double seconds = Double.parseDouble(suite.group(2).replace(",", ""));
      return Map.entry(report.group(1) + "  " + suite.group(1) + variant, seconds);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
