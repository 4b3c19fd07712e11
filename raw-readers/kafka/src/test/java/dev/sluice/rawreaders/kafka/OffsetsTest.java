package dev.sluice.rawreaders.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.platform.Platform;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each offset between where a reader starts and where it is was handed on, belongs to a transaction
 * or is reported, whatever was done to the topic meanwhile.
 */
@Tag("one-jdk")
@Warns("later ones are counted and not logged")
class OffsetsTest {
  @TempDir static Path directory;
  private static KafkaBroker broker;
  private static ModelTopic.Clients clients;

  /** Ten seconds are one. */
  private static final Platform FAST =
      (Platform)
          Proxy.newProxyInstance(
              OffsetsTest.class.getClassLoader(),
              new Class<?>[] {Platform.class},
              (proxy, method, args) -> {
                try {
                  Object result = method.invoke(SystemPlatform.get(), args);
                  return method.getName().equals("nanoTime") ? (Long) result * 20 : result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });

  @BeforeAll
  static void start() throws Exception {
    broker =
        KafkaBroker.start(
            directory,
            0,
            Map.of(
                "log.cleaner.enable", "true",
                "log.cleaner.backoff.ms", "20",
                "log.cleaner.dedupe.buffer.size", "2097152",
                "file.delete.delay.ms", "1000",
                "group.consumer.min.heartbeat.interval.ms", "100",
                "group.consumer.heartbeat.interval.ms", "100"));
    clients = new ModelTopic.Clients(broker);
  }

  @AfterAll
  static void stop() {
    clients.close();
    broker.close();
  }

  @Test
  void each_offset_is_handed_on_or_reported() throws Exception {
    long first = Seeds.first("offsets");
    int count = Seeds.count(Seeds.amount(4, 15));
    for (long seed = first; seed < first + count; seed++) {
      List<String> done = new ArrayList<>();
      try {
        scenario(new Random(seed), done);
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed + ": " + done, e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ModelReader.Kind.class)
  @Warns("offsets 3 to 5 were deleted before they were read; later ones")
  void what_was_deleted_between_two_runs_is_reported_once(ModelReader.Kind kind) throws Exception {
    assumeTrue(kind != ModelReader.Kind.AGAIN, "it has no position");
    try (ModelTopic topic = new ModelTopic(clients, 1, false);
        ModelReader reader = new ModelReader(topic, kind, false, FAST)) {
      send(topic, 3);
      reader.drain();
      send(topic, 3);
      topic.delete(0, -1);
      send(topic, 2);
      reader.drain();
      assertThat(reader.reasons())
          .containsExactly("offsets 3 to 5 were deleted before they were read");
      reader.drain();
      send(topic, 1);
      reader.drain();
      assertThat(reader.reasons()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(ModelReader.Kind.class)
  void markers_of_transactions_that_were_read_are_not_missed(ModelReader.Kind kind)
      throws Exception {
    try (ModelTopic topic = new ModelTopic(clients, 1, false);
        ModelReader all = new ModelReader(topic, kind, false, FAST);
        ModelReader committed = new ModelReader(topic, kind, true, FAST)) {
      for (ModelReader reader : List.of(all, committed)) {
        for (boolean commit : new boolean[] {true, false}) {
          topic.sendInTransaction(0, 0);
          topic.finish(0, commit);
          reader.drain();
          topic.delete(0, -1);
          reader.drain();
        }
        assertThat(reader.reasons()).isEmpty();
      }
    }
  }

  @Test
  @Warns("compacted (cleanup.policy); later ones")
  void what_compaction_took_is_reported() throws Exception {
    try (ModelTopic topic = new ModelTopic(clients, 1, true);
        ModelReader reader = new ModelReader(topic, ModelReader.Kind.AGAIN, false, FAST)) {
      send(topic, 8);
      Awaitility.await().until(() -> topic.compact(0));
      reader.drain();
      assertThat(reader.reasons()).isNotEmpty();
    }
  }

  private static void send(ModelTopic topic, int messages) throws Exception {
    for (int i = 0; i < messages; i++) {
      topic.send(0, true);
    }
  }

  private void scenario(Random random, List<String> done) throws Exception {
    boolean compacted = random.nextInt(8) == 0;
    boolean transactions = random.nextBoolean();
    try (ModelTopic topic = new ModelTopic(clients, 1 + random.nextInt(4), compacted)) {
      done.add(topic.logs.size() + " partitions" + (compacted ? ", compacted" : ""));
      List<ModelReader> readers = new ArrayList<>();
      try {
        for (int i = 0; i < 2; i++) {
          ModelReader.Kind kind = ModelReader.Kind.values()[random.nextInt(4)];
          boolean committedOnly = i == 0;
          readers.add(new ModelReader(topic, kind, committedOnly, FAST));
        }
        for (int step = 0; step < 12; step++) {
          step(random, topic, readers, transactions, done);
        }
        topic.finishAll(random.nextBoolean());
        for (ModelReader reader : readers) {
          done.add("drain " + reader);
          reader.drain();
        }
      } finally {
        readers.forEach(ModelReader::close);
      }
    }
  }

  private void step(
      Random random,
      ModelTopic topic,
      List<ModelReader> readers,
      boolean transactions,
      List<String> done)
      throws Exception {
    int partition = random.nextInt(topic.logs.size());
    ModelReader reader = readers.get(random.nextInt(readers.size()));
    int messages = 1 + random.nextInt(4);
    int drawn = random.nextInt(20);
    if (drawn < 4 || !transactions && drawn < 7) {
      done.add("send " + messages + " to " + partition);
      for (int i = 0; i < messages; i++) {
        topic.send(partition, random.nextInt(10) > 0);
      }
    } else if (drawn < 7) {
      int number = random.nextInt(2);
      done.add("transaction " + number + " sends " + messages + " to " + partition);
      for (int i = 0; i < messages; i++) {
        topic.sendInTransaction(number, partition);
      }
    } else if (drawn < 9) {
      boolean commit = random.nextBoolean();
      done.add(commit ? "commit" : "abort");
      topic.finish(random.nextInt(2), commit);
    } else if (drawn < 12 && !topic.compacted) {
      ModelTopic.Log log = topic.logs.get(partition);
      long end = log.end(true);
      long before =
          random.nextBoolean() ? -1 : log.start + random.nextInt((int) (end - log.start) + 1);
      topic.delete(partition, Math.max(before, before < 0 ? -1 : log.start));
      done.add("delete " + partition + " before " + log.start);
    } else if (drawn < 12) {
      done.add("compact " + partition);
      topic.compact(partition);
    } else if (drawn == 12 && topic.logs.size() < 5) {
      done.add("add a partition");
      topic.add(1);
    } else if (drawn == 13 && random.nextInt(3) == 0) {
      int partitions = 1 + random.nextInt(2);
      done.add("make anew with " + partitions);
      readers.forEach(ModelReader::topicGoes);
      topic.recreate(partitions);
    } else if (drawn < 16) {
      done.add("follow " + reader);
      reader.follow();
    } else if (drawn < 18) {
      done.add("nibble " + reader);
      reader.nibble();
    } else if (drawn == 18) {
      done.add("stop " + reader);
      reader.stop();
    } else {
      done.add("drain " + reader);
      reader.drain();
    }
  }
}
