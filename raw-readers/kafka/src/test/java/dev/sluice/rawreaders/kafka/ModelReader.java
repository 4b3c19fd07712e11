package dev.sluice.rawreaders.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Damage;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Platform;
import dev.sluice.streams.Audit;
import dev.sluice.streams.PositionStore;
import dev.sluice.streams.Positions;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs of one reader, each of which goes on where the one before has come to, beside what was in
 * the topic. For one thread.
 */
final class ModelReader implements AutoCloseable {
  /** How runs go on. */
  enum Kind {
    GROUP,
    POSITIONS,
    BOTH,
    AGAIN
  }

  private static final Pattern MISSING = Pattern.compile("^offsets? (\\d+)(?: to (\\d+))? ");
  private static final Duration SOON = Duration.ofMillis(20);
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

  /** A place in a partition; {@code to} is the last offset. */
  private record Range(int partition, long from, long to) {
    boolean has(int other, long offset) {
      return partition == other && from <= offset && offset <= to;
    }
  }

  private final ModelTopic topic;
  private final Kind kind;
  private final boolean committedOnly;
  private final Platform platform;
  private final Set<Long> delivered = new HashSet<>();
  private final List<Range> missing = new ArrayList<>();
  private final Set<Range> foreign = new HashSet<>();
  private final List<String> reasons = new ArrayList<>();
  private final Map<Integer, Long> first = new HashMap<>();
  private final Store store = new Store();
  private boolean madeAnew;
  private boolean mustTellAnew;
  private int incarnation;
  private long damages;
  private RecordStream live;

  /** As text, as on a disk. */
  private static final class Store implements PositionStore {
    private String text = Positions.NONE.toText();

    @Override
    public Positions load() throws IOException {
      return Positions.parse(text);
    }

    @Override
    public void save(Positions positions) {
      text = positions.toText();
    }
  }

  ModelReader(ModelTopic topic, Kind kind, boolean committedOnly, Platform platform) {
    this.topic = topic;
    this.kind = kind;
    this.committedOnly = committedOnly;
    this.platform = platform;
    this.incarnation = topic.incarnation;
  }

  private RecordStream open(boolean toEnd) throws IOException {
    Map<String, String> options =
        new HashMap<>(
            Map.of(
                "kafka.fetch.max.wait.ms",
                "10",
                "kafka.metadata.max.age.ms",
                "100",
                "kafka.max.poll.records",
                "2",
                "kafka.isolation.level",
                committedOnly ? "read_committed" : "read_uncommitted"));
    if (toEnd) {
      options.put("until", "end");
    }
    if (kind == Kind.GROUP || kind == Kind.BOTH) {
      options.put("group", group());
      if (topic.logs.size() % 2 == 0) {
        options.put("kafka.group.protocol", "consumer");
      } else {
        options.put("kafka.heartbeat.interval.ms", "100");
      }
    }
    if (kind == Kind.AGAIN) {
      forget();
    }
    if (kind == Kind.AGAIN || kind == Kind.GROUP) {
      damages = 0;
    }
    var builder =
        RecordStream.builder(Endpoint.parse(topic.uri(), options))
            .platform(platform)
            .chunkListener(chunk -> delivered.add(chunk.accounting().producerId()))
            .damageListener(this::damaged);
    if (kind == Kind.POSITIONS || kind == Kind.BOTH) {
      builder.positions(store);
    }
    return builder.open();
  }

  private String group() {
    return topic.name + kind + committedOnly;
  }

  /** Whether the reader is in all partitions, which a member of a group is some time later. */
  private boolean hasStarted() throws Exception {
    return kind == Kind.AGAIN
        || kind == Kind.POSITIONS
        || topic
                .admin
                .listConsumerGroupOffsets(group())
                .partitionsToOffsetAndMetadata()
                .get()
                .size()
            >= topic.logs.size();
  }

  private void forget() {
    missing.clear();
    foreign.clear();
    delivered.clear();
    first.clear();
  }

  private void damaged(Damage damage) {
    damages++;
    reasons.add(damage.reason());
    String place = damage.position().partition();
    int partition = Integer.parseInt(place.substring(place.lastIndexOf('-') + 1));
    Matcher range = MISSING.matcher(damage.reason());
    if (range.find()) {
      long from = Long.parseLong(range.group(1));
      long to = range.group(2) == null ? from : Long.parseLong(range.group(2));
      missing.add(new Range(partition, from, to));
    } else if (damage.reason().contains("created again")) {
      madeAnew = true;
    } else {
      foreign.add(new Range(partition, damage.position().offset(), damage.position().offset()));
    }
  }

  /** Of all damages of all runs. */
  List<String> reasons() {
    return reasons;
  }

  /** Before the topic is deleted. */
  void topicGoes() {
    mustTellAnew |= live != null && unseen() != null;
  }

  /** A run from where the last one stopped to the end, after one that is running. */
  void drain() throws Exception {
    stop();
    start();
    try (RecordStream stream = open(true)) {
      while (!stream.exhausted()) {
        stream.poll((record, chunk) -> {}, SOON);
      }
      check(stream.audit());
    }
  }

  private void start() {
    if (incarnation != topic.incarnation) {
      incarnation = topic.incarnation;
      missing.clear();
      foreign.clear();
      first.clear();
    }
    for (int i = 0; i < topic.logs.size(); i++) {
      first.putIfAbsent(i, topic.logs.get(i).start);
    }
  }

  /** Begins a run without an end, if there is none, and gets all that is there. */
  void follow() throws Exception {
    if (live == null) {
      live = open(false);
    }
    start();
    long begin = System.nanoTime();
    do {
      live.poll((record, chunk) -> {}, SOON);
      assertThat(System.nanoTime() - begin)
          .as("%s has not seen %s of %s", this, unseen(), topic.name)
          .isLessThan(PATIENCE);
    } while (unseen() != null || mustTellAnew && !madeAnew || !hasStarted());
    mustTellAnew = false;
    madeAnew = false;
    check(live.audit());
  }

  /** Polls once what is running. */
  void nibble() throws IOException {
    if (live != null && incarnation == topic.incarnation) {
      live.poll((record, chunk) -> {}, SOON);
    }
  }

  void stop() {
    if (live != null) {
      live.close();
      live = null;
      mustTellAnew = false;
    }
  }

  /** A message that is neither delivered nor reported, or null. */
  private String unseen() {
    for (int partition = 0; partition < topic.logs.size(); partition++) {
      ModelTopic.Log log = topic.logs.get(partition);
      var visible =
          log.entries.subMap(first.getOrDefault(partition, log.start), log.end(committedOnly));
      for (var message : visible.entrySet()) {
        ModelTopic.Entry entry = message.getValue();
        boolean hidden = committedOnly && entry.state == ModelTopic.State.ABORTED;
        if (!hidden
            && !got(partition, message.getKey(), entry)
            && !isMissing(partition, message.getKey())) {
          return partition + "@" + message.getKey();
        }
      }
    }
    return null;
  }

  private boolean got(int partition, long offset, ModelTopic.Entry entry) {
    return entry.producer < 0
        ? foreign.contains(new Range(partition, offset, offset))
        : delivered.contains(topic.id(entry));
  }

  private boolean isMissing(int partition, long offset) {
    return missing.stream().anyMatch(range -> range.has(partition, offset));
  }

  private void check(Audit audit) {
    assertThat(unseen()).as("%s: neither delivered nor reported", this).isNull();
    assertThat(audit.damaged()).as("%s: damaged of %s", this, audit).isEqualTo(damages);
    assertThat(audit.complete())
        .as("%s: complete of %s", this, audit)
        .isEqualTo(damages == 0 && !audit.producers().isEmpty());
    for (Range range : missing) {
      ModelTopic.Log log = topic.logs.get(range.partition);
      assertThat(range.to).as("%s: end of %s", this, range).isLessThan(log.end(false) + 3);
      assertThat(missing.stream().filter(r -> r.has(range.partition, range.from)).count())
          .as("%s: reports of %s", this, range)
          .isEqualTo(1);
      log.entries
          .subMap(range.from, range.to + 1)
          .forEach(
              (offset, entry) ->
                  assertThat(got(range.partition, offset, entry))
                      .as("%s: %d of %s is reported and was delivered", this, offset, range)
                      .isFalse());
      assertThat(topic.compacted || range.to < log.start)
          .as("%s: %s was not deleted, the log starts at %d", this, range, log.start)
          .isTrue();
    }
  }

  @Override
  public void close() {
    stop();
  }

  @Override
  public String toString() {
    return kind + (committedOnly ? " of committed messages" : "");
  }
}
