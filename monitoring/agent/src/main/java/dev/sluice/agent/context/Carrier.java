package dev.sluice.agent.context;

import static dev.sluice.agent.objects.Calls.call;
import static dev.sluice.agent.objects.Calls.method;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.agent.bytecode.Supertypes;
import java.net.HttpURLConnection;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;

/**
 * Access to the header fields of a kind of request or message. Any thread. Libraries belong to the
 * application, and a JVM may lack modules of the JDK: each is used only when one of its objects
 * comes.
 */
enum Carrier {
  SERVLET,
  EXCHANGE,
  /** Request of Vert.x, and Quarkus' object for it. */
  ROUTED,
  CONNECTION,
  REQUEST,
  APACHE,
  OKHTTP,
  KAFKA,
  /** Object that is no known request or message. */
  NONE;

  private static final Map<String, Carrier> TYPES =
      Map.ofEntries(
          Map.entry("javax.servlet.http.HttpServletRequest", SERVLET),
          Map.entry("jakarta.servlet.http.HttpServletRequest", SERVLET),
          Map.entry("com.sun.net.httpserver.HttpExchange", EXCHANGE),
          Map.entry("io.vertx.ext.web.RoutingContext", ROUTED),
          Map.entry(
              "org.jboss.resteasy.reactive.server.vertx.VertxResteasyReactiveRequestContext",
              ROUTED),
          Map.entry("java.net.HttpURLConnection", CONNECTION),
          Map.entry("java.net.http.HttpRequest", REQUEST),
          Map.entry("org.apache.http.HttpMessage", APACHE),
          Map.entry("org.apache.hc.core5.http.HttpMessage", APACHE),
          Map.entry("okhttp3.Request", OKHTTP),
          Map.entry("org.apache.kafka.clients.producer.ProducerRecord", KAFKA),
          Map.entry("org.apache.kafka.clients.consumer.ConsumerRecord", KAFKA));

  private static final ClassValue<Carrier> KINDS =
      new ClassValue<>() {
        @Override
        protected Carrier computeValue(Class<?> type) {
          Class<?> found = Supertypes.find(type, TYPES.keySet());
          return found == null ? NONE : TYPES.get(found.getName());
        }
      };

  static Carrier of(Object carrier) {
    return KINDS.get(carrier.getClass());
  }

  /** Returns all values of a header field, in order; an empty list if there is none. */
  List<String> values(Object of, String name) throws ReflectiveOperationException {
    return switch (this) {
      case SERVLET -> servlet((Enumeration<?>) call(of, "getHeaders", name));
      case EXCHANGE -> ((HttpExchange) of).getRequestHeaders().getOrDefault(name, List.of());
      case ROUTED -> texts(call(call(call(routing(of), "request"), "headers"), "getAll", name));
      case CONNECTION -> one(((HttpURLConnection) of).getRequestProperty(name));
      case REQUEST -> ((HttpRequest) of).headers().allValues(name);
      case APACHE -> apache(call(of, "getFirstHeader", name));
      case OKHTTP -> texts(call(of, "headers", name));
      case KAFKA -> kafka(call(call(of, "headers"), "headers", name));
      case NONE -> List.of();
    };
  }

  private static List<String> servlet(Enumeration<?> values) {
    return values == null ? List.of() : texts(Collections.list(values));
  }

  private static Object routing(Object of) throws ReflectiveOperationException {
    return method(of, "getContext", 0) == null ? of : call(of, "getContext");
  }

  private static List<String> apache(Object header) throws ReflectiveOperationException {
    return one(header == null ? null : call(header, "getValue"));
  }

  private static List<String> kafka(Object headers) throws ReflectiveOperationException {
    List<String> values = new ArrayList<>();
    for (Object header : (Iterable<?>) headers) {
      byte[] value = (byte[]) call(header, "value");
      values.add(value == null ? "" : new String(value, StandardCharsets.UTF_8));
    }
    return values;
  }

  private static List<String> one(Object value) {
    return value == null ? List.of() : List.of(value.toString());
  }

  private static List<String> texts(Object values) {
    List<String> texts = new ArrayList<>();
    ((Iterable<?>) values).forEach(value -> texts.add(String.valueOf(value)));
    return texts;
  }

  /**
   * Sets a field; returns the carrier that has it, which is another one if the given one cannot be
   * changed.
   */
  Object with(Object of, String name, String value) throws ReflectiveOperationException {
    switch (this) {
      case CONNECTION -> ((HttpURLConnection) of).setRequestProperty(name, value);
      case REQUEST -> {
        HttpRequest from = (HttpRequest) of;
        return HttpRequest.newBuilder(from, (field, text) -> true).setHeader(name, value).build();
      }
      case APACHE -> call(of, "setHeader", name, value);
      case OKHTTP -> {
        return call(call(call(of, "newBuilder"), "header", name, value), "build");
      }
      case KAFKA -> {
        Object headers = call(of, "headers");
        call(headers, "remove", name);
        call(headers, "add", name, value.getBytes(StandardCharsets.UTF_8));
      }
      default -> {} // What came is not changed.
    }
    return of;
  }
}
