package com.acme.chain;

import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.IntStream;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;

/** Answers what its arguments ask for, a method and a path each, in any API of servers. */
public final class Requests {
  private Requests() {}

  /** Prints the codes. */
  public static void main(String[] args) throws Exception {
    Server jetty = new Server(0);
    ContextHandlerCollection contexts = new ContextHandlerCollection();
    ServletContextHandler jakarta = new ServletContextHandler("/shop");
    ServletHolder orders = new ServletHolder(new Orders());
    orders.setAsyncSupported(true);
    jakarta.addServlet(orders, "/orders/*");
    jakarta.addServlet(orders, "/");
    jakarta.addServlet(new ServletHolder(new Sorry()), "/sorry");
    ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
    errors.addErrorPage(503, "/sorry");
    jakarta.setErrorHandler(errors);
    jakarta
        .addFilter((request, response, next) -> next.doFilter(request, response), "/*", null)
        .setAsyncSupported(true);
    contexts.addHandler(jakarta);
    var javax = new org.eclipse.jetty.ee8.servlet.ServletContextHandler(null, "/javax");
    javax.addServlet(new org.eclipse.jetty.ee8.servlet.ServletHolder(new Old()), "/*");
    contexts.addHandler(javax);
    jetty.setHandler(contexts);
    jetty.start();
    HttpServer jdk = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    jdk.createContext(
        "/jdk/items",
        exchange -> {
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    jdk.start();
    HttpClient client = HttpClient.newHttpClient();
    if (args[0].startsWith("FLOOD ")) {
      String stem = args[0].substring(6);
      args = IntStream.range(0, 1100).mapToObj(i -> "GET " + stem + word(i)).toArray(String[]::new);
    }
    for (String arg : args) {
      String[] what = arg.split(" ");
      int port =
          what[1].startsWith("/jdk/") ? jdk.getAddress().getPort() : jetty.getURI().getPort();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + what[1]))
              .method(what[0], HttpRequest.BodyPublishers.noBody())
              .build();
      System.out.println(client.send(request, BodyHandlers.discarding()).statusCode());
    }
    jdk.stop(0);
    jetty.stop();
  }

  private static String word(int number) {
    return Integer.toString(number, 36).replaceAll("[0-9]", "x$0y");
  }

  /** What is monitored. */
  static void handle() {}

  private static final class Orders extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      handle();
      String way = request.getQueryString() == null ? "" : request.getQueryString();
      if (way.startsWith("status=")) {
        response.sendError(Integer.parseInt(way.substring("status=".length())));
      } else if (way.equals("throw")) {
        throw new IllegalStateException("as asked");
      } else if (way.equals("async")) {
        AsyncContext later = request.startAsync();
        new Thread(
                () -> {
                  handle();
                  response.setStatus(503);
                  later.complete();
                })
            .start();
      } else if (way.equals("dispatch") && request.getAttribute("dispatched") == null) {
        request.setAttribute("dispatched", true);
        AsyncContext later = request.startAsync();
        new Thread(later::dispatch).start();
      }
    }
  }

  /** The page that tells of an error, for which the request is dispatched once more. */
  private static final class Sorry extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print("sorry");
    }
  }

  private static final class Old extends javax.servlet.http.HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(
        javax.servlet.http.HttpServletRequest request,
        javax.servlet.http.HttpServletResponse response) {
      handle();
      response.setStatus(request.getPathInfo().endsWith("none") ? 404 : 201);
    }
  }
}
