package com.acme.chain;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.micrometer.ObservationRecorder;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Schedulers;

/**
 * Work on a thread that knows nothing of who it works for, as an event loop: {@code hook} or {@code
 * bare}, and perhaps where observations are recorded.
 */
final class Reactive {
  private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
  private final ObservationRegistry observations = ObservationRegistry.create();

  private Reactive() {
    Thread thread = new Thread(this::loop, "loop");
    thread.setDaemon(true);
    thread.start();
  }

  public static void main(String[] arguments) {
    if (arguments[0].equals("hook")) {
      Hooks.enableAutomaticContextPropagation();
    }
    Reactive program = new Reactive();
    if (arguments.length == 1) {
      program.request();
      program.pool();
      return;
    }
    try (Monitor monitor =
        Monitor.builder().configuration(ConfigurationSources.none()).open(arguments[1])) {
      program.observations.observationConfig().observationHandler(new ObservationRecorder(monitor));
      program.observe("chain", () -> program.flux().blockLast());
      program.observe("request", program::request);
      program.around();
    }
  }

  private void observe(String name, Runnable work) {
    Observation.createNotStarted(name, observations).observe(work);
  }

  private void loop() {
    try {
      while (true) {
        loop.take().run();
      }
    } catch (InterruptedException e) {
      // It ends.
    }
  }

  private Flux<Integer> flux() {
    return Flux.<Integer>create(
            sink ->
                loop.add(
                    () -> {
                      sink.next(1);
                      sink.complete();
                    }))
        .doOnNext(this::step);
  }

  /** Recorded. */
  private void request() {
    flux().blockLast();
  }

  /** Recorded. */
  private void pool() {
    Flux.just(1).publishOn(Schedulers.parallel()).doOnNext(this::stage).blockLast();
  }

  /** Recorded. */
  private void stage(int item) {}

  /** Recorded, on the loop. */
  private void step(int item) {
    if (!Thread.currentThread().getName().equals("loop")) {
      throw new IllegalStateException("not on the loop");
    }
  }

  /** Recorded. */
  private void around() {
    observe("inside", () -> {});
  }
}
