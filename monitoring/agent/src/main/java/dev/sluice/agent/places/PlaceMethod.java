package dev.sluice.agent.places;

import java.util.ArrayList;
import java.util.List;

/**
 * A method of a library. If a version of the library does not have it, it is ignored.
 *
 * @param type its class, or a text in the constant pool of all classes that may have it
 * @param descriptor what its descriptor begins with
 */
record PlaceMethod(Place place, String type, String name, String descriptor) {
  static final List<PlaceMethod> ALL = new ArrayList<>();

  private static final String SUN = "sun/net/www/protocol/";
  private static final String KAFKA = "org/apache/kafka/clients/";
  private static final String REST = "org/jboss/resteasy/reactive/";
  private static final String SQL = "java/sql/";

  static {
    for (String api : List.of("javax", "jakarta")) {
      String type = "L" + api + "/servlet/";
      String both = "(" + type + "ServletRequest;" + type + "ServletResponse;";
      add(Place.SERVLET, "/servlet/ServletResponse;", "service", both + ")");
      String chain = both + type + "FilterChain;)";
      add(Place.SERVLET, "/servlet/ServletResponse;", "doFilter", chain);
    }
    add(Place.EXCHANGE, "com/sun/net/httpserver/Filter$Chain", "doFilter", "(");
    add(Place.ROUTED, "io/vertx/ext/web/impl/RoutingContextImpl", "next", "()");
    add(Place.RESUMED, REST + "common/core/AbstractResteasyReactiveContext", "run", "()");
    add(
        Place.ROUTE,
        REST + "server/core/ResteasyReactiveRequestContext",
        "restart",
        "(L" + REST + "server/mapping/RuntimeResource;Z)");
    add(
        Place.REQUEST,
        "jdk/internal/net/http/HttpClientImpl",
        "sendAsync",
        "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;"
            + "Ljava/net/http/HttpResponse$PushPromiseHandler;Ljava/util/concurrent/Executor;)");
    for (String name : List.of("connect", "getInputStream", "getOutputStream")) {
      add(Place.CONNECTION, SUN + "http/HttpURLConnection", name, "()");
    }
    add(Place.CONNECTION, SUN + "https/AbstractDelegateHttpsURLConnection", "connect", "()");
    for (String type : List.of("InternalHttpClient", "MinimalHttpClient", "AbstractHttpClient")) {
      add(Place.REQUEST_TO, "org/apache/http/impl/client/" + type, "doExecute", "(");
      add(Place.REQUEST_TO, "org/apache/hc/client5/http/impl/classic/" + type, "doExecute", "(");
    }
    String chain = "okhttp3/internal/http/RealInterceptorChain";
    add(Place.REQUEST, chain, "proceed", "(Lokhttp3/Request;)");
    addSql();
    String producer = KAFKA + "producer/";
    add(
        Place.SEND,
        producer + "KafkaProducer",
        "send",
        "(L" + producer + "ProducerRecord;L" + producer + "Callback;)");
    add(Place.POLL, KAFKA + "consumer/KafkaConsumer", "poll", "(Ljava/time/Duration;)");
    add(Place.POLL, KAFKA + "consumer/KafkaConsumer", "poll", "(J)");
    String records = KAFKA + "consumer/ConsumerRecords";
    add(Place.MESSAGES, records + "$ConcatenatedIterable", "iterator", "()");
    add(Place.PARTITION, records, "records", "(Lorg/apache/kafka/common/TopicPartition;)");
    add(
        Place.REPOSITORY,
        "org/springframework/data/repository/core/support/QueryExecutorMethodInterceptor",
        "invoke",
        "(Lorg/aopalliance/intercept/MethodInvocation;)");
  }

  private static void addSql() {
    String text = "(Ljava/lang/String;";
    for (String name : List.of("execute", "executeQuery", "executeUpdate", "executeLargeUpdate")) {
      add(Place.STATEMENT, SQL, name, text);
    }
    add(Place.PREPARED, SQL, "execute", "()Z");
    add(Place.PREPARED, SQL, "executeQuery", "()Ljava/sql/ResultSet;");
    add(Place.PREPARED, SQL, "executeUpdate", "()I");
    add(Place.PREPARED, SQL, "executeLargeUpdate", "()J");
    add(Place.PREPARED, SQL, "executeBatch", "()[I");
    add(Place.PREPARED, SQL, "executeLargeBatch", "()[J");
    add(Place.BATCH, SQL, "addBatch", text + ")V");
    add(Place.PREPARE, SQL, "prepareStatement", text);
    add(Place.PREPARE, SQL, "prepareCall", text);
  }

  private static void add(Place place, String type, String name, String descriptor) {
    ALL.add(new PlaceMethod(place, type, name, descriptor));
  }

  /** Returns whether the type is found by a text in class files instead of by its name. */
  boolean isInText() {
    return type.endsWith("/") || type.endsWith(";");
  }

  /** Returns whether a method has this name and descriptor, whatever its class. */
  boolean is(String method, String itsDescriptor) {
    return name.equals(method) && itsDescriptor.startsWith(descriptor);
  }
}
