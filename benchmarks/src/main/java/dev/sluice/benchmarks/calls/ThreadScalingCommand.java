package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.About;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Measures how the cost of monitoring grows with the number of threads. */
@Command(
    name = "thread-scaling",
    footer = {
      "",
      "As method-calls, with 1 to 64 platform threads and, on a JDK that has them,",
      "10,000 virtual threads, each of which lets others go on after every 16 calls.",
      "All threads together make as many calls, whatever their number. With more",
      "threads than processors a call's time has waits for a processor in it: look",
      "at the calls in a second."
    })
public final class ThreadScalingCommand extends ScalingExperiment {
  private static final int DEPTH = 10;
  private static final int MOST = 64;
  private static final int VIRTUAL = 10_000;
  private static final int SINCE = 21;
  private static final int CALLS = 160_000;
  private static final int QUICK_CALLS = 64_000;

  /** Its loads differ in threads. */
  public ThreadScalingCommand() {
    super("threads");
  }

  @Override
  public About about() {
    return new About(
        "What monitoring adds to calls of 1 to 64 platform and 10,000 virtual threads.",
        "future work of 2014: multi-threaded versions");
  }

  private static boolean hasVirtualThreads() {
    return Runtime.version().feature() >= SINCE;
  }

  @Override
  protected List<String> notes() {
    List<String> notes = new ArrayList<>(super.notes());
    if (!hasVirtualThreads()) {
      notes.add("Not measured: virtual threads, because they came with JDK " + SINCE + ".");
    }
    return notes;
  }

  @Override
  Map<String, Load> loads() {
    Map<String, Load> loads = new LinkedHashMap<>();
    // Fewer numbers for a first look.
    for (int threads = 1; threads <= MOST; threads *= isQuick() ? 8 : 2) {
      loads.put(Integer.toString(threads), Load.of(DEPTH, threads));
    }
    if (hasVirtualThreads()) {
      loads.put(VIRTUAL + " virtual", Load.virtual(DEPTH, VIRTUAL));
    }
    return loads;
  }

  @Override
  CallEffort usual(Load load, boolean quick) {
    int calls = Math.max(16, (quick ? QUICK_CALLS : CALLS) / load.threads());
    return new CallEffort(quick ? 2 : 5, calls, quick ? 5 : 10, calls);
  }
}
