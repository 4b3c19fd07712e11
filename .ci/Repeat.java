import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs each test class of a directory many times beside busy loops and prints how often it failed.
 *
 * <p>Arguments: directory of test classes, repetitions of a class, number of busy loops, longest
 * seconds for a class, and, if not all, names of classes. Exit code 1 if a test failed.
 */
final class Repeat {
  public static void main(String[] args) throws IOException {
    for (int i = Integer.parseInt(args[2]); i > 0; i--) {
      Thread loop = new Thread(Repeat::spin, "busy");
      loop.setDaemon(true);
      loop.start();
    }
    List<String> names =
        args.length > 4 ? List.of(args).subList(4, args.length) : tests(Path.of(args[0]));
    boolean failed = false;
    for (String name : names) {
      failed |= repeat(name, Integer.parseInt(args[1]), Long.parseLong(args[3]));
    }
    System.exit(failed ? 1 : 0); // threads of a failed test may go on
  }

  private static void spin() {
    CountDownLatch never = new CountDownLatch(1);
    while (never.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private static List<String> tests(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(file -> file.endsWith("Test.class") && !file.contains("$"))
          .map(file -> file.substring(0, file.length() - 6).replaceAll("[/\\\\]", "."))
          .sorted()
          .toList();
    }
  }

  private static boolean repeat(String name, int times, long seconds) {
    Launcher launcher = LauncherFactory.create();
    long start = System.nanoTime();
    long tests = 0;
    int failures = 0;
    int run = 0;
    while (run < times && System.nanoTime() - start < seconds * 1_000_000_000) {
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      launcher.execute(
          LauncherDiscoveryRequestBuilder.request().selectors(selectClass(name)).build(), listener);
      run++;
      TestExecutionSummary summary = listener.getSummary();
      if (summary.getTestsFoundCount() == 0 && summary.getFailures().isEmpty()) {
        return false; // an abstract class
      }
      tests += summary.getTestsSucceededCount();
      for (TestExecutionSummary.Failure failure : summary.getFailures()) {
        failures++;
        System.out.println("FAILED " + failure.getTestIdentifier().getUniqueId());
        failure.getException().printStackTrace(System.out);
      }
    }
    System.out.printf(
        "%s: %d repetitions, %d tests, %d failures, %d s%n",
        name, run, tests, failures, (System.nanoTime() - start) / 1_000_000_000);
    return failures > 0;
  }
}
