package dev.sluice.agent.context;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.agent.bytecode.Supertypes;
import java.lang.reflect.Method;
import java.net.HttpURLConnection;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Knows the requests and messages of libraries by the names of their types, and calls public
 * methods of these types alone. The libraries are the application's: nothing of them is visible
 * here.
 */
final class Carriers extends ClassValue<Carrier> {
  /** Of a class that is none. */
  static final Carrier NONE =
      new Carrier(null, (carrier, name) -> List.of(), (carrier, name, value) -> carrier);

  private static final String HTTP = "http";
  private static final String KAFKA = "kafka";

  @Override
  protected Carrier computeValue(Class<?> type) {
    try {
      for (Class<?> each : Supertypes.of(type)) {
        Carrier found = of(each);
        if (found != NONE) {
          return found;
        }
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      // A version of the library that is not known.
    }
    return NONE;
  }

  private static Carrier of(Class<?> type) throws ReflectiveOperationException {
    return switch (type.getName()) {
      case "javax.servlet.http.HttpServletRequest", "jakarta.servlet.http.HttpServletRequest" ->
          servlet(type);
      case "com.sun.net.httpserver.HttpExchange" -> Jdk.EXCHANGE;
      case "java.net.HttpURLConnection" -> Jdk.CONNECTION;
      case "java.net.http.HttpRequest" -> Jdk.REQUEST;
      case "org.apache.http.HttpMessage" -> apache(type, String.class);
      case "org.apache.hc.core5.http.HttpMessage" -> apache(type, Object.class);
      case "okhttp3.Request" -> okHttp(type);
      case "org.apache.kafka.clients.producer.ProducerRecord",
          "org.apache.kafka.clients.consumer.ConsumerRecord" ->
          kafka(type);
      default -> NONE;
    };
  }

  private static Carrier servlet(Class<?> type) throws ReflectiveOperationException {
    Method headers = type.getMethod("getHeaders", String.class);
    return new Carrier(
        HTTP,
        (carrier, name) -> {
          Enumeration<?> values = (Enumeration<?>) headers.invoke(carrier, name);
          return values == null ? List.of() : texts(Collections.list(values));
        },
        NONE.writer());
  }

  private static List<String> texts(Iterable<?> values) {
    List<String> texts = new ArrayList<>();
    values.forEach(value -> texts.add(String.valueOf(value)));
    return texts;
  }

  private static Carrier apache(Class<?> type, Class<?> value) throws ReflectiveOperationException {
    Method first = type.getMethod("getFirstHeader", String.class);
    Method text = first.getReturnType().getMethod("getValue");
    Method set = type.getMethod("setHeader", String.class, value);
    return new Carrier(
        HTTP,
        (carrier, name) -> {
          Object header = first.invoke(carrier, name);
          return header == null ? List.of() : List.of(String.valueOf(text.invoke(header)));
        },
        (carrier, name, given) -> {
          set.invoke(carrier, name, given);
          return carrier;
        });
  }

  private static Carrier okHttp(Class<?> type) throws ReflectiveOperationException {
    Method values = type.getMethod("headers", String.class);
    Method copy = type.getMethod("newBuilder");
    Method set = copy.getReturnType().getMethod("header", String.class, String.class);
    Method build = copy.getReturnType().getMethod("build");
    return new Carrier(
        HTTP,
        (carrier, name) -> texts((Iterable<?>) values.invoke(carrier, name)),
        (carrier, name, value) -> build.invoke(set.invoke(copy.invoke(carrier), name, value)));
  }

  private static Carrier kafka(Class<?> type) throws ReflectiveOperationException {
    Method headers = type.getMethod("headers");
    Class<?> of = headers.getReturnType();
    Method values = of.getMethod("headers", String.class);
    Method remove = of.getMethod("remove", String.class);
    Method add = of.getMethod("add", String.class, byte[].class);
    Method bytes = of.getMethod("lastHeader", String.class).getReturnType().getMethod("value");
    return new Carrier(
        KAFKA,
        (carrier, name) -> {
          List<String> texts = new ArrayList<>();
          for (Object header : (Iterable<?>) values.invoke(headers.invoke(carrier), name)) {
            byte[] value = (byte[]) bytes.invoke(header);
            texts.add(value == null ? "" : new String(value, StandardCharsets.UTF_8));
          }
          return texts;
        },
        (carrier, name, value) -> {
          Object all = headers.invoke(carrier);
          remove.invoke(all, name);
          add.invoke(all, name, value.getBytes(StandardCharsets.UTF_8));
          return carrier;
        });
  }

  /**
   * Types of modules that a JVM may not have: they are looked for when one of their objects comes.
   */
  private static final class Jdk {
    static final Carrier EXCHANGE =
        new Carrier(
            HTTP,
            (carrier, name) ->
                ((HttpExchange) carrier).getRequestHeaders().getOrDefault(name, List.of()),
            NONE.writer());

    static final Carrier CONNECTION =
        new Carrier(
            HTTP,
            (carrier, name) -> {
              String value = ((HttpURLConnection) carrier).getRequestProperty(name);
              return value == null ? List.of() : List.of(value);
            },
            (carrier, name, value) -> {
              ((HttpURLConnection) carrier).setRequestProperty(name, value);
              return carrier;
            });

    static final Carrier REQUEST =
        new Carrier(
            HTTP,
            (carrier, name) -> ((HttpRequest) carrier).headers().allValues(name),
            (carrier, name, value) ->
                HttpRequest.newBuilder((HttpRequest) carrier, (field, text) -> true)
                    .setHeader(name, value)
                    .build());
  }
}
