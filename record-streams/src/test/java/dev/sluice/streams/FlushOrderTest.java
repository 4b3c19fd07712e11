package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.DeadLetters;
import dev.sluice.api.spi.DeadLettersFactory;
import dev.sluice.api.spi.RawReader;
import dev.sluice.testkit.LogLines;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is saved and acknowledged was handed over, and cannot be lost any more. */
@Timeout(60)
class FlushOrderTest {
  private static final List<String> EVENTS = Collections.synchronizedList(new ArrayList<>());

  private final TestProducer producer = new TestProducer(0xab);
  private final ScriptedReader reader = new ScriptedReader();

  /** Dead letters that note what is asked of them. */
  public static final class Factory implements DeadLettersFactory {
    /** For {@link java.util.ServiceLoader}. */
    public Factory() {}

    @Override
    public String scheme() {
      return "noted";
    }

    @Override
    public DeadLetters open(Endpoint endpoint, Endpoint source, Platform platform) {
      return new DeadLetters() {
        @Override
        public void put(Damage damage) {
          EVENTS.add("put");
        }

        @Override
        public void flush() {
          EVENTS.add("flush letters");
        }

        @Override
        public void close() throws IOException {
          EVENTS.add("close letters");
          if (endpoint.path().equals("stuck")) {
            throw new IOException("stuck");
          }
        }
      };
    }
  }

  @BeforeEach
  void forget() {
    EVENTS.clear();
  }

  private static PositionStore store() {
    return new PositionStore() {
      @Override
      public Positions load() {
        return Positions.NONE;
      }

      @Override
      public void save(Positions positions) {
        EVENTS.add("save " + positions.audit().records() + " " + positions.offsets());
      }
    };
  }

  @Test
  void what_was_sent_on_and_set_aside_is_flushed_before_it_is_saved_and_acknowledged()
      throws Exception {
    reader.poll(producer.events(2), producer.chunk("nonsense\n", 1));
    try (RecordStream stream =
        RecordStream.builder(reader)
            .quarantine("noted:letters")
            .beforeAcknowledge(() -> EVENTS.add("flush " + reader.acknowledged))
            .positions(store())
            .open()) {
      stream.drain((cursor, chunk) -> EVENTS.add("record"));
      assertThat(reader.closed).isFalse();
    }
    assertThat(EVENTS)
        .containsExactly(
            "record",
            "record",
            "put",
            "flush 0",
            "flush letters",
            "save 2 {topic-0=1}",
            "close letters");
    assertThat(reader.acknowledged).isEqualTo(2);
  }

  @Test
  void what_cannot_be_flushed_is_neither_saved_nor_acknowledged_and_comes_again() throws Exception {
    reader.poll(producer.events(1), producer.end());
    AtomicInteger tries = new AtomicInteger();
    try (RecordStream stream =
        RecordStream.builder(reader)
            .beforeAcknowledge(
                () -> {
                  if (tries.incrementAndGet() <= 2) {
                    throw new IOException("not sent");
                  }
                })
            .positions(store())
            .open()) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> stream.drain((cursor, chunk) -> {})).hasMessage("not sent");
        if (tries.get() == 2) {
          break;
        }
      }
      assertThat(EVENTS).isEmpty();
      assertThat(reader.acknowledged).isZero();
      stream.drain((cursor, chunk) -> EVENTS.add("record"));
      assertThat(EVENTS).containsExactly("save 1 {topic-0=1}");
      assertThat(stream.audit().complete()).isTrue();
    }
  }

  @Test
  void positions_of_several_threads_are_saved_when_all_of_them_are_done() throws Exception {
    reader.poll(
        producer.events(1), new TestProducer(0xac).events(1), new TestProducer(0xad).events(1));
    try (RecordStream stream =
        RecordStream.builder(reader).parallelism(3).positions(store()).open()) {
      stream.poll((cursor, chunk) -> spin(), Duration.ZERO);
    }
    assertThat(EVENTS).containsExactly("save 3 {topic-0=2}");
  }

  /** So long that who does not wait is done before. */
  private static void spin() {
    for (int i = 0; i < 2_000_000; i++) {
      Thread.onSpinWait();
    }
  }

  /** As a reader that acknowledges nothing. */
  @Test
  void a_poll_returns_when_all_records_were_handed_over() throws Exception {
    Chunk chunk = producer.events(3);
    CountDownLatch handed = new CountDownLatch(1);
    AtomicInteger records = new AtomicInteger();
    RawReader careless =
        new RawReader() {
          @Override
          public int poll(ChunkHandler handler, Duration timeout) {
            handler.chunk(chunk, new SourcePosition("memory", 0));
            handed.countDown();
            return 1;
          }

          @Override
          public boolean exhausted() {
            return handed.getCount() == 0;
          }

          @Override
          public void wakeup() {}

          @Override
          public void close() {}
        };
    try (RecordStream stream = RecordStream.builder(careless).parallelism(2).open()) {
      int polled =
          stream.poll(
              (cursor, of) -> {
                awaitUninterrupted(handed);
                spin();
                records.incrementAndGet();
              },
              Duration.ZERO);
      assertThat(polled).isEqualTo(3);
      assertThat(records.get()).isEqualTo(3);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void damage_at_a_place_that_was_handled_without_damage_is_told() throws Exception {
    reader.poll(producer.events(1), producer.end());
    RecordStream stream = RecordStream.builder(reader).open();
    stream.drain((cursor, chunk) -> {});
    assertThat(stream.audit().complete()).isTrue();
    reader.restart().damage("topic-0", "made anew");
    stream.drain((cursor, chunk) -> {});

    assertThat(stream.audit().damaged()).isEqualTo(1);
    assertThat(stream.audit().complete()).isFalse();
  }

  @Test
  void a_later_poll_that_fails_further_to_the_front_makes_no_duplicates() throws Exception {
    TestProducer other = new TestProducer(0xac); // the other of two threads
    Chunk[] chunks = new Chunk[8];
    for (int i = 0; i < chunks.length; i += 2) {
      chunks[i] = producer.events(1);
      chunks[i + 1] = other.events(1);
    }
    reader.poll(chunks);
    List<Damage> damages = new ArrayList<>();
    AtomicInteger ofOther = new AtomicInteger();
    try (RecordStream stream =
        RecordStream.builder(reader).parallelism(2).damageListener(damages::add).open()) {
      assertThatThrownBy(
              () ->
                  stream.poll(
                      (cursor, chunk) -> {
                        if (chunk.accounting().producerId() == 0xac) {
                          ofOther.incrementAndGet();
                        } else if (chunk.accounting().sequence() == 0) {
                          while (ofOther.get() < 3) {
                            Thread.onSpinWait();
                          }
                          throw new IllegalStateException("one");
                        }
                      },
                      Duration.ZERO))
          .hasMessage("one");
      assertThatThrownBy(
              () ->
                  stream.poll(
                      (cursor, chunk) -> {
                        throw new IllegalStateException("two");
                      },
                      Duration.ZERO))
          .hasMessage("two");
      stream.drain((cursor, chunk) -> {});
      assertThat(stream.audit().producers()).allMatch(p -> p.duplicates() == 0);
      assertThat(stream.audit().records()).isEqualTo(8);
    }
    assertThat(damages).isEmpty();
  }

  @Test
  void a_quarantine_that_cannot_be_closed_is_told() throws Exception {
    try (LogLines log = new LogLines()) {
      RecordStream.builder(reader).quarantine("noted:stuck").open().close();
      assertThat(log.all())
          .containsExactly("WARNING cannot close the quarantine: java.io.IOException: stuck");
    }
  }

  /** Its offsets begin anew with each connection. */
  private RecordStream ofTcp() throws IOException {
    return new RecordStreamBuilder(Endpoint.parse("tcp://localhost:1"), reader).open();
  }

  @Test
  void damage_of_a_new_connection_is_counted_though_its_place_was_read_before() throws Exception {
    try (RecordStream stream = ofTcp()) {
      reader.damage("topic-0", "torn");
      stream.drain((cursor, chunk) -> {});
      reader.restart().damage("topic-0", "torn");
      stream.drain((cursor, chunk) -> {});
      assertThat(stream.audit().damaged()).isEqualTo(2);
    }
  }

  @Test
  void a_chunk_of_a_new_connection_that_cannot_be_decoded_is_counted_too() throws Exception {
    try (RecordStream stream = ofTcp()) {
      reader.poll(producer.chunk("nonsense\n", 1));
      stream.drain((cursor, chunk) -> {});
      reader.restart().poll(producer.chunk("nonsense\n", 1));
      stream.drain((cursor, chunk) -> {});
      assertThat(stream.audit().damaged()).isEqualTo(2);
    }
  }

  @Test
  void a_failed_poll_of_a_new_connection_says_nothing_of_places_it_did_not_reach()
      throws Exception {
    try (RecordStream stream = ofTcp()) {
      reader.damage("topic-0", "torn").poll(producer.events(1), producer.events(1));
      stream.drain((cursor, chunk) -> {});
      reader.restart().poll(producer.events(1)).damageBehind("topic-0", "torn");
      assertThatThrownBy(
              () ->
                  stream.drain(
                      (cursor, chunk) -> {
                        throw new IllegalStateException("no");
                      }))
          .hasMessage("no");
      stream.drain((cursor, chunk) -> {});
      assertThat(stream.audit().damaged()).isEqualTo(2);
    }
  }
}
