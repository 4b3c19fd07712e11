package dev.sluice.analysis.calls;

import dev.sluice.analysis.traces.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * A message of a trace, as a sequence diagram shows it.
 *
 * @param call whether an execution begins; otherwise it ends
 * @param caller the execution that calls and is returned to, -1 for none or a missing one
 * @param callee the execution that begins or ends
 * @param time when, in nanoseconds since the epoch
 */
public record Message(boolean call, int caller, int callee, long time) {
  /**
   * The messages of a trace in their order. An execution without an end has no message of its end.
   *
   * @param most messages at most
   */
  public static List<Message> of(Trace trace, int most) {
    List<Message> messages = new ArrayList<>();
    int active = -1;
    for (int i = 0; i < trace.size() && messages.size() < most; i++) {
      while (active >= 0 && active != trace.parent(i) && trace.depth(active) >= trace.depth(i)) {
        active = leave(trace, active, messages);
      }
      messages.add(new Message(true, trace.parent(i), i, trace.begin(i)));
      active = i;
    }
    while (active >= 0) {
      active = leave(trace, active, messages);
    }
    return messages.size() <= most ? messages : List.copyOf(messages.subList(0, most));
  }

  private static int leave(Trace trace, int execution, List<Message> messages) {
    if (!trace.unfinished(execution)) {
      messages.add(new Message(false, trace.parent(execution), execution, trace.end(execution)));
    }
    return trace.parent(execution);
  }
}
