package com.acme.chain;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;

/**
 * Two servers that answer whatever comes, and count what is thrown where the application would see
 * it. Prints the ports; for each line of its input: bytes of the heap that are in use after a
 * collection, threads, requests that were handled, failures. Ends with its input.
 */
public final class Edge {
  private static final AtomicLong HANDLED = new AtomicLong();
  private static final AtomicLong FAILED = new AtomicLong();

  private Edge() {}

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> failed(failure));
    Server jetty = new Server(0);
    ServletContextHandler servlets = new ServletContextHandler("/");
    servlets.addServlet(new Servlet(), "/*");
    jetty.setHandler(new Watched(servlets));
    jetty.start();
    HttpServer jdk = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
    jdk.createContext("/", Edge::serve).getFilters().add(new Outermost());
    ThreadFactory daemons =
        task -> {
          Thread thread = new Thread(task);
          thread.setDaemon(true);
          return thread;
        };
    jdk.setExecutor(Executors.newFixedThreadPool(8, daemons));
    jdk.start();
    System.out.println(jetty.getURI().getPort() + " " + jdk.getAddress().getPort());
    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
      if (c == '\n') {
        System.out.println(
            used() + " " + Thread.activeCount() + " " + HANDLED.get() + " " + FAILED.get());
      }
    }
    jdk.stop(0);
    jetty.stop();
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static void failed(Throwable failure) {
    FAILED.incrementAndGet();
    failure.printStackTrace();
  }

  /** What is monitored. */
  static void handle() {
    HANDLED.incrementAndGet();
  }

  private static void serve(HttpExchange exchange) throws IOException {
    handle();
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private static final class Servlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
      handle();
      response.setContentLength(0);
    }
  }

  /** Around all that the agent puts into servlets. */
  private static final class Watched extends Handler.Wrapper {
    Watched(Handler handler) {
      super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      try {
        return super.handle(request, response, callback);
      } catch (Throwable e) {
        failed(e);
        throw e;
      }
    }
  }

  /** The same, in the JDK's server. */
  private static final class Outermost extends Filter {
    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
      try {
        chain.doFilter(exchange);
      } catch (Throwable e) {
        failed(e);
        throw e;
      }
    }

    @Override
    public String description() {
      return "counts failures";
    }
  }
}
