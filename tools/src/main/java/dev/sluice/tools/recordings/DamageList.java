package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.tools.format.LineStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The first damages of a source, in words. For one thread. */
public final class DamageList implements Consumer<Damage> {
  private static final int MAX_LINES = 10;

  /** Start of the reason of a chunk without a deserializer. */
  private static final String UNKNOWN = "no deserializer for id ";

  private final List<String> lines = new ArrayList<>();
  private final Consumer<String> told;
  private long count;
  private long bytes;
  private boolean begins;
  private String hidden = "";

  /** Creates a list whose damages are printed at the end. */
  public DamageList() {
    this(line -> {});
  }

  /** Creates a list that also reports each of the first damages immediately. */
  public DamageList(Consumer<String> told) {
    this.told = told;
  }

  @Override
  public void accept(Damage damage) {
    count++;
    bytes += Math.max(0, damage.length());
    begins |= ChunkLayout.findMagic(damage.bytes(), 0, damage.bytes().length) >= 0;
    if (lines.size() < MAX_LINES) {
      String hint =
          damage.reason().startsWith(UNKNOWN)
              ? "; --plugins JAR adds the serializer that wrote it"
              : "";
      String length = damage.length() < 0 ? "" : ", " + Figures.count(damage.length(), "byte");
      lines.add(damage.position() + ": " + damage.reason() + length + hint);
      told.accept(lines.get(lines.size() - 1));
    }
  }

  /** Returns how many there were. */
  public long count() {
    return count;
  }

  /** Takes a sentence about what is wrong with the source beside that; none if it is empty. */
  public DamageList hidden(String sentence) {
    hidden = sentence;
    return this;
  }

  /** Returns whether nothing is wrong. */
  public boolean isEmpty() {
    return count == 0 && hidden.isEmpty();
  }

  /** Returns all bytes, if nothing in them begins as a chunk does; else 0. */
  long bytesOfOthers() {
    return begins ? 0 : bytes;
  }

  /**
   * Returns the end of a sentence with the place and reason of the first damage, or an empty text.
   */
  public String first() {
    return lines.isEmpty() ? "" : "; the first at " + lines.get(0);
  }

  /** Prints the first, each on a line behind {@code indent}; nothing if there is none. */
  public void print(PrintStream out, String indent) {
    if (count > 0) {
      out.println();
      out.println(indent + "damaged");
      lines.forEach(line -> out.println(indent + line));
    }
    if (count > lines.size()) {
      out.println(indent + "… and " + Figures.count(count - lines.size()) + " more");
    }
    if (!hidden.isEmpty()) {
      LineStream.println(out, indent, hidden);
    }
  }
}
