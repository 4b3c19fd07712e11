package dev.sluice.monitoring.samplers;

import java.util.List;

/** Factory of samplers. Found with {@link java.util.ServiceLoader}. Thread-safe. */
public interface SamplerFactory {
  /**
   * Returns the name of the group of its samplers in configuration: {@code jvm}, {@code system}.
   */
  String group();

  /**
   * Returns the names of its samplers in configuration, lower case and unique: {@code cpu}, {@code
   * memory}.
   */
  List<String> names();

  /**
   * Makes a sampler. Called by the thread that runs it; may take seconds.
   *
   * @param name one of {@link #names}
   * @return emits the records of one sample; one thread runs it periodically. An exception is
   *     logged once until a sample has succeeded again
   */
  Runnable newSampler(String name, SamplerTarget target);
}
