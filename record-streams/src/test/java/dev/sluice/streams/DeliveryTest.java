package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.UnreadRecords;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of the records of a chunk that cannot be read. */
class DeliveryTest {
  private static final int RECORDS = 10;

  /** Hands over what a script says: each step takes one of it. */
  private static final class Scripted extends Delivery {
    private final Deque<Runnable> steps = new ArrayDeque<>();
    private int leftOut;

    Scripted(List<UnreadRecords> unread, ErrorPolicy policy) {
      super(
          new TestProducer(0xab).chunk("", RECORDS),
          new SourcePosition("topic-0", 5),
          unread,
          policy);
    }

    Scripted then(Runnable step) {
      steps.add(step);
      return this;
    }

    @Override
    int leftOut() {
      return leftOut;
    }

    @Override
    boolean step() {
      if (steps.isEmpty()) {
        throw new IllegalStateException("a bug in the cursor");
      }
      return true;
    }

    @Override
    int size() {
      return 1;
    }

    @Override
    void deliver() {
      steps.remove().run();
    }
  }

  private static Scripted scripted(ErrorPolicy policy) {
    return new Scripted(List.of(), policy);
  }

  private static void taken() {
    // a consumer that is content
  }

  private static void refused() {
    throw new RecordRejectedException("not this one");
  }

  private static List<UnreadRecords> unread(int types) {
    return IntStream.rangeClosed(1, types)
        .mapToObj(i -> new UnreadRecords("t." + i, "packing " + i, i))
        .toList();
  }

  @Test
  void three_types_that_cannot_be_read_are_named() {
    Delivery delivery = new Scripted(unread(3), ErrorPolicy.QUARANTINE);

    assertThat(delivery.rejected()).isEqualTo(6);
    assertThat(delivery.reason())
        .isEqualTo(
            "6 of 6 records cannot be read: this version does not know how they are stored: t.1"
                + " (packing 1), t.2 (packing 2), t.3 (packing 3)");
  }

  @Test
  void of_more_types_that_cannot_be_read_it_is_told_that_there_are_others() {
    Delivery delivery = new Scripted(unread(4), ErrorPolicy.QUARANTINE);

    assertThat(delivery.rejected()).isEqualTo(10);
    assertThat(delivery.reason()).endsWith("t.3 (packing 3) and other types");
  }

  @Test
  void a_type_that_cannot_be_read_stops_a_stream_that_is_to_stop() {
    assertThatThrownBy(() -> new Scripted(unread(1), ErrorPolicy.STOP))
        .isInstanceOf(StoppedException.class)
        .cause()
        .hasMessage(
            "topic-0@5: record cannot be read: this version does not know how they are stored:"
                + " t.1 (packing 1)");
  }

  @Test
  void a_part_has_no_records_that_were_rejected_before_the_first() {
    Scripted delivery = new Scripted(unread(2), ErrorPolicy.QUARANTINE);
    delivery.then(DeliveryTest::refused).then(DeliveryTest::taken).then(DeliveryTest::taken);
    delivery.next();
    delivery.next();

    assertThat(delivery.rejected()).isEqualTo(4);
    assertThat(delivery.begun("ab").records()).isEqualTo(3);
    assertThat(delivery.begun("ab").rejected()).isEqualTo(1);
  }

  @Test
  void what_a_broken_cursor_had_not_told_is_rejected_and_nothing_else() {
    Scripted delivery = scripted(ErrorPolicy.QUARANTINE);
    delivery.then(DeliveryTest::taken).then(DeliveryTest::refused).then(DeliveryTest::taken);
    delivery.leftOut = 3;
    assertThat(delivery.next()).isTrue();
    assertThat(delivery.next()).isTrue();
    assertThat(delivery.next()).isFalse();

    assertThat(delivery.delivered()).isEqualTo(2);
    assertThat(delivery.rejected() + delivery.delivered() + delivery.leftOut()).isEqualTo(RECORDS);
  }

  @Test
  void a_stop_tells_the_cause_of_a_rejection_or_the_rejection_itself() {
    IllegalStateException cause = new IllegalStateException("of the constructor");
    Scripted ofCause =
        scripted(ErrorPolicy.STOP)
            .then(
                () -> {
                  throw new RecordRejectedException(cause);
                });
    assertThatThrownBy(ofCause::next).rootCause().isSameAs(cause);
    Scripted plain = scripted(ErrorPolicy.STOP).then(DeliveryTest::refused);
    assertThatThrownBy(plain::next).rootCause().isInstanceOf(RecordRejectedException.class);
  }
}
