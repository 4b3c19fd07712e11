package dev.sluice.monitoring.probe;

import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * A statement without what it says about anybody: literals become {@code ?}, several in a row one,
 * comments and line breaks go. Where it cannot be told what is a literal, because databases differ,
 * nothing of the rest stays. Not a parser: any text is taken.
 */
public final class SqlText {
  /** Of what stays. */
  public static final int MAX_CHARS = 500;

  /** Of what is looked at. */
  static final int MAX_INPUT = 16_384;

  private static final String QUOTES = "'\"`[$";
  private static final String COMMENTS = "-#/";
  private static final String REST = " …";

  private final String sql;
  private final int length;
  private final boolean isCut;

  /** Where a quote is for the last time behind a backslash. */
  private final int lastEscape;

  private final StringBuilder out = new StringBuilder();
  private int at;

  private SqlText(String sql) {
    isCut = sql.length() > MAX_INPUT;
    this.sql = isCut ? sql.substring(0, MAX_INPUT) : sql;
    length = this.sql.length();
    lastEscape = Math.max(this.sql.lastIndexOf("\\'"), this.sql.lastIndexOf("\\\""));
  }

  /** At most {@value #MAX_CHARS} characters. */
  public static String withoutLiterals(String sql) {
    return new SqlText(sql).read();
  }

  private String read() {
    boolean isWhole = true;
    while (isWhole && at < length && out.length() < MAX_CHARS) {
      isWhole = step(sql.charAt(at));
    }
    int most = MAX_CHARS - REST.length();
    if (out.length() > most) {
      out.setLength(most);
      isWhole = false;
    }
    String text = out.toString().strip();
    return isWhole && !isCut ? text : text + REST;
  }

  /** Reads one token; false if what follows cannot be told. */
  private boolean step(char first) {
    if (Character.isWhitespace(first) || Character.isISOControl(first)) {
      at++;
      blank();
      return true;
    }
    if (QUOTES.indexOf(first) >= 0) {
      return quoted(first);
    }
    return COMMENTS.indexOf(first) >= 0 ? comment(first) : other(first);
  }

  private boolean quoted(char first) {
    return switch (first) {
      case '\'' -> string();
      case '"' -> doubleQuoted();
      case '`' -> copyTo('`');
      case '[' -> bracket();
      default -> dollar();
    };
  }

  /** One begins, or it is an operator. */
  private boolean comment(char first) {
    if (first == '#') {
      return hash();
    }
    boolean isLine = first == '-';
    return !next(isLine ? '-' : '*') ? copy() : isLine ? lineComment() : blockComment();
  }

  private boolean other(char first) {
    return switch (first) {
      case ')' -> close();
      case '?' -> placeholder();
      default -> Character.isDigit(first) ? number() : isWord(first) ? word() : copy();
    };
  }

  private boolean next(char second) {
    return at + 1 < length && sql.charAt(at + 1) == second;
  }

  private static boolean isWord(int sign) {
    return Character.isLetterOrDigit(sign)
        || sign == '_'
        || sign == '$'
        || Character.isSurrogate((char) sign);
  }

  private boolean copy() {
    out.append(sql.charAt(at++));
    return true;
  }

  private void blank() {
    if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
  }

  /** Behind others and commas alone, it is one with them. */
  private boolean literal() {
    int end = out.length();
    while (end > 0 && (out.charAt(end - 1) == ' ' || out.charAt(end - 1) == ',')) {
      end--;
    }
    boolean isListed = end < out.length() && out.indexOf(",", end) >= 0;
    if (isListed && end > 0 && out.charAt(end - 1) == '?') {
      out.setLength(end);
    } else {
      out.append('?');
    }
    return true;
  }

  /** Numbered ones of JPA are like others. */
  private boolean placeholder() {
    at++;
    skip(Character::isDigit);
    return literal();
  }

  /** Several rows of values are one. */
  private boolean close() {
    at++;
    out.append(')');
    for (String rows : new String[] {"(?), (?)", "(?),(?)"}) {
      if (endsWith(rows)) {
        out.setLength(out.length() - rows.length() + 3);
      }
    }
    return true;
  }

  private void skip(IntPredicate signs) {
    while (at < length && signs.test(sql.charAt(at))) {
      at++;
    }
  }

  private boolean endsWith(String text) {
    return out.length() >= text.length() && out.indexOf(text, out.length() - text.length()) >= 0;
  }

  private boolean number() {
    while (at < length) {
      char sign = sql.charAt(at);
      boolean isExponent =
          (sign == '+' || sign == '-')
              && (sql.charAt(at - 1) | 0x20) == 'e'
              && at + 1 < length
              && Character.isDigit(sql.charAt(at + 1));
      if (!isWord(sign) && sign != '.' && !isExponent) {
        break;
      }
      at++;
    }
    return literal();
  }

  private boolean word() {
    int from = at;
    skip(SqlText::isWord);
    String word = sql.substring(from, at);
    if (word.matches("[nN]?[qQ]") && at < length && sql.charAt(at) == '\'') {
      return oracleString();
    }
    out.append(word);
    return true;
  }

  /** {@code q'[it's]'}. */
  private boolean oracleString() {
    char open = at + 1 < length ? sql.charAt(at + 1) : '\'';
    int kind = "[{(<".indexOf(open);
    char close = kind < 0 ? open : "]})>".charAt(kind);
    int end = sql.indexOf(close + "'", Math.min(length, at + 2));
    return end >= 0 && through(end + 2) && literal();
  }

  /** Goes on behind what ends there; false if that is not looked at any more. */
  private boolean through(int end) {
    at = Math.min(end, length);
    return end <= length;
  }

  /**
   * Behind a backslash a quote ends the string in one database and does not in another; so nothing
   * that follows is safe.
   */
  private boolean string() {
    int end = end('\'');
    return end >= 0 && lastEscape < at && through(end + 1) && literal();
  }

  /** Where a text that is quoted so ends, doubled quotes aside; -1 if nowhere. */
  private int end(char quote) {
    int end = sql.indexOf(quote, at + 1);
    while (end >= 0 && end + 1 < sql.length() && sql.charAt(end + 1) == quote) {
      end = sql.indexOf(quote, end + 2);
    }
    return end;
  }

  /** A name in most databases, a string in MySQL; a name in all where only one may be. */
  private boolean doubleQuoted() {
    int from = at;
    int end = end('"');
    if (end < 0 || lastEscape >= at || !through(end + 1)) {
      return false;
    }
    boolean isQualified = at < length && sql.charAt(at) == '.' || endsWith(".");
    return isQualified || endsWithKeyword() ? name(from) : literal();
  }

  private boolean endsWithKeyword() {
    String tail = out.substring(Math.max(0, out.length() - 8)).toUpperCase(Locale.ROOT);
    return tail.matches("(?s)(.*\\W)?(AS|FROM|JOIN|INTO|UPDATE|TABLE) ");
  }

  private boolean copyTo(char quote) {
    int from = at;
    int end = end(quote);
    return end >= 0 && through(end + 1) && name(from);
  }

  /** Up to here. */
  private boolean name(int from) {
    for (int i = from; i < at; i++) {
      out.append(Character.isISOControl(sql.charAt(i)) ? ' ' : sql.charAt(i));
    }
    return true;
  }

  /** A name in one database, an index in another: only there quotes mean something. */
  private boolean bracket() {
    int end = Math.max(at, sql.indexOf(']', at));
    long quotes = sql.substring(at, end).chars().filter(sign -> sign == '\'').count();
    return quotes % 2 == 0 && copy();
  }

  /** {@code $1} is a parameter, {@code $tag$} begins a string of PostgreSQL. */
  private boolean dollar() {
    int from = at++;
    skip(sign -> isWord(sign) && sign != '$');
    if (at < length && sql.charAt(at) == '$') {
      String quote = sql.substring(from, at + 1);
      int end = sql.indexOf(quote, at + 1);
      return end >= 0 && through(end + quote.length()) && literal();
    }
    return literal();
  }

  /** Without a blank behind it, it is none in MySQL: then no quote may follow in the line. */
  private boolean lineComment() {
    int end = endOfLine();
    boolean isSure = at + 2 >= end || Character.isWhitespace(sql.charAt(at + 2));
    if (!isSure && hasQuote(end)) {
      return false;
    }
    blank();
    return through(Math.min(end, length));
  }

  /** A comment in MySQL, a sign of operators or of names in others. */
  private boolean hash() {
    return !hasQuote(endOfLine()) && copy();
  }

  private int endOfLine() {
    int line = sql.indexOf('\n', at);
    return line < 0 ? length : line;
  }

  private boolean hasQuote(int end) {
    return sql.substring(at, end).matches("(?s).*['\"`$].*");
  }

  /** Nested ones, as PostgreSQL has them; where they are not nested, more is left out. */
  private boolean blockComment() {
    int depth = 0;
    do {
      if (next('*') && sql.charAt(at) == '/') {
        depth++;
        at++;
      } else if (next('/') && sql.charAt(at) == '*') {
        depth--;
        at++;
      }
      at++;
    } while (depth > 0 && at < length);
    blank();
    return depth == 0;
  }
}
