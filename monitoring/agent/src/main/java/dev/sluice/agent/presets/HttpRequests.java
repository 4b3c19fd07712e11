package dev.sluice.agent.presets;

import dev.sluice.agent.places.Around;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.records.HttpRequestWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The preset {@code http}: requests that are answered, by method and route. */
final class HttpRequests {
  /** What HTTP knows; others are attackers' guesses. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  private static final String UNKNOWN = "_OTHER";
  private static final int NOT_FOUND = 404;
  private static final int FIRST_FAILURE = 500;

  private final Probes probes;
  private final Groups groups;
  private final Groups.Group unnamed;
  private final HttpRequestWriter records;
  private final Map<String, Symbol> methods = new HashMap<>();

  /** Set while the thread handles a request: of filters and servlets, the outermost counts. */
  private final ThreadLocal<Boolean> handled = new ThreadLocal<>();

  HttpRequests(Probes probes, RowSink sink, Consumer<String> full) {
    this.probes = probes;
    groups = new Groups(probes, sink, "routes", full);
    unnamed = groups.other("HTTP");
    records = HttpRequestWriter.create(sink);
    METHODS.forEach(method -> methods.put(method, sink.symbol(method)));
    methods.put(UNKNOWN, sink.symbol(UNKNOWN));
  }

  Around.Ending servlet(Object self, Object request, Object response) throws Exception {
    return handled.get() == null ? begin(ServletRequest.of(request, response)) : null;
  }

  Around.Ending exchange(Object self, Object exchange, Object none) throws Exception {
    return handled.get() == null ? begin(Exchange.of(exchange)) : null;
  }

  Around.Ending routed(Object self, Object none, Object nothing) throws Exception {
    return handled.get() == null ? begin(new RoutedRequest(self)) : null;
  }

  Around.Ending resumed(Object self, Object none, Object nothing) throws Exception {
    return handled.get() == null ? begin(RoutedRequest.ofRest(self)) : null;
  }

  /** At once: another thread may answer it before this returns. */
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
    handled.set(Boolean.TRUE);
    execution.mark(); // Others may go on with it before this returns.
    Handling handling = new Handling(served, execution);
    try {
      served.keep(handling);
    } catch (Exception e) {
      // It is not known again; what has begun must end.
    }
    return handling;
  }

  /** A request that was left is dispatched once more: what is done now, is done in its trace. */
  private Around.Ending again(Handling before) {
    ProbeThread thread = probes.thread();
    if (thread == null) {
      return null;
    }
    Object scope = before.execution.place() == null ? null : thread.adopt(before.execution.place());
    handled.set(Boolean.TRUE);
    return (result, failure) -> {
      handled.remove();
      thread.release(scope);
      before.learnPattern();
      return result;
    };
  }

  /** From its arrival until it is answered. */
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
      handled.remove();
      learnPattern();
      if (failure != null || !isAsync()) {
        answered(failure);
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

    private void answeredElsewhere() {
      if (isAnswered.compareAndSet(false, true)) {
        answered(null);
      }
    }

    private boolean isAsync() {
      try {
        return served.isAsync();
      } catch (Exception e) {
        return false;
      }
    }

    /** At once: the page that tells of an error has one of its own. */
    void learnPattern() {
      try {
        pattern = pattern == null ? served.pattern() : pattern;
      } catch (Exception e) {
        // Its path will do.
      }
    }

    private void answered(Throwable failure) {
      Groups.Group group = unnamed;
      String method = UNKNOWN;
      int status = -1;
      if (execution.isRecorded()) {
        try {
          status = served.status(failure);
          method = METHODS.contains(served.method()) ? served.method() : UNKNOWN;
          group = group(method, status);
        } catch (Exception e) {
          // It stays without a name.
        }
      }
      execution.end(group.operation(), failure != null || status >= FIRST_FAILURE);
      if (execution.isRecorded()) {
        records.emit(
            System.nanoTime(),
            execution.traceId(),
            execution.orderIndex(),
            methods.get(method),
            group.name(),
            status);
      }
    }

    /** Of paths that lead nowhere there are as many as somebody likes. */
    private Groups.Group group(String method, int status) throws Exception {
      if (pattern == null && status == NOT_FOUND) {
        return groups.other(method);
      }
      String route = pattern == null ? Routes.of(served.path()) : pattern;
      return groups.of(method + " " + route, route, method);
    }
  }
}
