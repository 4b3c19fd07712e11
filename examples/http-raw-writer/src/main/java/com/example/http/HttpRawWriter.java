package com.example.http;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Posts each chunk; at least once, for what was posted without an answer is posted again. */
final class HttpRawWriter implements RawWriter {
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI server;
  private final Duration timeout;

  HttpRawWriter(URI server, Duration timeout) {
    this.server = server;
    this.timeout = timeout;
  }

  @Override
  public int maxChunkBytes() {
    return 1 << 20; // what the server takes
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException, InterruptedException {
    HttpRequest post =
        HttpRequest.newBuilder(server)
            .timeout(timeout)
            .POST(BodyPublishers.ofByteArray(chunk.array(), chunk.offset(), chunk.length()))
            .build();
    int status = client.send(post, BodyHandlers.discarding()).statusCode();
    if (status / 100 != 2) {
      throw new IOException(server + " answered " + status); // the collector tries again
    }
    completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
  }

  @Override
  public void flush() {} // nothing waits here

  @Override
  public void close(Duration time) {} // write waits for the answer, so nothing is on its way
}
