package dev.sluice.benchmarks.ladder.path;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives numbers to texts, and keeps the texts that are new until they are written. */
interface Registry {
  /** The number of a text. */
  int number(String text);

  /** Writes the texts that are new into the file: before the records that name them. */
  void writeNew(RecordFile file);

  /** For the writer's thread alone. */
  final class OfWriter implements Registry {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> fresh = new ArrayList<>();

    @Override
    public int number(String text) {
      Integer known = numbers.get(text);
      if (known != null) {
        return known;
      }
      fresh.add(text);
      numbers.put(text, numbers.size());
      return numbers.size() - 1;
    }

    @Override
    public void writeNew(RecordFile file) {
      if (!fresh.isEmpty()) {
        fresh.forEach(text -> file.text(numbers.get(text), text));
        fresh.clear();
      }
    }
  }

  /** For all threads, behind a lock. */
  final class Shared implements Registry {
    private final OfWriter texts = new OfWriter();

    @Override
    public synchronized int number(String text) {
      return texts.number(text);
    }

    @Override
    public synchronized void writeNew(RecordFile file) {
      texts.writeNew(file);
    }
  }
}
