package dev.sluice.collectors;

import java.util.function.BooleanSupplier;

/** Who makes the pump and the sender step: two threads, or whoever waits for them. */
interface Driver {
  /**
   * Waits until something is so; never longer than to the deadline.
   *
   * @param deadlineNanos as {@link Clock#nanoTime()}
   * @return whether it is so
   */
  boolean await(BooleanSupplier condition, long deadlineNanos);

  /** Ends a wait of the sender for the raw writer. */
  void interruptSender();

  /** No more steps. Idempotent. */
  void stop();

  /** Steps by whoever waits: for tests, and for no other thread than one. */
  static Driver manual(Pump pump, Sender sender, Clock clock) {
    return new Driver() {
      @Override
      public boolean await(BooleanSupplier condition, long deadlineNanos) {
        boolean progress = true;
        while (progress && !condition.getAsBoolean() && clock.nanoTime() - deadlineNanos < 0) {
          progress = pump.work() == Step.BUSY | sender.work() == Step.BUSY;
        }
        return condition.getAsBoolean();
      }

      @Override
      public void interruptSender() {
        // nobody waits there
      }

      @Override
      public void stop() {
        // nothing runs
      }
    };
  }
}
