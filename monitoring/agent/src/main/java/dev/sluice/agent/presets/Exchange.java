package dev.sluice.agent.presets;

import com.sun.net.httpserver.HttpExchange;

/** A request of the JDK's server, whose module a JVM may lack. */
record Exchange(HttpExchange exchange) implements Served {
  static Served of(Object exchange) {
    return exchange instanceof HttpExchange known ? new Exchange(known) : null;
  }

  @Override
  public String method() {
    return exchange.getRequestMethod();
  }

  @Override
  public String path() {
    return exchange.getRequestURI().getRawPath();
  }

  @Override
  public String pattern() {
    String context = exchange.getHttpContext().getPath();
    String stem = context.endsWith("/") ? context.substring(0, context.length() - 1) : context;
    return stem.isEmpty() ? null : stem.equals(path()) ? stem : stem + "/*";
  }

  @Override
  public int status(Throwable failure) {
    return exchange.getResponseCode();
  }
}
