package dev.sluice.monitoring.samplers;

import java.util.List;

/** Makes samplers. Found with {@link java.util.ServiceLoader}. Thread-safe. */
public interface SamplerFactory {
  /** The word for all its samplers in configuration: {@code jvm}, {@code system}. */
  String group();

  /** The words for each: {@code cpu}, {@code memory}. Lower case, none is another factory's. */
  List<String> names();

  /**
   * A sampler. Called by the thread that runs it, which may take its time.
   *
   * @param name one of {@link #names}
   * @return emits the records of one sample; run by one thread, again and again. What it throws is
   *     logged once an episode
   */
  Runnable newSampler(String name, SamplerTarget target);
}
