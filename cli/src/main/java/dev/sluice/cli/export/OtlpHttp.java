package dev.sluice.cli.export;

import dev.sluice.cli.CliException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Sends requests to a receiver of OTLP over HTTP, one at a time. */
final class OtlpHttp implements OtlpExport.OtlpTarget {
  private static final String PATH = "/v1/traces";
  private static final int TRIES = 5;
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** What the specification of OTLP lets a client send again. */
  private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);

  private final URI uri;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  OtlpHttp(URI receiver) {
    boolean bare = receiver.getPath().isEmpty() || receiver.getPath().equals("/");
    uri = bare ? receiver.resolve(PATH) : receiver;
  }

  @Override
  public void send(byte[] json) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(json))
            .build();
    for (int tried = 1; ; tried++) {
      String trouble;
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 == 2) {
          return;
        }
        trouble = "answered " + answer.statusCode();
        if (!AGAIN.contains(answer.statusCode())) {
          throw new CliException(uri + " " + trouble + "; nothing more was sent");
        }
      } catch (IOException e) {
        trouble = "cannot be reached: " + e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      if (tried == TRIES) {
        throw new CliException(
            uri + " " + trouble + ", " + TRIES + " times; nothing more was sent");
      }
      pause(FIRST_PAUSE_MILLIS << tried);
    }
  }

  private static void pause(long millis) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
