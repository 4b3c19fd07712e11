package dev.sluice.collectors;

import java.util.function.BooleanSupplier;

/** Makes the pump and the outbox step: two threads, or whoever waits for them. */
interface Runner {
  /**
   * Waits until something is so; never longer than to the deadline.
   *
   * @param deadlineNanos as {@link Clock#nanoTime()}
   * @return whether it is so
   */
  boolean await(BooleanSupplier condition, long deadlineNanos);

  /** Ends a wait of the outbox for the raw writer. */
  void interruptOutbox();

  /** No more steps. Idempotent. */
  void stop();

  /** Steps by whoever waits: for tests, and for no other thread than one. */
  static Runner manual(Pump pump, Outbox outbox, Clock clock) {
    return new Runner() {
      @Override
      public boolean await(BooleanSupplier condition, long deadlineNanos) {
        boolean progress = true;
        while (progress && !condition.getAsBoolean() && clock.nanoTime() - deadlineNanos < 0) {
          progress = pump.step() == Step.BUSY | outbox.step() == Step.BUSY;
        }
        return condition.getAsBoolean();
      }

      @Override
      public void interruptOutbox() {
        // nobody waits there
      }

      @Override
      public void stop() {
        // nothing runs
      }
    };
  }
}
