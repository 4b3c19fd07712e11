package dev.sluice.agent.presets;

import dev.sluice.agent.bytecode.Supertypes;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Consumer;

/** The two APIs of servlets, whose methods have the same names. */
final class ServletRequests extends ClassValue<ServletRequests.Api> {
  private static final Set<String> NAMES =
      Set.of("javax.servlet.http.HttpServletRequest", "jakarta.servlet.http.HttpServletRequest");
  private static final String KEPT = "dev.sluice.request";
  private static final String SPRING =
      "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

  @Override
  protected Api computeValue(Class<?> type) {
    try {
      Class<?> request = Supertypes.find(type, NAMES);
      return request == null ? null : new Api(request);
    } catch (ReflectiveOperationException | LinkageError e) {
      return null; // A version that is not known.
    }
  }

  /** One of them, as a class loader has it. */
  static final class Api {
    private final Method method;
    private final Method path;
    private final Method context;
    private final Method attribute;
    private final Method setAttribute;
    private final Method isAsyncStarted;
    private final Method asyncContext;
    private final Method addListener;
    private final Class<?> listener;
    private final Method status;
    private final Method mapping;
    private final Method pattern;

    Api(Class<?> request) throws ReflectiveOperationException {
      String http = request.getPackageName();
      String servlet = http.substring(0, http.lastIndexOf('.'));
      ClassLoader loader = request.getClassLoader();
      method = request.getMethod("getMethod");
      path = request.getMethod("getRequestURI");
      context = request.getMethod("getContextPath");
      attribute = request.getMethod("getAttribute", String.class);
      setAttribute = request.getMethod("setAttribute", String.class, Object.class);
      isAsyncStarted = request.getMethod("isAsyncStarted");
      asyncContext = request.getMethod("getAsyncContext");
      listener = Class.forName(servlet + ".AsyncListener", false, loader);
      addListener = asyncContext.getReturnType().getMethod("addListener", listener);
      status = Class.forName(http + ".HttpServletResponse", false, loader).getMethod("getStatus");
      mapping = optional(request, "getHttpServletMapping"); // Since 4.0.
      pattern = mapping == null ? null : mapping.getReturnType().getMethod("getPattern");
    }

    private static Method optional(Class<?> type, String name) {
      try {
        return type.getMethod(name);
      } catch (NoSuchMethodException e) {
        return null;
      }
    }
  }

  /** A request with the response that belongs to it, or null if these are not of HTTP. */
  Served served(Object request, Object response) {
    Api api = request == null ? null : get(request.getClass());
    return api == null ? null : new Request(api, request, response);
  }

  private record Request(Api api, Object request, Object response) implements Served {
    @Override
    public String method() throws Exception {
      return (String) api.method.invoke(request);
    }

    @Override
    public String path() throws Exception {
      return (String) api.path.invoke(request);
    }

    @Override
    public String pattern() throws Exception {
      Object found = api.attribute.invoke(request, SPRING);
      if (found == null && api.mapping != null) {
        found = api.pattern.invoke(api.mapping.invoke(request));
        boolean tellsAll = found.equals("/") || found.equals("/*") || found.equals("");
        found = tellsAll || found.toString().startsWith("*.") ? null : found;
      }
      return found == null ? null : api.context.invoke(request) + found.toString();
    }

    @Override
    public int status(Throwable failure) throws Exception {
      return failure != null ? 500 : (int) api.status.invoke(response);
    }

    @Override
    public Object kept() throws Exception {
      return api.attribute.invoke(request, KEPT);
    }

    @Override
    public void keep(Object what) throws Exception {
      api.setAttribute.invoke(request, KEPT, what);
    }

    @Override
    public boolean isAsync() throws Exception {
      return (boolean) api.isAsyncStarted.invoke(request);
    }

    /** Listeners are forgotten when it is made asynchronous once more, which they are told. */
    @Override
    public void listen(Consumer<Throwable> answered) throws Exception {
      Object proxy =
          Proxy.newProxyInstance(
              api.listener.getClassLoader(),
              new Class<?>[] {api.listener},
              (self, called, arguments) -> {
                switch (called.getName()) {
                  case "onComplete" -> answered.accept(null);
                  case "onStartAsync" -> listen(answered);
                  case "equals" -> {
                    return self == arguments[0];
                  }
                  case "hashCode" -> {
                    return System.identityHashCode(self);
                  }
                  case "toString" -> {
                    return KEPT;
                  }
                  default -> {} // Errors are answered, and then it is complete.
                }
                return null;
              });
      api.addListener.invoke(api.asyncContext.invoke(request), proxy);
    }
  }
}
