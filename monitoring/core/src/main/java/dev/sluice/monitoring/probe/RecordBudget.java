package dev.sluice.monitoring.probe;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Sampler that takes traces while their records stay within a number a second: a bucket of tokens,
 * one for each record. A trace pays at its root what traces cost recently; {@link #refill} corrects
 * that by the records that there really were, so that on the long run the budget is kept exactly,
 * whatever the threads and however long their traces. It is exceeded by no more than what is saved
 * in one second without records, and by the traces that begin between two refills, and then makes
 * up for it. As long as nobody knows what a trace costs, one costs a {@value #FIRST_TRACES}th of
 * what there is to begin with, so that no more than that many begin blindly.
 *
 * <p>Threads write what they share only when they take a trace, and so no more often than the
 * budget allows.
 */
public final class RecordBudget implements TraceSampler {
  /** Number of units of a token; a refill may be worth less than a record. */
  private static final long TOKEN = 1_000;

  /** Maximum number of traces that begin until the length of one is known. */
  private static final int FIRST_TRACES = 10;

  private static final double NANOS_PER_SECOND = 1e9;

  private final long perSecond;
  private final AtomicLong tokens;
  private final long firstPrice;

  /** Price of a trace in units; 0 as long as no trace is known. */
  private volatile long price;

  private double balance;
  private long seenRecords;

  /**
   * Creates a budget with the records of a tenth of a second to begin with.
   *
   * @param perSecond records a second, at least 1
   */
  public RecordBudget(long perSecond) {
    this.perSecond = perSecond;
    balance = perSecond * TOKEN / 10.0;
    tokens = new AtomicLong((long) Math.ceil(balance));
    firstPrice = Math.max(TOKEN, (long) balance / FIRST_TRACES);
  }

  @Override
  public boolean sample(long records) {
    if (tokens.get() <= 0) {
      return false;
    }
    long pays = price;
    if (records * TOKEN > pays) {
      // Traces are longer than they were; waiting for the refill could cost many of them.
      pays = records * TOKEN;
      price = pays;
    }
    return tokens.getAndAdd(pays == 0 ? -firstPrice : -pays) > 0;
  }

  /**
   * Adds the tokens of the time that has passed. Must be called often, by one thread at a time.
   *
   * @param nanos time since the last call
   * @param records number of records since the beginning
   */
  public void refill(long nanos, long records) {
    double spent = (double) (records - seenRecords) * TOKEN;
    seenRecords = records;
    long before = (long) Math.ceil(balance);
    double earned = nanos / NANOS_PER_SECOND * perSecond * TOKEN;
    balance = Math.min(balance + earned - spent, (double) perSecond * TOKEN);
    long left = tokens.getAndSet((long) Math.ceil(balance));
    if (before > left) {
      adjust(spent / (before - left));
    }
  }

  /**
   * Corrects the price by the factor between real and charged records: by half of it, or by all of
   * it the first time.
   */
  private void adjust(double factor) {
    long known = price;
    if (known > 0) {
      price = Math.max(TOKEN, (long) (known * (1 + factor) / 2));
    } else if (factor > 0) {
      price = Math.max(TOKEN, (long) (firstPrice * factor));
    }
  }
}
