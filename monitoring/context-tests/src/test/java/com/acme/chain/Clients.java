package com.acme.chain;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Each way to post. */
final class Clients implements Closeable {
  private static final String KAFKA = "kafka:";

  private final HttpClient jdk = HttpClient.newHttpClient();
  private final OkHttpClient okHttp = new OkHttpClient();
  private final CloseableHttpClient apache4 =
      org.apache.http.impl.client.HttpClients.createDefault();
  private final org.apache.hc.client5.http.impl.classic.CloseableHttpClient apache5 =
      org.apache.hc.client5.http.impl.classic.HttpClients.createDefault();
  private final KafkaProducer<byte[], byte[]> producer;

  Clients(String broker) {
    producer =
        broker == null
            ? null
            : new KafkaProducer<>(
                Map.of("bootstrap.servers", broker),
                new ByteArraySerializer(),
                new ByteArraySerializer());
  }

  void post(String client, String url, String body) throws Exception {
    if (url.startsWith(KAFKA)) {
      byte[] value = body.getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(url.substring(KAFKA.length()), value)).get();
      return;
    }
    int status =
        switch (client) {
          case "jdk" -> jdk.send(jdk(url, body), BodyHandlers.discarding()).statusCode();
          case "jdkasync" ->
              jdk.sendAsync(jdk(url, body), BodyHandlers.discarding()).get().statusCode();
          case "connection" -> connection(url, body);
          case "okhttp" -> okHttp(url, body);
          case "okhttpasync" -> okHttpAsync(url, body);
          case "apache4" -> apache4(url, body);
          case "apache5" -> apache5(url, body);
          default -> throw new IllegalArgumentException(client);
        };
    if (status != 200) {
      throw new IOException(url + " answered " + status);
    }
  }

  private static HttpRequest jdk(String url, String body) {
    return HttpRequest.newBuilder(URI.create(url))
        .header("content-type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private static int connection(String url, String body) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("content-type", "application/json");
    connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    try (InputStream in = connection.getInputStream()) {
      in.readAllBytes();
    }
    return connection.getResponseCode();
  }

  private static Request request(String url, String body) {
    return new Request.Builder()
        .url(url)
        .post(RequestBody.create(body, MediaType.get("application/json")))
        .build();
  }

  private int okHttp(String url, String body) throws IOException {
    try (Response response = okHttp.newCall(request(url, body)).execute()) {
      return response.code();
    }
  }

  private int okHttpAsync(String url, String body) throws Exception {
    CompletableFuture<Integer> code = new CompletableFuture<>();
    okHttp
        .newCall(request(url, body))
        .enqueue(
            new Callback() {
              @Override
              public void onFailure(Call call, IOException e) {
                code.completeExceptionally(e);
              }

              @Override
              public void onResponse(Call call, Response response) {
                response.close();
                code.complete(response.code());
              }
            });
    return code.get();
  }

  private int apache4(String url, String body) throws IOException {
    HttpPost post = new HttpPost(url);
    post.setEntity(new StringEntity(body, org.apache.http.entity.ContentType.APPLICATION_JSON));
    return apache4.execute(post, response -> response.getStatusLine().getStatusCode());
  }

  private int apache5(String url, String body) throws IOException {
    var post = new org.apache.hc.client5.http.classic.methods.HttpPost(url);
    post.setEntity(
        new org.apache.hc.core5.http.io.entity.StringEntity(
            body, org.apache.hc.core5.http.ContentType.APPLICATION_JSON));
    return apache5.execute(post, response -> response.getCode());
  }

  @Override
  public void close() throws IOException {
    if (producer != null) {
      producer.close();
    }
    apache4.close();
    apache5.close();
    okHttp.dispatcher().executorService().shutdown();
  }
}
