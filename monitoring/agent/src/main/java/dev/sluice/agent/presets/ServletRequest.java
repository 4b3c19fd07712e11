package dev.sluice.agent.presets;

import dev.sluice.agent.objects.Calls;

/** A request of a servlet, in either API (javax or jakarta), whose methods have equal names. */
record ServletRequest(Object request, Object response) implements Served {
  private static final String SPRING =
      "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

  /** Returns the request; null if it is not an HTTP request. */
  static Served of(Object request, Object response) {
    boolean isHttp = Calls.method(request, "getRequestURI", 0) != null;
    return isHttp ? new ServletRequest(request, response) : null;
  }

  @Override
  public String method() throws Exception {
    return (String) Calls.call(request, "getMethod");
  }

  @Override
  public String path() throws Exception {
    return (String) Calls.call(request, "getRequestURI");
  }

  @Override
  public String pattern() throws Exception {
    Object found = Calls.call(request, "getAttribute", SPRING);
    if (found == null && Calls.method(request, "getHttpServletMapping", 0) != null) { // Since 4.0.
      found = Calls.call(Calls.call(request, "getHttpServletMapping"), "getPattern");
      boolean tellsAll = found.equals("/") || found.equals("/*") || found.equals("");
      found = tellsAll || found.toString().startsWith("*.") ? null : found;
    }
    return found == null ? null : Calls.call(request, "getContextPath") + found.toString();
  }

  @Override
  public int status(Throwable failure) throws Exception {
    return failure != null ? 500 : (int) Calls.call(response, "getStatus");
  }

  /** Returns the object stored with the request; a new request of a client has none. */
  @Override
  public Object kept() throws Exception {
    boolean isNew =
        Calls.method(request, "getDispatcherType", 0) != null // Since 3.0.
            && Calls.call(request, "getDispatcherType").toString().equals("REQUEST");
    return isNew ? null : Calls.call(request, "getAttribute", KEPT);
  }

  /**
   * Returns false: servers dispatch an asynchronous request again only after the method returned
   * that began it.
   */
  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public void keep(Object what) throws Exception {
    Calls.call(request, "setAttribute", KEPT, what);
  }

  @Override
  public boolean isAsync() throws Exception {
    return (boolean) Calls.call(request, "isAsyncStarted");
  }

  /**
   * Adds a listener, also after each restart of the asynchronous request, because servers then drop
   * listeners.
   */
  @Override
  public void listen(Runnable answered) throws Exception {
    Object context = Calls.call(request, "getAsyncContext");
    Class<?> type = Calls.method(context, "addListener", 1).getParameterTypes()[0];
    Object listener =
        Served.listener(
            type,
            called -> {
              if (called.equals("onComplete")) {
                answered.run();
              } else if (called.equals("onStartAsync")) {
                listenAgain(answered);
              } // Errors are answered, and then it is complete.
            });
    Calls.call(context, "addListener", listener);
  }

  private void listenAgain(Runnable answered) {
    try {
      listen(answered);
    } catch (Exception e) {
      answered.run(); // It is answered already.
    }
  }
}
