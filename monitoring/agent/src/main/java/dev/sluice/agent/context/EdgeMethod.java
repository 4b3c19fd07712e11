package dev.sluice.agent.context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A method of a library that requests or messages come in by or go out by. Methods that a version
 * does not have are ignored.
 *
 * @param method its name
 * @param parameters the begin of its descriptor; several methods may have it
 * @param call what is called there
 * @param argument the local variable that holds the request
 */
record EdgeMethod(String method, String parameters, Call call, int argument) {
  /** What is put into a method. */
  enum Call {
    /** Begin and end: a request is handled. */
    ARRIVE,
    /** At the begin: a request is sent. */
    DEPART,
    /** At the end: messages are given to the application. */
    MESSAGES,
    /** At the begin: the application asks for messages. */
    POLL
  }

  private static final String SUN = "sun/net/www/protocol/";
  private static final String KAFKA = "org/apache/kafka/clients/";
  private static final String APACHE = "org/apache/http/impl/client/";
  private static final String APACHE5 = "org/apache/hc/client5/http/impl/classic/";

  /** Those of certain classes, by their internal names. */
  static final Map<String, List<EdgeMethod>> BY_TYPE = new HashMap<>();

  /** Those of all servlets and filters: their parameters tell them from all other methods. */
  static final List<EdgeMethod> OF_SERVLETS = new ArrayList<>();

  static {
    add("com/sun/net/httpserver/Filter$Chain", "doFilter", "(", Call.ARRIVE, 1);
    add(
        "jdk/internal/net/http/HttpClientImpl",
        "sendAsync",
        "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;"
            + "Ljava/net/http/HttpResponse$PushPromiseHandler;Ljava/util/concurrent/Executor;)",
        Call.DEPART,
        1);
    add(SUN + "http/HttpURLConnection", "connect", "()", Call.DEPART, 0);
    add(SUN + "http/HttpURLConnection", "getInputStream", "()", Call.DEPART, 0);
    add(SUN + "http/HttpURLConnection", "getOutputStream", "()", Call.DEPART, 0);
    add(SUN + "https/AbstractDelegateHttpsURLConnection", "connect", "()", Call.DEPART, 0);
    for (String type : List.of("InternalHttpClient", "MinimalHttpClient", "AbstractHttpClient")) {
      add(APACHE + type, "doExecute", "(", Call.DEPART, 2);
      add(APACHE5 + type, "doExecute", "(", Call.DEPART, 2);
    }
    add(
        "okhttp3/internal/http/RealInterceptorChain",
        "proceed",
        "(Lokhttp3/Request;)",
        Call.DEPART,
        1);
    add(
        KAFKA + "producer/KafkaProducer",
        "send",
        "(L" + KAFKA + "producer/ProducerRecord;L" + KAFKA + "producer/Callback;)",
        Call.DEPART,
        1);
    add(
        KAFKA + "consumer/ConsumerRecords$ConcatenatedIterable",
        "iterator",
        "()",
        Call.MESSAGES,
        0);
    add(KAFKA + "consumer/KafkaConsumer", "poll", "(", Call.POLL, 0);
    for (String api : List.of("javax/servlet/", "jakarta/servlet/")) {
      String both = "(L" + api + "ServletRequest;L" + api + "ServletResponse;";
      OF_SERVLETS.add(new EdgeMethod("service", both + ")", Call.ARRIVE, 1));
      OF_SERVLETS.add(
          new EdgeMethod("doFilter", both + "L" + api + "FilterChain;)", Call.ARRIVE, 1));
    }
  }

  private static void add(String type, String method, String parameters, Call call, int argument) {
    BY_TYPE
        .computeIfAbsent(type, absent -> new ArrayList<>())
        .add(new EdgeMethod(method, parameters, call, argument));
  }

  /** The one of these that a method is, or null. */
  static EdgeMethod find(List<EdgeMethod> edges, String name, String descriptor) {
    for (EdgeMethod edge : edges) {
      if (edge.method.equals(name) && descriptor.startsWith(edge.parameters)) {
        return edge;
      }
    }
    return null;
  }
}
