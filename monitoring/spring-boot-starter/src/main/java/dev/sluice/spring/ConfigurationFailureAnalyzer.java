package dev.sluice.spring;

import dev.sluice.api.config.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Failure analyzer that reports all mistakes in the options, with their origins, instead of a stack
 * trace.
 */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, ConfigurationException cause) {
    return new FailureAnalysis(
        "The options of Sluice are wrong:\n\n    " + String.join("\n    ", cause.problems()),
        "Correct them where they are given; in Spring's properties 'sluice.' stands before each name.",
        cause);
  }
}
