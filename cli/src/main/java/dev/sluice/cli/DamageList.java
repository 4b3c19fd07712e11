package dev.sluice.cli;

import dev.sluice.api.spi.Damage;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The first damages of a source, in words. For one thread. */
final class DamageList implements Consumer<Damage> {
  private static final int MOST = 10;

  private final List<String> lines = new ArrayList<>();
  private long count;

  @Override
  public void accept(Damage damage) {
    count++;
    if (lines.size() < MOST) {
      lines.add(
          damage.position()
              + ": "
              + damage.reason()
              + ", "
              + Amounts.count(damage.length(), "byte"));
    }
  }

  /** Behind a sentence about all: where and what the first was, or nothing. */
  String first() {
    return lines.isEmpty() ? "" : "; the first at " + lines.get(0);
  }

  void print(PrintStream out, String indent) {
    if (count > 0) {
      out.println();
      out.println(indent + "damaged");
      lines.forEach(line -> out.println(indent + line));
    }
    if (count > lines.size()) {
      out.println(indent + "… and " + Amounts.count(count - lines.size()) + " more");
    }
  }
}
