package dev.sluice.tools.explode;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.rawwriters.kafka.RecordMessageWriter;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.ConnectJson;
import dev.sluice.tools.format.RecordFormat;
import dev.sluice.tools.format.TextOutput;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.RecordText;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.TypeFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Sends the records of a source to a topic of Kafka, one message a record, at least once. Used
 * once; for one thread, but for {@link #end}.
 */
public final class Explosion {
  private static final Duration POLL = Duration.ofMillis(500);

  private final SourceSpec from;
  private final Endpoint to;
  private final RecordKey key;
  private final RecordText records;
  private final Form form;
  private final DamageList damages = new DamageList();
  private Path positions;
  private Endpoint quarantine;
  private volatile boolean ended;
  private volatile RecordStream stream;

  /** Content of a message. */
  public enum Form {
    /** The object that a line of JSON lines is. */
    json,
    /** JSON with a schema, for Kafka Connect. */
    connect
  }

  /**
   * Counts of an explosion.
   *
   * @param audit of the source, and of what {@link #positions} has of earlier runs
   * @param damages of the source
   * @param sent messages
   * @param topic for people
   * @param recordsPerSecond between the first chunk and the last; negative if that is below a
   *     second
   */
  public record Result(
      Audit audit, DamageList damages, long sent, String topic, long recordsPerSecond) {}

  /**
   * Creates an explosion of a source, which may be followed.
   *
   * @param to another topic, with settings of Kafka's producer
   */
  public Explosion(SourceSpec from, Endpoint to, RecordKey key, RecordText records, Form form) {
    if (form == Form.connect && records.longAsString()) {
      throw new ToolException("records with a schema cannot have 64-bit integers as strings");
    }
    this.from = from;
    this.to = to;
    this.key = key;
    this.records = records;
    this.form = form;
  }

  /** Keeps there which chunks were sent, so that a later run goes on and audits them all. */
  public Explosion positions(Path file) {
    positions = file;
    return this;
  }

  /** Sets chunks aside there that cannot be read or sent whole. */
  public Explosion quarantine(Endpoint place) {
    quarantine = place;
    return this;
  }

  /**
   * Returns what is to hold for a source that is a topic where the user does not say otherwise:
   * runs of the same two topics share the work and go on where one ended.
   *
   * @param others options of the source from elsewhere
   */
  public static Map<String, String> sourceDefaults(Endpoint from, Options others, Endpoint to) {
    Map<String, String> defaults = new HashMap<>();
    // What a poll brings at most comes again after a kill.
    defaults.put("kafka.fetch.max.bytes", Integer.toString(1 << 20));
    if (!hasGroup(from.options()) && !hasGroup(others)) {
      defaults.put("group", "sluice-explode-" + topic(from) + "-" + topic(to));
    }
    return defaults;
  }

  /** Returns whether the user names a group as Kafka does. */
  private static boolean hasGroup(Options options) {
    return !options.withPrefix("kafka.group.id").isEmpty();
  }

  private static String topic(Endpoint endpoint) {
    return endpoint.path().replaceFirst("^/", "");
  }

  /**
   * Sends what there is, of a source that is followed until {@link #end}.
   *
   * @throws ToolException if the source holds nothing, or no record of the type
   */
  public Result run(Notices notices) throws IOException {
    TypeFilter filter = records.filter();
    Throughput pace = new Throughput(notices);
    try (RecordMessageWriter messages = RecordMessageWriter.open(to);
        RecordStream opened = open(messages, pace)) {
      stream = opened;
      long before = opened.audit().chunks();
      RecordSender sender = new RecordSender(messages, key, records, filter, this::format);
      while (!ended && !Thread.currentThread().isInterrupted() && !opened.exhausted()) {
        from.poll(() -> opened.poll(sender, POLL));
        pace.tick();
      }
      notices.clear();
      Audit audit = opened.audit();
      // An earlier run may have sent all of a topic.
      if (opened.exhausted() && !(audit.chunks() == before && pace.isOfTopic())) {
        filter.check(from);
        from.checked(audit, damages);
      }
      return new Result(audit, damages, sender.sent(), messages.toString(), pace.mean());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      notices.clear();
    }
  }

  /** Sends no more than what is being sent. For any thread. */
  public void end() {
    ended = true;
    RecordStream opened = stream;
    if (opened != null) {
      opened.wakeup();
    }
  }

  private RecordStream open(RecordMessageWriter messages, Throughput pace) throws IOException {
    RecordStreamBuilder builder =
        from.builder(pace::of)
            .beforeAcknowledge(messages)
            .chunkListener(chunk -> pace.chunk(chunk.header().recordCount()))
            .damageListener(
                damage -> {
                  damages.accept(damage);
                  pace.trouble();
                });
    if (positions != null) {
      builder.positions(positions);
    }
    if (quarantine != null) {
      builder.quarantine(quarantine);
    }
    return builder.open();
  }

  private RecordFormat format(TextOutput out) {
    return switch (form) {
      case json -> records.json(out);
      case connect -> new ConnectJson(out, records.bare());
    };
  }
}
