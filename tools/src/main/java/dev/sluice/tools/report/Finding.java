package dev.sluice.tools.report;

import java.util.Map;

/**
 * Something that a reader of a recording should know.
 *
 * @param rule what kind of thing
 * @param severity 3 if figures cannot be trusted, 2 if it should be looked at, 1 to be known
 * @param text a sentence
 * @param cost nanoseconds of the recording's requests; below 0 if that is not known
 * @param share of the time of all requests, NaN if that is not known
 * @param confidence how sure it is
 * @param request the row of the kind of request, -1 for none
 * @param operation its signature, or null
 * @param trace the id of an example, or null
 * @param count how often it was met
 * @param link what the page shows of it
 */
public record Finding(
    String rule,
    int severity,
    String text,
    double cost,
    double share,
    Confidence confidence,
    int request,
    String operation,
    Long trace,
    long count,
    Map<String, Object> link) {
  /** How sure a finding is. */
  public enum Confidence {
    CERTAIN,
    LIKELY,
    POSSIBLE
  }
}
