package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Takes one connection of Kieker's TCP writer, to a file; what arrived is decoded in the end. */
final class KiekerSocket implements Receiver {
  private final Path file;
  private final ServerSocket socket = new ServerSocket(0);
  private final CompletableFuture<Void> received = new CompletableFuture<>();

  KiekerSocket(Path file) throws IOException {
    this.file = file;
    Thread thread = new Thread(this::receive, "receiver");
    thread.setDaemon(true);
    thread.start();
  }

  private void receive() {
    try (Socket connection = socket.accept();
        InputStream in = connection.getInputStream()) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      received.complete(null);
    } catch (IOException e) {
      received.completeExceptionally(e);
    }
  }

  @Override
  public String address() {
    return Integer.toString(socket.getLocalPort());
  }

  @Override
  public long executions() throws IOException {
    try {
      received.get();
    } catch (ExecutionException e) {
      throw new IOException("nothing more was received: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    KiekerRecords records = new KiekerRecords();
    records.count(file);
    return records.executions();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Nobody will connect any more anyway.
    }
  }
}
