package com.acme.storm;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Entry points of libraries that the agent instruments. */
final class AgentEntries {
  private AgentEntries() {}

  static Storm.Entry of(String name) throws Exception {
    return switch (name) {
      case "http.method", "http.route", "http.header" -> servlet(name);
      case "sql" -> sql();
      case "kafka.topic", "kafka.header" -> kafka(name);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** What is monitored: must not be lost, whatever came before. */
  static void control() {}

  private interface Take extends Storm.Entry {
    @Override
    default void end() {
      control();
    }
  }

  private static Storm.Entry servlet(String name) {
    HttpServlet servlet =
        new HttpServlet() {
          private static final long serialVersionUID = 1L;

          @Override
          protected void service(HttpServletRequest request, HttpServletResponse response) {}
        };
    HttpServletResponse response =
        proxy(HttpServletResponse.class, method -> method.equals("getStatus") ? 200 : null);
    return (Take)
        text -> {
          HttpServletRequest request =
              proxy(
                  HttpServletRequest.class,
                  method ->
                      switch (method) {
                        case "getDispatcherType" -> DispatcherType.REQUEST;
                        case "getMethod" -> name.endsWith("method") ? text : "GET";
                        case "getRequestURI" -> path(name.endsWith("route") ? text : "orders");
                        case "getHeaders" -> headers(name.endsWith("header") ? text : "00");
                        default -> null;
                      });
          servlet.service(request, response);
        };
  }

  /** Words of 40 letters at most, so that the path is its own route. */
  private static String path(String text) {
    String letters = text.replaceAll("[0-9]", "");
    StringBuilder path = new StringBuilder("/" + letter(text));
    for (int at = 0; at < letters.length(); at += 30) {
      path.append('/').append(letters, at, Math.min(letters.length(), at + 30));
    }
    return path.toString();
  }

  private static String letter(String text) {
    StringBuilder digits = new StringBuilder();
    text.chars().limit(8).forEach(c -> digits.append((char) (c <= '9' ? c - '0' + 'a' : c)));
    return digits.toString();
  }

  private static Enumeration<String> headers(String text) {
    return Collections.enumeration(
        List.of("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-" + text));
  }

  private interface Answers {
    Object answer(String method);
  }

  private static <T> T proxy(Class<T> type, Answers answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Object answer = answers.answer(method.getName());
              return answer != null ? answer : nothing(method);
            }));
  }

  private static Object nothing(Method method) {
    return method.getReturnType() == boolean.class
        ? false
        : method.getReturnType() == int.class ? (Object) 0 : null;
  }

  private static Storm.Entry sql() throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:storm;QUERY_CACHE_SIZE=0");
    Statement statement = connection.createStatement();
    return (Take)
        text -> statement.execute("SELECT 1 AS " + text.substring(0, 16) + " /* " + text + " */");
  }

  private static Storm.Entry kafka(String name) {
    return (Take)
        text -> {
          String topic = name.endsWith("topic") ? text : "orders";
          RecordHeaders headers = new RecordHeaders();
          if (name.endsWith("header")) {
            String parent = headers(text).nextElement();
            headers.add("traceparent", parent.getBytes(StandardCharsets.UTF_8));
            headers.add("tracestate", ("a=" + text).getBytes(StandardCharsets.UTF_8));
          }
          ConsumerRecord<byte[], byte[]> message =
              new ConsumerRecord<>(
                  topic,
                  0,
                  0,
                  0,
                  TimestampType.CREATE_TIME,
                  0,
                  0,
                  null,
                  null,
                  headers,
                  Optional.empty());
          ConsumerRecords<byte[], byte[]> all =
              new ConsumerRecords<>(
                  Map.of(new TopicPartition(topic, 0), List.of(message)), Map.of());
          for (ConsumerRecord<byte[], byte[]> each : all) {
            handle(each);
          }
        };
  }

  private static void handle(ConsumerRecord<byte[], byte[]> message) {}
}
