package dev.sluice.collectors.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import java.util.ArrayList;
import java.util.List;

/** A stripe of 64 words, and rows whose words have one value. */
abstract class StripeCase {
  static final int CAPACITY = 64;
  static final int BEGIN = 64;
  static final int END = BEGIN + CAPACITY;
  final RingState state = new RingState();
  final RowBatch batch = new RowBatch(CAPACITY, null);

  Stripe stripe(boolean shared) {
    return shared
        ? new SharedStripe(CAPACITY, state)
        : new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
  }

  static boolean put(Stripe stripe, int words, long value) {
    int at = stripe.claim(words);
    if (at < 0) {
      return false;
    }
    assertThat(at + words).as("no row lies over the end").isLessThanOrEqualTo(END);
    for (int i = 1; i < words; i++) {
      stripe.put(at + i, value);
    }
    return stripe.commit(at, RowLayout.header(words, 7));
  }

  List<Long> drain(Stripe stripe) {
    List<Long> values = new ArrayList<>();
    batch.clear();
    stripe.drain(batch, Integer.MAX_VALUE, CAPACITY);
    for (int at = 0; at < batch.length(); at += RowLayout.words(batch.words[at])) {
      assertThat(RowLayout.typeId(batch.words[at])).isEqualTo(7);
      values.add(batch.words[at + 1]);
      assertThat(batch.words[at + RowLayout.words(batch.words[at]) - 1])
          .isEqualTo(batch.words[at + 1]);
    }
    return values;
  }

  void close(Stripe stripe) {
    state.closed = true;
    stripe.close();
  }
}
