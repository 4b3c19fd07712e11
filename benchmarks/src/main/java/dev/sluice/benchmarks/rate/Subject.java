package dev.sluice.benchmarks.rate;

import java.util.Map;

/** Takes executions and sends them to a broker. For one thread. */
interface Subject extends Executions.Taker {
  /** Records that are known to be lost so far, by cause; without those that are not known. */
  Map<String, Long> lost();

  /** Sends what it still has, and ends. */
  void end() throws InterruptedException;

  /** What the harness itself takes. */
  Subject NONE =
      new Subject() {
        @Override
        public void take(long traceId, long tin, long tout, int ess) {}

        @Override
        public Map<String, Long> lost() {
          return Map.of();
        }

        @Override
        public void end() {}
      };
}
