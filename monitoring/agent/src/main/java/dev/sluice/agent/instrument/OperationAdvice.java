package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import net.bytebuddy.asm.Advice;

/**
 * The code that is copied into instrumented methods; never called here. It refers to nothing but
 * {@link Probe}, and is short, so that methods stay small enough for the compiler to inline.
 */
final class OperationAdvice {
  private OperationAdvice() {}

  /** The probe is stored last: whatever fails before, the exit finds none and does nothing. */
  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Advice.Local("probe") Probe probe,
      @Advice.Local("frame") long frame,
      @Advice.Local("tin") long tin) {
    Probe current = Probe.current();
    if (current != null) {
      frame = current.enter();
      tin = System.nanoTime();
      probe = current;
    }
  }

  @Advice.OnMethodExit(
      onThrowable = Throwable.class,
      suppress = Throwable.class,
      backupArguments = false)
  static void exit(
      @Operation int operation,
      @Advice.Local("probe") Probe probe,
      @Advice.Local("frame") long frame,
      @Advice.Local("tin") long tin) {
    if (probe != null) {
      probe.exit(operation, frame, tin);
    }
  }
}
