package dev.sluice.benchmarks.start.app;

/** Does nothing, in a method that can be recorded. */
public final class EmptyProgram {
  private EmptyProgram() {}

  /** Ends at once. */
  public static void main(String[] args) {
    monitoredMethod();
  }

  /** Without parameters: not every peer's patterns can name those. */
  public static void monitoredMethod() {}
}
