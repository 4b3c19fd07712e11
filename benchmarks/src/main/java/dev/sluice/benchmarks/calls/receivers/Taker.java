package dev.sluice.benchmarks.calls.receivers;

/** Takes what a monitored program sends, and decodes it as it comes. */
interface Taker {
  /** Where it listens; 0 if it fetches. */
  default int port() {
    return 0;
  }

  /** Executions that what came so far accounts for. By any thread. */
  long executions();
}
