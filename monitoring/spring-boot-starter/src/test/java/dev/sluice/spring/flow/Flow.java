package dev.sluice.spring.flow;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import java.util.Set;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A service on Netty whose work is done on other threads than those that requests come by. */
@SpringBootApplication
@RestController
public class Flow {
  private final Monitor monitor;
  private final WebClient client;
  private final Operation load;

  Flow(Monitor monitor, WebClient.Builder client) {
    this.monitor = monitor;
    this.client = client.build();
    load = operation("Flow.load()");
  }

  private Operation operation(String name) {
    return monitor.probes().operation(name, "Flow", Set.of(ProbeKind.EXECUTION), null);
  }

  /** Asks another service, and works with what that says. */
  @GetMapping("/ask/{id}")
  Mono<String> ask(@PathVariable("id") int id, @RequestParam("from") String from) {
    return client
        .get()
        .uri(from + "/stock/{id}", id)
        .retrieve()
        .bodyToMono(String.class)
        .publishOn(Schedulers.parallel())
        .map(stock -> stock + " on " + load());
  }

  @GetMapping("/stock/{id}")
  Mono<String> stock(@PathVariable("id") int id) {
    return Mono.fromCallable(() -> id + " in " + load()).subscribeOn(Schedulers.boundedElastic());
  }

  @GetMapping("/broken")
  Mono<String> broken() {
    return Mono.error(new IllegalStateException("no stock"));
  }

  /** An execution; returns the thread that it is on, without its number. */
  private String load() {
    OpenExecution.begin(load).end(load, false);
    return Thread.currentThread().getName().replaceAll("-\\d+", "");
  }
}
