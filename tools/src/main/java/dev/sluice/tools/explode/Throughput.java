package dev.sluice.tools.explode;

import dev.sluice.api.spi.RawReader;
import dev.sluice.rawreaders.kafka.KafkaRawReader;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.util.concurrent.TimeUnit;

/** Tells how fast records go and how much waits, once a second at most. For one thread. */
final class Throughput {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Notices progress;
  private RawReader reader;
  private long begin;
  private long end;
  private long last = System.nanoTime();
  private long chunks;
  private long records;
  private long beginRecords;
  private long recordsBefore;
  private long troubles;
  private String line = "";

  /** Tells it there. */
  Throughput(Notices progress) {
    this.progress = progress;
  }

  /** Notes the raw reader that knows how much waits. */
  RawReader of(RawReader opened) {
    reader = opened;
    return opened;
  }

  /** A chunk was sent. */
  void chunk(int recordCount) {
    end = System.nanoTime();
    if (chunks++ == 0) {
      begin = end;
      beginRecords = recordCount;
    }
    records += recordCount;
    tick();
  }

  /** A chunk, or records of it, could not be read or not be sent. */
  void trouble() {
    troubles++;
  }

  /** Shows the figures if it is time. */
  void tick() {
    long now = System.nanoTime();
    if (now - last >= EVERY_NANOS) {
      double rate = (records - recordsBefore) * 1e9 / (now - last);
      last = now;
      recordsBefore = records;
      String told =
          "sent %s, %s records/s%s%s"
              .formatted(
                  Figures.count(records, "record"),
                  Figures.count(Math.round(rate)),
                  lag(),
                  troubles == 0 ? "" : ", " + Figures.count(troubles, "chunk") + " in error");
      if (!told.equals(line)) {
        line = told;
        progress.update(told);
      }
    }
  }

  /** Records a second between the first chunk and the last; negative if that is no time. */
  long mean() {
    double seconds = (end - begin) / 1e9;
    return seconds < 1 ? -1 : Math.round((records - beginRecords) / seconds);
  }

  /** Returns whether the records come from a topic. */
  boolean isOfTopic() {
    return reader instanceof KafkaRawReader;
  }

  /** Chunks that wait in the topic, and how many records they would be. */
  private String lag() {
    if (!(reader instanceof KafkaRawReader kafka)) {
      return "";
    }
    long waiting = kafka.lags().values().stream().mapToLong(Long::longValue).sum();
    long average = chunks == 0 ? 0 : records / chunks;
    return ", lag "
        + Figures.count(waiting, "chunk")
        + (waiting == 0 || average == 0
            ? ""
            : " (about " + Figures.count(waiting * average, "record") + ")");
  }
}
