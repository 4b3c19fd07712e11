package dev.sluice.agent.presets;

import dev.sluice.agent.places.Around;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.records.HttpRequestWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Preset {@code http}: records answered requests, by method and route. */
final class HttpRequests {
  /** Methods of HTTP; other names are attackers' guesses. */
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  private static final int FIRST_ERROR = 400;
  private static final int NOT_FOUND = 404;
  private static final int FIRST_FAILURE = 500;

  private final Probes probes;
  private final Groups groups;
  private final Groups.Group unnamed;
  private final HttpRequestWriter records;
  private final Map<String, Symbol> methods = new HashMap<>();
  private final Symbol otherMethod;

  /**
   * True while the thread handles a request: of nested filters and servlets, only the outermost
   * counts.
   */
  private final ThreadLocal<boolean[]> handled = ThreadLocal.withInitial(() -> new boolean[1]);

  HttpRequests(Probes probes, RowSink sink, Consumer<String> full) {
    this.probes = probes;
    groups = new Groups(probes, sink, "routes", full);
    unnamed = groups.other("HTTP");
    records = HttpRequestWriter.create(sink);
    METHODS.forEach(method -> methods.put(method, sink.symbol(method)));
    otherMethod = sink.symbol("_OTHER");
  }

  Around.Ending servlet(Object self, Object request, Object response) throws Exception {
    return handled.get()[0] ? null : begin(ServletRequest.of(request, response));
  }

  Around.Ending exchange(Object self, Object exchange, Object none) throws Exception {
    return handled.get()[0] ? null : begin(Exchange.of(exchange));
  }

  Around.Ending routed(Object self, Object none, Object nothing) throws Exception {
    return handled.get()[0] ? null : begin(new RoutedRequest(self));
  }

  Around.Ending resumed(Object self, Object none, Object nothing) throws Exception {
    return handled.get()[0] ? null : begin(RoutedRequest.ofRest(self));
  }

  /**
   * Reads the route immediately, because another thread may answer the request before the method
   * returns.
   */
  Around.Ending route(Object self, Object resource, Object none) throws Exception {
    Served served = RoutedRequest.ofRest(self);
    if (served != null && served.kept() instanceof Handling handling) {
      handling.pattern = RoutedRequest.pattern(resource);
    }
    return null;
  }

  private Around.Ending begin(Served served) throws Exception {
    if (served == null) {
      return null;
    }
    if (served.kept() instanceof Handling before) {
      return again(before);
    }
    OpenExecution execution = OpenExecution.begin(unnamed.operation());
    if (execution == null) {
      return null;
    }
    handled.get()[0] = true;
    execution.mark(); // Others may go on with it before this returns.
    Handling handling = new Handling(served, execution);
    if (served.isShared()) {
      handling.keep();
    }
    return handling;
  }

  /**
   * Begins a further dispatch of a request that was left; its executions belong to the request's
   * trace.
   */
  private Around.Ending again(Handling before) {
    ProbeThread thread = probes.thread();
    if (thread == null) {
      return null;
    }
    Object scope = before.execution.place() == null ? null : thread.adopt(before.execution.place());
    handled.get()[0] = true;
    return (result, failure) -> {
      handled.get()[0] = false;
      thread.release(scope);
      before.learnPattern();
      return result;
    };
  }

  /** Handling of a request, from its arrival until it is answered. */
  private final class Handling implements Around.Ending {
    private final Served served;
    private final OpenExecution execution;
    private final AtomicBoolean isAnswered = new AtomicBoolean();
    private volatile String pattern;

    Handling(Served served, OpenExecution execution) {
      this.served = served;
      this.execution = execution;
    }

    @Override
    public Object end(Object result, Throwable failure) {
      handled.get()[0] = false;
      learnPattern();
      int status = status(failure);
      boolean isAsync = failure == null && isAsync();
      if (!served.isShared() && (isAsync || status >= FIRST_ERROR)) {
        keep(); // It may come once more: to be answered, or for the page that tells of the error.
      }
      if (!isAsync) {
        answered(status, failure != null);
        return result;
      }
      // Before anybody may be told that it is answered.
      execution.leave(unnamed.operation());
      try {
        served.listen(this::answeredElsewhere);
      } catch (Exception e) {
        answeredElsewhere(); // It is answered already.
      }
      return result;
    }

    void keep() {
      try {
        served.keep(this);
      } catch (Exception e) {
        // It is not known again; what has begun must end.
      }
    }

    private int status(Throwable failure) {
      try {
        return served.status(failure);
      } catch (Exception e) {
        return -1; // It stays without.
      }
    }

    private void answeredElsewhere() {
      if (isAnswered.compareAndSet(false, true)) {
        answered(status(null), false);
      }
    }

    private boolean isAsync() {
      try {
        return served.isAsync();
      } catch (Exception e) {
        return false;
      }
    }

    /** Reads the pattern immediately, because an error page has a pattern of its own. */
    void learnPattern() {
      try {
        pattern = pattern == null ? served.pattern() : pattern;
      } catch (Exception e) {
        // Its path will do.
      }
    }

    private void answered(int status, boolean thrown) {
      Groups.Group group = unnamed;
      Symbol method = otherMethod;
      if (execution.isRecorded()) {
        try {
          method = methods.getOrDefault(served.method(), otherMethod);
          group = group(method.value(), status);
        } catch (Exception e) {
          // It stays without a name.
        }
      }
      execution.end(group.operation(), thrown || status >= FIRST_FAILURE);
      if (execution.isRecorded()) {
        records.emit(
            System.nanoTime(),
            execution.traceId(),
            execution.orderIndex(),
            method,
            group.name(),
            status);
      }
    }

    /**
     * Returns the group of a request; paths that lead nowhere share one, because clients can invent
     * any number of them.
     */
    private Groups.Group group(String method, int status) throws Exception {
      if (pattern == null && status == NOT_FOUND) {
        return groups.other(method);
      }
      String route = pattern == null ? Routes.of(served.path()) : pattern;
      return groups.of(method + " " + route, route, method);
    }
  }
}
