package dev.sluice.tools.export;

import dev.sluice.analysis.operations.Signature;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Call paths as a profile of pprof, compressed as its tools do: how often each was called, and the
 * nanoseconds that were spent in its last operation. Numbers of the fields are those of {@code
 * profile.proto}. For one thread.
 */
public final class PprofExport extends CallPathExport {
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING = 6;
  private static final int TIME = 9;
  private static final int DURATION = 10;
  private static final int DEFAULT_TYPE = 14;

  private final GZIPOutputStream out;
  private final Message profile = new Message();
  private final Message sample = new Message();
  private final Message inner = new Message();
  private final Message line = new Message();

  /** Texts by their place, in this order; the first is the empty one. */
  private final Map<String, Integer> strings = new LinkedHashMap<>();

  /** A function, and the location that stands for it, by the signature. */
  private final Map<String, Integer> functions = new HashMap<>();

  PprofExport(OutputStream out) throws IOException {
    this.out = new GZIPOutputStream(out, 1 << 16);
    text("");
    type("calls", "count");
    type("time", "nanoseconds");
    flush();
  }

  @Override
  void write(String[] path, int length, long count, long self) throws IOException {
    sample.clear();
    for (int i = 0; i < length; i++) {
      sample.number(1, function(path[i]));
    }
    profile.message(SAMPLE, sample.number(2, count).number(2, self));
    flush();
  }

  @Override
  void end() throws IOException {
    profile.number(DEFAULT_TYPE, text("time"));
    profile.number(TIME, begin()).number(DURATION, duration());
    for (String string : strings.keySet()) {
      profile.text(STRING, string);
      flush();
    }
    out.finish();
    out.flush();
  }

  /** Writes buffered fields; fields of a message may be in any order. */
  private void flush() throws IOException {
    profile.writeTo(out);
    profile.clear();
  }

  private int text(String text) {
    return strings.computeIfAbsent(text, absent -> strings.size());
  }

  private void type(String name, String unit) {
    inner.clear().number(1, text(name)).number(2, text(unit));
    profile.message(SAMPLE_TYPE, inner);
  }

  private int function(String signature) {
    Integer known = functions.get(signature);
    if (known != null) {
      return known;
    }
    int id = functions.size() + 1; // 0 is none
    functions.put(signature, id);
    inner.clear().number(1, id).number(2, text(Signature.brief(signature)));
    profile.message(FUNCTION, inner.number(3, text(signature)));
    line.clear().number(1, id);
    profile.message(LOCATION, inner.clear().number(1, id).message(4, line));
    return id;
  }
}
