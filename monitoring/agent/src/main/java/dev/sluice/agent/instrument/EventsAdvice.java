package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import net.bytebuddy.asm.Advice;

/**
 * The same as {@link OperationAdvice} for methods whose events may be recorded: the probe is told
 * who executes and what is thrown.
 */
final class EventsAdvice {
  private EventsAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @OperationNumber int operation,
      @Advice.This(optional = true) Object self,
      @Advice.Local("thread") Object thread,
      @Advice.Local("frame") long frame,
      @Advice.Local("tin") long tin) {
    Object current = Probe.begin(operation);
    frame = Probe.enter(operation, current);
    if (frame >= 0) {
      tin = System.nanoTime();
    }
    thread = current;
    Probe.before(operation, current, frame, tin, self);
  }

  @Advice.OnMethodExit(
      onThrowable = Throwable.class,
      suppress = Throwable.class,
      backupArguments = false)
  static void exit(
      @OperationNumber int operation,
      @Advice.This(optional = true) Object self,
      @Advice.Thrown Throwable failure,
      @Advice.Local("thread") Object thread,
      @Advice.Local("frame") long frame,
      @Advice.Local("tin") long tin) {
    Probe.exit(operation, thread, frame, tin, self, failure);
  }
}
