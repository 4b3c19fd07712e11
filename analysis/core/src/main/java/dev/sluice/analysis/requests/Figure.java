package dev.sluice.analysis.requests;

import dev.sluice.analysis.calls.Calls;
import java.util.function.ToLongFunction;

/** What is compared of requests and operations; times are nanoseconds. */
public enum Figure {
  /** Calls a request. */
  CALLS(Calls::calls, true),
  /** Time a request, with what was called; in a recursion the outermost call counts. */
  TOTAL(Calls::total, true),
  /** Time a request, without what was called. */
  SELF(calls -> calls.self() == null ? 0 : calls.self(), true),
  /** Mean time of a call. */
  MEAN(Calls::sum, false),
  /** The time that half of the requests or calls did not exceed. */
  P50(0.5),
  /** The time that 95 of 100 did not exceed. */
  P95(0.95),
  /** The time that 99 of 100 did not exceed. */
  P99(0.99),
  /** The part of the requests or calls that ended with an exception. */
  FAILED(Calls::failed, false),
  /** The part of all requests that are of the kind; of kinds alone. */
  SHARE(Calls::calls, true);

  /** Null of a quantile. */
  final ToLongFunction<Calls> sum;

  /** Whether it is a sum a request; else it is one a call. */
  final boolean isOfRequests;

  /** Of a quantile, the part that it does not exceed. */
  final double part;

  Figure(ToLongFunction<Calls> sum, boolean isOfRequests) {
    this.sum = sum;
    this.isOfRequests = isOfRequests;
    part = Double.NaN;
  }

  Figure(double part) {
    sum = null;
    isOfRequests = false;
    this.part = part;
  }
}
