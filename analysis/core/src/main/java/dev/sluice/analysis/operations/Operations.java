package dev.sluice.analysis.operations;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for operations, in the order in which they are first asked for. At most a given number of
 * operations are told apart, so that records cannot take all memory; those beyond share {@link
 * #OTHER}. For one thread.
 */
public final class Operations {
  /** The number of all operations beyond the limit, and of records without an operation. */
  public static final int OTHER = 0;

  /** The name of {@link #OTHER}. */
  public static final String OTHER_NAME = "(other operations)";

  /** Longest signature that is kept whole, in characters; of a longer one the beginning counts. */
  private static final int MAX_LENGTH = 2048;

  private final int most;
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> signatures = new ArrayList<>();
  private long beyond;

  /**
   * With no operation yet.
   *
   * @param most how many are told apart, at least 1
   */
  public Operations(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("most must be >= 1, was " + most);
    }
    this.most = most;
    signatures.add(OTHER_NAME);
  }

  /** The number of that operation, which is null if a record does not name one. */
  public int id(String signature) {
    if (signature == null) {
      return OTHER;
    }
    String kept = cut(signature);
    Integer known = ids.get(kept);
    if (known != null) {
      return known;
    }
    if (signatures.size() > most) {
      beyond++;
      return OTHER;
    }
    int id = signatures.size();
    ids.put(kept, id);
    signatures.add(kept);
    return id;
  }

  /** Returns the text, or of one of more than {@value #MAX_LENGTH} characters its beginning. */
  public static String cut(String text) {
    return text == null || text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
  }

  /** The operation with that number. */
  public String signature(int id) {
    return signatures.get(id);
  }

  /** All numbers are below, {@link #OTHER} included. */
  public int size() {
    return signatures.size();
  }

  /** How often an operation was asked for that is beyond the limit. */
  public long beyond() {
    return beyond;
  }

  /** Writes or reads all of them; those that are read get the numbers that they had. */
  public void state(StateCodec codec) throws IOException {
    int count = codec.count(signatures.size(), most + 1);
    for (int id = 1; id < count; id++) {
      String signature = codec.given(codec.isReading() ? null : signatures.get(id));
      if (codec.isReading()) {
        if (ids.putIfAbsent(signature, id) != null) {
          throw new IOException("the state has an operation twice");
        }
        signatures.add(signature);
      }
    }
    beyond = codec.number(beyond);
  }
}
