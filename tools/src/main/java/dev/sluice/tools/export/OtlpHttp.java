package dev.sluice.tools.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.sluice.tools.ToolException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests to a receiver of OTLP over HTTP, one at a time, and adds up the spans that it
 * rejects. For one thread.
 */
public final class OtlpHttp implements OtlpExport.OtlpTarget {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String PATH = "/v1/traces";
  private static final Set<String> REJECTED =
      Set.of("rejectedSpans", "rejectedLogRecords", "rejectedDataPoints");
  private static final int TRIES = 5;
  private static final long FIRST_PAUSE_MILLIS = 250;

  /** Timeout of a request, including its answer. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Maximum kept bytes of an answer, which contains a number and a sentence. */
  private static final int ANSWER_BYTES = 64 << 10;

  /** Status codes after which the specification of OTLP allows a retry. */
  private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);

  private final URI uri;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  private final Duration timeout;
  private final long firstPauseMillis;
  private long rejected;
  private String reason = "";

  /**
   * Returns a receiver.
   *
   * @throws ToolException if the text is no address
   */
  static OtlpHttp at(String receiver) {
    try {
      URI uri = new URI(receiver);
      if (uri.getHost() != null) {
        return new OtlpHttp(uri, TIMEOUT, FIRST_PAUSE_MILLIS);
      }
    } catch (URISyntaxException e) {
      // reported below
    }
    throw new ToolException(
        "--to otlp: '" + receiver + "' is not an address such as http://host:4318");
  }

  /**
   * A receiver at that address, where a bare one gets the path of the specification.
   *
   * @param timeout of a request with its answer
   * @param firstPauseMillis half of the pause before the first repetition; each is twice as long
   */
  public OtlpHttp(URI receiver, Duration timeout, long firstPauseMillis) {
    this.timeout = timeout;
    this.firstPauseMillis = firstPauseMillis;
    boolean bare = receiver.getPath().isEmpty() || receiver.getPath().equals("/");
    uri = bare ? receiver.resolve(PATH) : receiver;
  }

  @Override
  public void send(byte[] json) throws IOException {
    send("traces", json);
  }

  /** Other signals have other paths, if that of traces is the specification's. */
  @Override
  public void send(String signal, byte[] json) throws IOException {
    URI to = URI.create(uri.toString().replaceFirst(PATH + "$", "/v1/" + signal));
    HttpRequest request =
        HttpRequest.newBuilder(to)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(json))
            .build();
    for (int tried = 1; ; tried++) {
      String trouble;
      try {
        TimeUnit.MILLISECONDS.sleep(tried == 1 ? 0 : firstPauseMillis << tried - 1);
        HttpResponse<byte[]> answer = answer(request);
        if (answer.statusCode() / 100 == 2) {
          note(answer.body());
          return;
        }
        trouble = "answered " + answer.statusCode();
        if (!AGAIN.contains(answer.statusCode())) {
          throw new ToolException(uri + " " + trouble + "; nothing more was sent");
        }
      } catch (IOException e) {
        trouble = "cannot be reached: " + e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      if (tried == TRIES) {
        throw new ToolException(
            uri + " " + trouble + ", " + TRIES + " times; nothing more was sent");
      }
    }
  }

  private HttpResponse<byte[]> answer(HttpRequest request)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, head -> new Beginning());
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no whole answer within " + timeout.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().toString(), e.getCause());
    } finally {
      answer.cancel(true); // ends the connection of an answer that has not ended
    }
  }

  /** Adds up what the receiver took and did not keep. An answer may be empty. */
  private void note(byte[] answer) {
    try (JsonParser json = JSON.createParser(answer)) {
      while (json.nextToken() != null) {
        if (json.currentToken().isScalarValue()) {
          String text = json.getText();
          if (REJECTED.contains(json.currentName())) {
            rejected += Long.parseLong(text);
          } else if ("errorMessage".equals(json.currentName()) && !text.isEmpty()) {
            reason = text;
          }
        }
      }
    } catch (IOException | NumberFormatException e) {
      // In another form, or cut off: the status has said that it was taken.
    }
  }

  /** Spans that the receiver did not keep. */
  public long rejected() {
    return rejected;
  }

  /** Returns why, in its words behind a colon; may be empty. */
  String why() {
    return reason.isEmpty() ? "" : ": " + reason;
  }

  /** Keeps the beginning of an answer and asks for no more. */
  private static final class Beginning implements HttpResponse.BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.Subscription subscription;

    @Override
    public CompletionStage<byte[]> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
      subscription = begun;
      begun.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      for (ByteBuffer part : parts) {
        byte[] some = new byte[Math.min(part.remaining(), ANSWER_BYTES - bytes.size())];
        part.get(some);
        bytes.writeBytes(some);
      }
      if (bytes.size() == ANSWER_BYTES) {
        subscription.cancel();
        onComplete();
      }
    }

    @Override
    public void onError(Throwable thrown) {
      body.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
      body.complete(bytes.toByteArray());
    }
  }
}
