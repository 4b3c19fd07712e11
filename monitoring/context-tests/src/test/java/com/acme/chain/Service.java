package com.acme.chain;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * One of three services: {@code front} calls {@code middle}, which sends a message and calls {@code
 * back}, which handles both. Requests have a number, their path. What it begins to handle it writes
 * down first, in a file that stays if it is killed: {@code middle 17 SPAN}, with the call's id as
 * it came in {@code traceparent}. Ends with its input.
 */
public final class Service {
  private static final String TOPIC = "numbers";
  private static final String NO_SPAN = "-".repeat(52);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService workers = Executors.newFixedThreadPool(16);
  private final ExecutorService senders = Executors.newFixedThreadPool(4);
  private final String name;
  private final URI next;
  private final FileOutputStream truth;
  private final KafkaProducer<String, String> producer;
  private final Thread consumer;
  private volatile boolean closed;

  private Service(String name, URI next, String broker, String truth) throws IOException {
    this.name = name;
    this.next = next;
    this.truth = new FileOutputStream(truth, true);
    producer =
        name.equals("middle")
            ? new KafkaProducer<>(
                Map.of("bootstrap.servers", broker, "max.block.ms", 10_000),
                new StringSerializer(),
                new StringSerializer())
            : null;
    consumer = name.equals("back") ? new Thread(() -> consume(broker)) : null;
    if (consumer != null) {
      consumer.start();
    }
  }

  /** Name, port, the port of the next service, the broker, and the file. Prints a line when up. */
  public static void main(String[] args) throws Exception {
    URI next = URI.create("http://127.0.0.1:" + args[2] + "/");
    Service service = new Service(args[0], next, args[3], args[4]);
    InetAddress here = InetAddress.getLoopbackAddress();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(here, Integer.parseInt(args[1])), 100);
    server.createContext("/", service::serve);
    server.setExecutor(service.workers);
    server.start();
    System.out.println("up");
    while (System.in.read() >= 0) {}
    server.stop(0);
    service.close();
  }

  private void serve(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    String number = exchange.getRequestURI().getPath().substring(1);
    write(name, number, headers.getFirst("traceparent"));
    int status = 200;
    try {
      handle(number);
    } catch (IOException | RuntimeException e) {
      status = 502;
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private void write(String place, String number, String parent) {
    String line = place + " " + number + " " + parent.substring(36, 52) + "\n";
    try {
      truth.write(line.getBytes(StandardCharsets.UTF_8)); // at once: no buffer of ours is lost
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is monitored, as all that it calls. */
  void handle(String number) throws IOException {
    CompletableFuture<Void> sending = CompletableFuture.completedFuture(null);
    if (name.equals("middle")) {
      sending = CompletableFuture.runAsync(() -> send(number), senders);
    }
    if (!name.equals("back")) {
      call(number);
    }
    sending.join();
  }

  /** In another thread. */
  void send(String number) {
    write("sender", number, NO_SPAN);
    try {
      producer.send(new ProducerRecord<>(TOPIC, number)).get();
      write("sent", number, NO_SPAN);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  void call(String number) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(next.resolve(number))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      if (status != 200) {
        throw new IOException("answered " + status);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void consume(String broker) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker,
            "group.id",
            name,
            "group.instance.id", // who comes back needs not wait until it is missed
            name,
            "auto.offset.reset",
            "earliest",
            "auto.commit.interval.ms", // what was handled since comes again after a kill
            1000,
            "fetch.min.bytes", // so that messages wait for each other, and are handled later
            1_000_000);
    try (var messages =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      messages.subscribe(List.of(TOPIC));
      while (!closed) {
        for (ConsumerRecord<String, String> message : messages.poll(Duration.ofMillis(100))) {
          Header parent = message.headers().lastHeader("traceparent");
          write("topic", message.value(), new String(parent.value(), StandardCharsets.UTF_8));
          consumed(message.value());
        }
      }
    }
  }

  void consumed(String number) {}

  private void close() throws Exception {
    closed = true;
    workers.shutdown();
    senders.shutdown();
    if (consumer != null) {
      consumer.join();
    }
    if (producer != null) {
      producer.close();
    }
    truth.close();
  }
}
