package dev.sluice.tools.convert;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Refuses a text with a line that would not fit into memory. For one thread. */
final class LineLimit extends FilterReader {
  static final int MOST = 16 << 20;

  private final String name;
  private int length;

  /** Of a text of that name. */
  LineLimit(Reader in, Object name) {
    super(in);
    this.name = name.toString();
  }

  @Override
  public int read(char[] to, int from, int count) throws IOException {
    int read = super.read(to, from, count);
    for (int i = from; i < from + read; i++) {
      length = to[i] == '\n' ? 0 : length + 1;
    }
    if (length > MOST) {
      throw new KiekerBinary.NotReadableException("a line of " + name + " is longer than 16 MiB");
    }
    return read;
  }
}
