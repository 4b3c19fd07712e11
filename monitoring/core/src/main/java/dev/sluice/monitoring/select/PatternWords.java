package dev.sluice.monitoring.select;

import java.util.ArrayList;
import java.util.List;

/** Splitter of texts at separators that are outside of brackets and parentheses. */
final class PatternWords {
  private PatternWords() {}

  /** A part of a text and where it begins. */
  record Word(String text, int at) {
    int end() {
      return at + text.length();
    }

    boolean startsWith(String prefix) {
      return text.startsWith(prefix);
    }
  }

  /** Returns the parts of a text between separators, unchanged. */
  static List<Word> split(String text, char separator) {
    List<Word> words = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
      if (depth <= 0 && (separator == ' ' ? Character.isWhitespace(c) : c == separator)) {
        words.add(new Word(text.substring(from, i), from));
        from = i + 1;
      }
    }
    words.add(new Word(text.substring(from), from));
    return words;
  }

  /** Returns the parts between blanks, none blank. */
  static List<Word> of(String text) {
    return split(text, ' ').stream().filter(word -> !word.text().isBlank()).toList();
  }
}
