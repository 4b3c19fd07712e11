package dev.sluice.opentelemetry;

import static dev.sluice.monitoring.SpanText.quoted;
import static dev.sluice.opentelemetry.OtlpText.member;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.BoundedSymbols;
import dev.sluice.monitoring.SpanText;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Arrays;

/**
 * Cache of a sink's symbols for repeated texts. The last text with a hash is found without a lock:
 * the arrays are written with races, hold immutable objects alone, and hold none whose text is
 * beyond the bounds of {@link BoundedSymbols}. Any thread.
 */
final class Symbols {
  private static final int SLOTS = 1024;

  private final RowSink sink;
  private final BoundedSymbols texts;
  private final BoundedSymbols keyTexts;
  private final Keys[] keys = new Keys[SLOTS];
  private final Described[] scopes = new Described[SLOTS];
  private volatile Described resource = new Described(null, null);

  private record Keys(AttributeKey<?>[] keys, Symbol symbol) {}

  private record Described(Object what, Symbol symbol) {}

  Symbols(RowSink sink) {
    this.sink = sink;
    texts = new BoundedSymbols(sink);
    keyTexts = new BoundedSymbols(sink, SpanText.MAX_KEYS_CHARS);
  }

  /** Returns the symbol of a text, null for null. */
  Symbol text(String text) {
    return texts.of(text);
  }

  /** Returns the symbol of the first {@code count} keys, whose hash is given. */
  Symbol keys(AttributeKey<?>[] given, int count, int hash) {
    int slot = (hash ^ hash >>> 10) & SLOTS - 1;
    Keys last = keys[slot];
    if (last == null || !isSame(last.keys, given, count)) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < count; i++) {
        String letter =
            switch (given[i].getType()) {
              case STRING -> "s:";
              case LONG -> "l:";
              case DOUBLE -> "d:";
              case BOOLEAN -> "b:";
              default -> "v:";
            };
        text.append(i == 0 ? "" : "\n").append(letter);
        SpanText.escaped(text, given[i].getKey());
      }
      last = new Keys(Arrays.copyOf(given, count), keyTexts.of(text.toString()));
      if (last.symbol.id() != Symbol.INLINE) {
        keys[slot] = last;
      }
    }
    return last.symbol;
  }

  private static boolean isSame(AttributeKey<?>[] known, AttributeKey<?>[] given, int count) {
    boolean same = known.length == count;
    for (int i = 0; same && i < count; i++) {
      same = known[i] == given[i] || known[i].equals(given[i]);
    }
    return same;
  }

  Symbol scope(InstrumentationScopeInfo scope) {
    int slot = scope.getName().hashCode() & SLOTS - 1;
    Described last = scopes[slot];
    if (last == null || last.what != scope) {
      StringBuilder text = new StringBuilder("{");
      quoted(member(text, "name"), scope.getName());
      if (scope.getVersion() != null) {
        quoted(member(text, "version"), scope.getVersion());
      }
      OtlpText.attributes(text, scope.getAttributes());
      last = new Described(scope, text(described(text, scope.getSchemaUrl())));
      if (last.symbol.id() != Symbol.INLINE) {
        scopes[slot] = last;
      }
    }
    return last.symbol;
  }

  /**
   * Returns the symbol of a resource, which describes the program itself, mostly with a long text.
   */
  Symbol resource(Resource of) {
    Described last = resource;
    if (last.what != of) {
      StringBuilder text = new StringBuilder("{");
      OtlpText.attributes(text, of.getAttributes());
      last = new Described(of, sink.symbol(described(text, of.getSchemaUrl())));
      resource = last;
    }
    return last.symbol;
  }

  private static String described(StringBuilder text, String schemaUrl) {
    text.append('}');
    // In a line of its own: in OTLP it belongs to what is around.
    return schemaUrl == null ? text.toString() : text + "\n" + schemaUrl;
  }
}
