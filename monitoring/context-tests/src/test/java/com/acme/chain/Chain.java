package com.acme.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;

/**
 * A service as the W3C's validation suite wants one: it posts to each URL of a JSON array the
 * arguments beside it. The path names the servlet API that takes the request, and the query the
 * client: {@code /jakarta/okhttp}. A URL of {@code kafka:TOPIC} is a message; who takes it posts
 * its arguments as a request would. Ends with its input.
 */
public final class Chain {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Clients clients;

  private Chain(Clients clients) {
    this.clients = clients;
  }

  /** The argument is the bootstrap servers of a broker, or none. Prints the port. */
  public static void main(String[] args) throws Exception {
    try (Clients clients = new Clients(args.length > 0 ? args[0] : null)) {
      Chain chain = new Chain(clients);
      Server server = new Server(0);
      ContextHandlerCollection contexts = new ContextHandlerCollection();
      org.eclipse.jetty.ee10.servlet.ServletContextHandler jakarta =
          new org.eclipse.jetty.ee10.servlet.ServletContextHandler("/jakarta");
      jakarta.addServlet(chain.new Jakarta(), "/*");
      jakarta.addFilter((request, response, next) -> next.doFilter(request, response), "/*", null);
      contexts.addHandler(jakarta);
      org.eclipse.jetty.ee8.servlet.ServletContextHandler javax =
          new org.eclipse.jetty.ee8.servlet.ServletContextHandler(null, "/javax");
      javax.addServlet(new org.eclipse.jetty.ee8.servlet.ServletHolder(chain.new Javax()), "/*");
      contexts.addHandler(javax);
      server.setHandler(contexts);
      server.start();
      Consumers consumers = args.length > 0 ? new Consumers(args[0], chain) : null;
      System.out.println(server.getURI().getPort());
      while (System.in.read() >= 0) {}
      if (consumers != null) {
        consumers.close();
      }
      server.stop();
    }
  }

  /** What is monitored: posts what it is told to. */
  void handle(String client, JsonNode calls) throws IOException {
    for (JsonNode call : calls) {
      try {
        String body = call.get("arguments").toString();
        clients.post(client, call.get("url").asText(), body);
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }

  /** The same, of a message. */
  void consume(byte[] message) throws IOException {
    JsonNode what = JSON.readTree(message);
    handle("jdk", what);
  }

  private void serve(String path, InputStream body) throws IOException {
    handle(path == null ? "jdk" : path.substring(1), JSON.readTree(body));
  }

  private final class Jakarta extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      serve(request.getPathInfo(), request.getInputStream());
    }
  }

  private final class Javax extends javax.servlet.http.HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doPost(
        javax.servlet.http.HttpServletRequest request,
        javax.servlet.http.HttpServletResponse response)
        throws IOException {
      serve(request.getPathInfo(), request.getInputStream());
    }
  }
}
