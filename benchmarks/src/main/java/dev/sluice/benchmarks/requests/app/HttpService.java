package dev.sluice.benchmarks.requests.app;

import dev.sluice.benchmarks.WorkerJvm;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.CRC32;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/**
 * A service of one servlet, which works a bit and perhaps asks another service. Tells its port and
 * its number among the processes, and ends with its standard input.
 */
public final class HttpService {
  private HttpService() {}

  @SuppressWarnings("serial") // Nobody stores a servlet.
  private static final class Orders extends HttpServlet {
    private final byte[] block = new byte[8192];
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest next;
    private final long steps;

    Orders(long steps, String next) {
      this.steps = steps;
      this.next = next.equals("-") ? null : HttpRequest.newBuilder(URI.create(next)).build();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String order = request.getPathInfo() + work();
      if (next != null) {
        order += client.sendAsync(next, BodyHandlers.ofString()).join().statusCode();
      }
      response.getWriter().print("{\"order\": \"" + order + "\"}\n");
    }

    /** Code of the JVM's own: a loop of ours is as fast as its place in memory, in each JVM. */
    private long work() {
      CRC32 sum = new CRC32();
      for (long i = 0; i < steps; i++) {
        sum.update(block);
      }
      return sum.getValue();
    }
  }

  /** Arguments: steps of work, the URI to ask or {@code -}. */
  public static void main(String[] args) throws Exception {
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    ServletContextHandler context = new ServletContextHandler("/");
    context.addServlet(
        new ServletHolder(new Orders(Long.parseLong(args[0]), args[1])), "/orders/*");
    server.setHandler(context);
    server.start();
    System.out.println(
        WorkerJvm.ANSWER + server.getURI().getPort() + " " + ProcessHandle.current().pid());
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
