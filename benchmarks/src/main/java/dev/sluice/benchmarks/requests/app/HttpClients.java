package dev.sluice.benchmarks.requests.app;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.benchmarks.WorkerJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Clients that ask a service, each over a connection that stays and with a trace of its own for
 * each request, and the service that it may ask in turn. Takes orders on its standard input, one a
 * line, and ends with it:
 *
 * <pre>
 * port                            the answer: where the other service listens
 * ask PORT CLIENTS RATE MILLIS    all clients ask for so long, so many times a second together, or
 *                                 if that is 0 each as soon as it is answered; the answer: requests,
 *                                 and nanoseconds of an answer by mean, median and 99th percentile
 * </pre>
 *
 * At a rate, the time of an answer begins when it was to be asked for, if its client was then still
 * busy; a client that rested and was woken late is not the service's fault.
 */
public final class HttpClients {
  private static final long LONGEST = TimeUnit.MINUTES.toNanos(1);

  private HttpClients() {}

  /** No arguments. */
  public static void main(String[] args) throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    other.start();
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ");
      System.out.println(
          WorkerJvm.ANSWER + (words.length == 1 ? other.getAddress().getPort() : ask(words)));
    }
    System.exit(0);
  }

  private static String ask(String[] words) throws Exception {
    int port = Integer.parseInt(words[1]);
    int clients = Integer.parseInt(words[2]);
    long pause = words[3].equals("0") ? 0 : clients * 1_000_000_000L / Long.parseLong(words[3]);
    long begin = System.nanoTime();
    long end = begin + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[4]));
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    ConcurrentHistogram times = new ConcurrentHistogram(LONGEST, 3);
    List<Callable<Void>> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      long first = begin + pause * i / clients;
      all.add(() -> ask(port, first, pause, end, times));
    }
    for (Future<Void> one : threads.invokeAll(all)) {
      one.get();
    }
    threads.shutdown();
    return "%d %.0f %d %d"
        .formatted(
            times.getTotalCount(),
            times.getMean(),
            times.getValueAtPercentile(50),
            times.getValueAtPercentile(99));
  }

  private static Void ask(int port, long first, long pause, long end, ConcurrentHistogram times)
      throws IOException {
    SplittableRandom ids = new SplittableRandom(first);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      for (long due = first; due < end; due += pause) {
        boolean isLate = pause > 0 && System.nanoTime() > due;
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        long from = isLate ? due : System.nanoTime();
        socket.getOutputStream().write(request(ids));
        read(socket.getInputStream());
        long now = System.nanoTime();
        times.recordValue(Math.min(LONGEST, now - from));
        due = pause > 0 ? due : now;
      }
    }
    return null;
  }

  private static byte[] request(SplittableRandom ids) {
    return """
    GET /orders/%d HTTP/1.1\r
    Host: localhost\r
    traceparent: 00-%016x%016x-%016x-01\r
    \r
    """
        .formatted(ids.nextInt(1000), ids.nextLong(), ids.nextLong(), ids.nextLong())
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** An answer ends with the line that closes its object. */
  private static void read(InputStream in) throws IOException {
    byte[] answer = new byte[8192];
    String text = "";
    for (int length = 0; !text.endsWith("}\n"); ) {
      int more = in.read(answer, length, answer.length - length);
      length += Math.max(0, more);
      text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
      if (more <= 0 || !text.startsWith("HTTP/1.1 200")) {
        throw new IOException("the service answered " + text);
      }
    }
  }
}
