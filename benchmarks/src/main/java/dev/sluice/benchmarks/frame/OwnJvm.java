package dev.sluice.benchmarks.frame;

import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.cli.ChildJvm;
import dev.sluice.tools.format.JsonTree;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs a task in a JVM of its own, which starts cold, has compiled nothing for other steps, and has
 * the options that the task asks for. Ends with its parent.
 */
public final class OwnJvm {
  private static final String PROGRESS = "% ";

  private OwnJvm() {}

  /** Measures in a JVM of its own; has a constructor without parameters. */
  @FunctionalInterface
  public interface Task {
    /** Does so; a failure ends the JVM. */
    void run(List<String> arguments, Step.Recorder recorder) throws Exception;
  }

  /**
   * Starts a JVM with the class path of this one, waits for its end and adds what it measured.
   *
   * @param options of the JVM, e.g. {@code -Xmx1g}
   * @param arguments of the task, which it gets as texts
   */
  public static void run(
      Class<? extends Task> task, List<String> options, List<?> arguments, Step.Recorder recorder)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(options);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), OwnJvm.class.getName()));
    words.add(task.getName());
    arguments.forEach(argument -> words.add(argument.toString()));
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    try (ChildJvm child = ChildJvm.start(task.getSimpleName(), words, lines::add)) {
      String line;
      while ((line = lines.poll(100, TimeUnit.MILLISECONDS)) != null || child.isAlive()) {
        if (line != null) {
          take(line, recorder);
        }
      }
      child.join();
    }
    for (String line : lines) {
      take(line, recorder);
    }
  }

  /** Several JVMs may measure for one recorder at a time. */
  private static void take(String line, Step.Recorder recorder) throws IOException {
    synchronized (recorder) {
      takeAlone(line, recorder);
    }
  }

  private static void takeAlone(String line, Step.Recorder recorder) throws IOException {
    if (line.startsWith(WorkerJvm.ANSWER)) {
      String answer = line.substring(WorkerJvm.ANSWER.length());
      recorder.samples().addAll(SampleJson.read(JsonTree.object(answer).get("samples")));
    } else if (line.startsWith(PROGRESS)) {
      String[] parts = line.substring(PROGRESS.length()).split(" ", 2);
      recorder.progress(parts[1], Double.parseDouble(parts[0]));
    }
  }

  /** Arguments: the class of the task, then its own. */
  public static void main(String[] args) {
    endWithParent();
    Step.Recorder recorder =
        new Step.Recorder((what, done) -> System.out.println(PROGRESS + done + " " + what));
    try {
      Constructor<?> maker = Class.forName(args[0]).getDeclaredConstructor();
      maker.setAccessible(true);
      ((Task) maker.newInstance()).run(Arrays.asList(args).subList(1, args.length), recorder);
      JsonObject answer = new JsonObject().put("samples", SampleJson.of(recorder.samples()));
      System.out.println(WorkerJvm.ANSWER + answer);
      System.exit(0);
    } catch (Exception e) {
      // The last line is what our parent shows.
      e.printStackTrace();
      System.err.println(e.getMessage() == null ? e.toString() : e.getMessage());
      System.exit(1);
    }
  }

  /** Our input ends when our parent does. */
  private static void endWithParent() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {}
              } catch (IOException e) {
                // It is gone, too.
              }
              Runtime.getRuntime().halt(1);
            },
            "end-with-parent");
    watch.setDaemon(true);
    watch.start();
  }
}
