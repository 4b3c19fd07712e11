package dev.sluice.agent.presets;

import dev.sluice.agent.objects.Calls;
import java.lang.reflect.Method;

/**
 * A request of Vert.x, which another thread mostly answers.
 *
 * @param routing its {@code RoutingContext}
 */
record RoutedRequest(Object routing) implements Served {
  /** Returns the request for Quarkus' object of it; null if it is not a received request. */
  static Served ofRest(Object context) throws Exception {
    Method routing = Calls.method(context, "getContext", 0);
    return routing == null ? null : new RoutedRequest(routing.invoke(context));
  }

  /** Returns the pattern of a resource's method, from {@code @Path} of its class and its own. */
  static String pattern(Object resource) throws Exception {
    String pattern = "/" + template(resource, "getClassPath") + "/" + template(resource, "getPath");
    return pattern.replaceAll("//+", "/").replaceAll("(.)/$", "$1");
  }

  private static Object template(Object resource, String which) throws Exception {
    Object found = Calls.call(resource, which);
    return found == null ? "" : found.getClass().getField("template").get(found);
  }

  @Override
  public String method() throws Exception {
    return Calls.call(Calls.call(routing, "request"), "method").toString();
  }

  @Override
  public String path() throws Exception {
    return (String) Calls.call(Calls.call(routing, "request"), "path");
  }

  /**
   * Returns the pattern of a route with parameters; null for other routes, which match any path
   * with their beginning.
   */
  @Override
  public String pattern() throws Exception {
    Object route = Calls.call(routing, "currentRoute");
    Object path = route == null ? null : Calls.call(route, "getPath");
    return path != null && path.toString().contains(":") ? path.toString() : null;
  }

  @Override
  public int status(Throwable failure) throws Exception {
    return failure != null
        ? 500
        : (int) Calls.call(Calls.call(routing, "response"), "getStatusCode");
  }

  @Override
  public Object kept() throws Exception {
    return Calls.call(routing, "get", KEPT);
  }

  @Override
  public void keep(Object what) throws Exception {
    Calls.call(routing, "put", KEPT, what);
  }

  @Override
  public boolean isAsync() throws Exception {
    return !(boolean) Calls.call(Calls.call(routing, "response"), "ended");
  }

  @Override
  public void listen(Runnable answered) throws Exception {
    Class<?> handler = Calls.method(routing, "addEndHandler", 1).getParameterTypes()[0];
    Calls.call(routing, "addEndHandler", Served.listener(handler, called -> answered.run()));
    if (!isAsync()) {
      answered.run(); // Meanwhile, and so perhaps nobody was told.
    }
  }
}
