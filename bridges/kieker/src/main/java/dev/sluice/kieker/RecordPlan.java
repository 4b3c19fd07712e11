package dev.sluice.kieker;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import java.util.ArrayList;
import java.util.List;

/** Plan that turns records of a class into rows. Immutable; any thread. */
final class RecordPlan {
  private final RecordRows rows;
  private final KiekerType kind;
  private final RecordType type;
  private final RowLayout layout;
  private final Symbol className;
  private final int id;

  /** Creates a plan and registers the type of records with or without a logging time stamp. */
  RecordPlan(KiekerType kind, boolean isTimed, RecordRows rows) {
    this.rows = rows;
    this.kind = kind;
    type = isTimed ? kind.type : kind.untimed;
    layout = RowLayout.of(type.fields());
    className = rows.sink.symbol(kind.className);
    id = rows.sink.register(type);
  }

  boolean fits(RecordValues values) {
    return values.are(kind.codes);
  }

  /** Emits a record; throws if a time is out of range. */
  void emit(RecordValues values, long logged) {
    long[] fixed = new long[layout.fixedWords()];
    List<String> inline = new ArrayList<>(0);
    int words = fixed.length;
    for (int i = 0; i < kind.codes.length; i++) {
      Field field = type.fields().get(kind.fields[i]);
      if (!field.type().isText()) {
        long bits = values.bits(i);
        put(fixed, kind.fields[i], kind.instants[i] ? rows.nanos(bits) : bits);
        continue;
      }
      String text = values.text(i);
      Symbol symbol = field.role() == Field.Role.SYMBOL ? rows.symbols.of(text) : null;
      if (symbol != null && symbol.id() != Symbol.INLINE) {
        put(fixed, kind.fields[i], symbol.id());
      } else if (text != null) {
        put(fixed, kind.fields[i], -words);
        words += Rows.inlineWords(Rows.inlineBytes(text));
        inline.add(text);
      }
    }
    put(fixed, kind.logged, logged);
    if (kind.loggedAgain >= 0) {
      put(fixed, kind.loggedAgain, logged);
    }
    if (className.id() != Symbol.INLINE) {
      put(fixed, kind.classField, className.id());
    } else {
      put(fixed, kind.classField, -words);
      words += Rows.inlineWords(Rows.inlineBytes(kind.className));
      inline.add(kind.className);
    }
    if (words > RowLayout.MAX_WORDS) {
      Rows.reject(rows.sink, DropCause.OVERSIZE, type);
    } else {
      write(words, fixed, inline);
    }
  }

  private void put(long[] fixed, int field, long bits) {
    long mask = type.fields().get(field).type().isWide() ? -1L : 0xffff_ffffL;
    fixed[layout.word(field)] |= (bits & mask) << layout.shift(field);
  }

  private void write(int words, long[] fixed, List<String> inline) {
    RowBuffer buffer = rows.sink.buffer();
    int at = -1;
    try {
      at = buffer.claim(words);
      if (at < 0) {
        at = rows.sink.full(buffer, words);
      }
      if (at < 0) {
        return; // the sink has counted it
      }
      for (int i = 1; i < fixed.length; i++) {
        buffer.put(at + i, fixed[i]);
      }
      int end = at + fixed.length;
      for (String text : inline) {
        end = buffer.putText(end, text, Rows.textBytes(text));
      }
      buffer.commit(at, RowLayout.header(words, id) | fixed[0]);
    } catch (Throwable failure) {
      if (at < 0) {
        Rows.reject(rows.sink, DropCause.ENCODE_ERROR, type);
      } else {
        buffer.givenUp[at & buffer.givenUp.length - 1] = true; // no call: the stack may be full
      }
    }
  }
}
