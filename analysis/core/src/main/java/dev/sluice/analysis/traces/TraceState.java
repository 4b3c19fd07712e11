package dev.sluice.analysis.traces;

import java.util.Locale;

/** How much of a trace is there. */
public enum TraceState {
  /** Every execution, and they form one tree. */
  VALID,
  /** Something is missing, and what is there does not contradict itself. */
  INCOMPLETE,
  /** Its records contradict each other; no loss explains them. */
  BROKEN;

  /** The name in lower case, for JSON and tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
