package dev.sluice.agent.presets;

/** What a preset does when a method begins. */
@FunctionalInterface
interface Around {
  /** Null if nothing is recorded; the arguments as in {@code Preset}. */
  Ending begin(Object self, Object first, Object second) throws Exception;

  /** What it does when the method ends; returns what the method should return. */
  @FunctionalInterface
  interface Ending {
    Object end(Object result, Throwable failure) throws Exception;
  }
}
