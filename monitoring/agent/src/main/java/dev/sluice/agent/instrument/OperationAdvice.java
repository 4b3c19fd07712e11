package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import net.bytebuddy.asm.Advice;

/**
 * The code that is copied into instrumented methods; never called here. It refers to nothing but
 * {@link Probe}, and is short, so that methods stay small enough for the compiler to inline.
 */
final class OperationAdvice {
  private OperationAdvice() {}

  /**
   * The frame is stored last but for the clock: whatever fails before, the exit finds no thread.
   */
  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @OperationNumber int operation,
      @Advice.Local("thread") Object thread,
      @Advice.Local("frame") long frame,
      @Advice.Local("tin") long tin) {
    Object current = Probe.begin(operation);
    frame = Probe.enter(operation, current);
    if (frame >= 0) {
      tin = System.nanoTime();
    }
    thread = current;
  }

  @Advice.OnMethodExit(
      onThrowable = Throwable.class,
      suppress = Throwable.class,
      backupArguments = false)
  static void exit(
      @OperationNumber int operation,
      @Advice.Local("thread") Object thread,
      @Advice.Local("frame") long frame,
      @Advice.Local("tin") long tin) {
    Probe.exit(operation, thread, frame, tin);
  }
}
