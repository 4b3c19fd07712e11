package dev.sluice.tools.doctor;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.select.InstrumentationKeys;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.support.Plugins;
import dev.sluice.support.SigningKeys;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.topic.TopicNeeds;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Finds out whether a sink or a source can be used, and if not what to do. Nothing is written,
 * created, committed or deleted; a TCP reader notes in its log that it refused a connection. Takes
 * ten seconds at most, also if nobody answers. Any thread; an endpoint is for one thread at a time.
 */
public final class Doctor {
  private static final String KAFKA = "kafka";

  private final Endpoint endpoint;
  private final boolean writes;
  private final Clock clock;
  private final Steps steps = new Steps();
  private RawWriter writer;

  private Doctor(Endpoint endpoint, boolean writes, Clock clock) {
    this.endpoint = endpoint;
    this.writes = writes;
    this.clock = clock;
  }

  /** Returns what chunks are to be written to, by this program. */
  public static Diagnosis ofSink(Endpoint sink) {
    return of(sink, true, Clock.systemUTC());
  }

  /** Checks a sink for a program that will be started by a command: {@code java …}. */
  public static Diagnosis ofSink(Endpoint sink, List<String> command) {
    Doctor doctor = new Doctor(sink, true, Clock.systemUTC());
    JvmChecks.ofProgram(doctor.steps, command);
    return doctor.examine();
  }

  /** Returns what chunks are to be read from. */
  public static Diagnosis ofSource(Endpoint source) {
    return of(source, false, Clock.systemUTC());
  }

  /**
   * Checks an endpoint with a clock in place of this machine's.
   *
   * @param writes whether it is a sink
   */
  public static Diagnosis of(Endpoint endpoint, boolean writes, Clock clock) {
    Doctor doctor = new Doctor(endpoint, writes, clock);
    JvmChecks.ofThis(doctor.steps);
    return doctor.examine();
  }

  private Diagnosis examine() {
    steps.needed("options", this::options);
    switch (endpoint.scheme()) {
      case KAFKA -> kafka();
      case "tcp" -> tcp();
      case "file" -> file();
      default ->
          steps.also("medium", () -> Check.notChecked("only the options of a plug-in are checked"));
    }
    if (writer != null) {
      writer.close(Duration.ZERO);
    }
    return new Diagnosis(endpoint.toString(), steps.done());
  }

  /** Reads all that whoever uses it will read. */
  private Check options() throws IOException {
    if (writes) {
      Plugins.all(ServiceLoader.load(Serializer.class), broken -> {})
          .forEach(serializer -> read(serializer.keys()));
      read(Monitor.keys());
      read(ChunkingCollector.keys());
      read(InstrumentationKeys.ALL);
      writer = writers().newWriter(endpoint, SystemPlatform.get());
    } else {
      read(List.of(RecordStreamBuilder.MAX_PRODUCERS, RecordStreamBuilder.RANGES));
      read(List.of(SigningKeys.VERIFY));
      read(SourceSpec.factory(endpoint).keys());
      if (endpoint.scheme().equals(KAFKA)) {
        SourceSpec.factory(endpoint).newReader(endpoint, SystemPlatform.get()).close();
      }
    }
    endpoint.options().finish();
    return Check.ok("understood");
  }

  private void read(List<Key<?>> keys) {
    keys.forEach(endpoint.options()::get);
  }

  private RawWriterFactory writers() {
    return Plugins.find(
        RawWriterFactory.class, RawWriterFactory::scheme, endpoint.scheme(), "sink scheme");
  }

  /** Returns the value of one of these keys, or null. */
  private Object value(List<Key<?>> keys, String name) {
    return keys.stream()
        .filter(key -> key.name().equals(name))
        .findFirst()
        .map(endpoint.options()::get)
        .orElse(null);
  }

  private void kafka() {
    KafkaAddress address =
        KafkaAddress.of(
            endpoint, writes ? ProducerConfig.configNames() : ConsumerConfig.configNames());
    String group = writes ? null : (String) value(SourceSpec.factory(endpoint).keys(), "group");
    TopicChecks.Use use =
        new TopicChecks.Use(
            writes,
            group == null ? address.client().get(ConsumerConfig.GROUP_ID_CONFIG) : group,
            TopicNeeds.of(endpoint),
            writer == null ? Long.MAX_VALUE : writer.maxChunkBytes());
    try (KafkaChecks cluster = new KafkaChecks(address, clock)) {
      cluster.run(steps);
      new TopicChecks(address, use, clock).run(steps, cluster);
    }
  }

  private void tcp() {
    if (writes) {
      new TcpChecks(endpoint, TcpAddress.of(endpoint), clock).run(steps);
    } else {
      steps.needed("listen", () -> opened("the port can be opened"));
    }
  }

  private void file() {
    if (!writes) {
      steps.needed("path", () -> opened("exists and can be read"));
      return;
    }
    List<Key<?>> keys = writers().keys();
    long segment = ((Number) value(keys, "rotate.bytes")).longValue();
    Number retain = (Number) value(keys, "retain");
    long most = retain == null ? 0 : segment * retain.longValue();
    new FileChecks(endpoint.path(), segment, most).run(steps);
  }

  private Check opened(String well) throws IOException {
    SourceSpec.factory(endpoint).newReader(endpoint, SystemPlatform.get()).close();
    return Check.ok(endpoint + " " + well);
  }
}
