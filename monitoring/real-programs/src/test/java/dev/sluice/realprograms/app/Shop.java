package dev.sluice.realprograms.app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot application that asks itself, prints the answers and ends. */
@SpringBootApplication
@EnableAsync
public class Shop {
  /** Starts it, asks and ends it. */
  public static void main(String[] args) throws Exception {
    SpringApplication application = new SpringApplication(Shop.class);
    try (ConfigurableApplicationContext context = application.run(args)) {
      String port = context.getEnvironment().getProperty("local.server.port");
      HttpClient client = HttpClient.newHttpClient();
      for (int i = 0; i < 200; i++) {
        URI uri = URI.create("http://127.0.0.1:" + port + "/price/" + i);
        HttpResponse<String> answer =
            client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
      }
    }
  }

  /** Answers. */
  @RestController
  public static class Prices {
    private final Rebate rebate;

    Prices(Rebate rebate) {
      this.rebate = rebate;
    }

    @GetMapping("/price/{item}")
    String price(@PathVariable("item") int item) throws Exception {
      if (item % 50 == 7) {
        throw new IllegalArgumentException("no such item");
      }
      return item + " costs " + (item * 31 % 97 - rebate.of(item).get());
    }
  }

  /** Works on another thread, behind a proxy made at run time. */
  @Service
  public static class Rebate {
    /** A rebate. */
    @Async
    public java.util.concurrent.CompletableFuture<Integer> of(int item) {
      return java.util.concurrent.CompletableFuture.completedFuture(item % 3);
    }
  }
}
