package dev.sluice.benchmarks.analysis;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Results;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;

/** Samples of processors and memory, the first experiment of 2013. */
@Command(
    name = "analysis-resources",
    footer = {
      "",
      "Data sets of 16 records of processors and one of memory, 2^16 to 2^21 of them,",
      "are decoded and become time lines, in as many threads as there are workers, of",
      "which the first reads and each decodes what it needs."
    })
public final class ResourcesExperiment extends SizesExperiment {
  /** Made by the command. */
  public ResourcesExperiment() {
    super(AnalysisTask.Resources.class, Recording::writeSamples);
  }

  @Override
  public About about() {
    return new About(
        "Make time lines of processors and memory, by one worker and several.",
        "2013, experiment 1");
  }

  @Override
  protected List<String> notes() {
    return List.of("Decoding and time lines of 16 records of processors to one of memory.");
  }

  @Override
  long[] sizes() {
    return IntStream.rangeClosed(16, isQuick() ? 17 : 21)
        .mapToLong(power -> (long) Recording.SAMPLES << power)
        .toArray();
  }

  @Override
  protected List<Published> published(Results results) {
    return List.of(
        new Published(
            "2013, figure 4",
            "speed-up by asynchronous ports, many records",
            "less than 1",
            "see the lines above"));
  }
}
