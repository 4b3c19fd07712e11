package dev.sluice.contexts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What services wrote down of that which they began to do; see {@code com.acme.chain.Service}. */
final class Truth {
  private final Map<String, List<Begun>> bySpan = new HashMap<>();
  private final Map<Integer, List<Begun>> byNumber = new HashMap<>();
  private final Set<Integer> sent = new HashSet<>();
  private final Set<Integer> came = new HashSet<>();

  /**
   * Something that began.
   *
   * @param place the service, or {@code topic} of a message that came to {@code back}
   * @param number of the request
   */
  record Begun(String place, int number) {}

  static Truth read(Path file) throws IOException {
    Truth truth = new Truth();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      Begun begun = new Begun(words[0], Integer.parseInt(words[1]));
      if (begun.place.equals("sent")) {
        truth.sent.add(begun.number);
        continue;
      }
      if (begun.place.equals("topic")) {
        truth.came.add(begun.number);
      }
      truth.bySpan.computeIfAbsent(words[2], absent -> new ArrayList<>()).add(begun);
      truth.byNumber.computeIfAbsent(begun.number, absent -> new ArrayList<>()).add(begun);
    }
    return truth;
  }

  /** What began for that call; more than one if a message came once more. */
  List<Begun> of(String span) {
    return bySpan.getOrDefault(span, List.of());
  }

  /** What began for that request. */
  List<Begun> of(int number) {
    return byNumber.getOrDefault(number, List.of());
  }

  /** Whether all messages came that the broker has taken. */
  boolean isHandled() {
    return came.containsAll(sent);
  }
}
