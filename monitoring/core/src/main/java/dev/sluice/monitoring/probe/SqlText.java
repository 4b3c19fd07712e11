package dev.sluice.monitoring.probe;

import java.util.function.IntPredicate;

/**
 * SQL statement without the data in it. It keeps what is a keyword, a name or punctuation in every
 * dialect of SQL; literals become {@code ?}, a list of them one, comments and line breaks are left
 * out. Where dialects disagree on what a text is, the statement ends with {@code …}. Any text is
 * accepted, and nothing is parsed.
 *
 * <p>Dialects compared: PostgreSQL, MySQL with MariaDB, Oracle, SQL Server, SQLite, H2, DB2.
 */
public final class SqlText {
  /** Maximum length of the result, in characters. */
  public static final int MAX_CHARS = 500;

  /** Maximum number of characters that are read. */
  static final int MAX_INPUT = 16_384;

  private static final String QUOTES = "'\"`[$";
  private static final String COMMENTS = "-#/";
  private static final String SIGNS = "()=<>!+*%,.;:|&^~@{}]";
  private static final String REST = " …";

  private final String sql;
  private final int length;
  private final boolean isCut;
  private final SqlContext context = new SqlContext();
  private final StringBuilder out = new StringBuilder();
  private int at;

  /** Whether a sign was found that MySQL does not have outside of literals. */
  private boolean excludesMySql;

  private SqlText(String sql) {
    isCut = sql.length() > MAX_INPUT;
    this.sql = isCut ? sql.substring(0, MAX_INPUT) : sql;
    length = this.sql.length();
  }

  /** Returns the statement without its literals, of at most {@value #MAX_CHARS} characters. */
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

  /** Reads one token; returns false if dialects disagree on it. */
  private boolean step(char first) {
    if (isBlank(first)) {
      at++;
      blank();
      return true;
    }
    if (QUOTES.indexOf(first) >= 0) {
      return quoted(first);
    }
    return COMMENTS.indexOf(first) >= 0 ? comment(first) : other(first);
  }

  /**
   * Returns whether all dialects skip a sign; other blanks than those of ASCII are parts of names.
   */
  private static boolean isBlank(char sign) {
    return sign <= ' ';
  }

  private boolean quoted(char first) {
    return switch (first) {
      case '\'' -> string(end('\''));
      case '"' -> doubleQuoted();
      case '`' -> backticks();
      case '[' -> bracket();
      default -> dollar();
    };
  }

  private boolean comment(char first) {
    if (first == '#') {
      return excludesMySql && copy(); // a comment in MySQL
    }
    if (first == '-') {
      return next('-') ? lineComment() : copy();
    }
    return next('*') ? blockComment() : !next('/') && copy(); // a comment in H2
  }

  private boolean other(char first) {
    if (first == '?') {
      at++;
      skip(Character::isDigit);
      return literal() && isApart();
    }
    if (first == ')') {
      return close();
    }
    if (Character.isDigit(first)) {
      return number();
    }
    return isWord(first) ? word() : SIGNS.indexOf(first) >= 0 && copy();
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
    excludesMySql |= sql.charAt(at) == '[' || sql.startsWith("::", at);
    char sign = sql.charAt(at++);
    context.sign(sign);
    out.append(sign);
    return true;
  }

  private void blank() {
    if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
  }

  /** Adds a literal; if only literals and commas came before, they become one. */
  private boolean literal() {
    context.sign('?');
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

  /** Closes a parenthesis; several rows of values become one. */
  private boolean close() {
    copy();
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
    int from = at;
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
    // A dollar sign after digits may begin a string, and so may letters before a quote.
    return sql.lastIndexOf('$', at - 1) < from && literal() && isApart();
  }

  private boolean word() {
    int from = at;
    skip(SqlText::isWord);
    String word = sql.substring(from, at);
    if (word.matches("[nN]?[qQ]") && at < length && sql.charAt(at) == '\'') {
      return oracleString();
    }
    if (!context.keeps(word)) {
      return false;
    }
    out.append(word);
    return context.isSure();
  }

  /**
   * Reads a string such as {@code q'[it's]'} of Oracle, if it ends where a string of the other
   * dialects does; returns false otherwise.
   */
  private boolean oracleString() {
    char open = at + 1 < length ? sql.charAt(at + 1) : '\'';
    int kind = "[{(<".indexOf(open);
    char close = kind < 0 ? open : "]})>".charAt(kind);
    int end = sql.indexOf(close + "'", Math.min(length, at + 2));
    return end >= 0 && end + 1 == end('\'') && string(end + 1);
  }

  /**
   * Adds a literal up to the given end; returns false for -1, an end on which dialects disagree.
   */
  private boolean string(int end) {
    if (end < 0) {
      return false;
    }
    at = end + 1;
    return literal() && isApart();
  }

  /** Returns whether the next sign cannot belong to a quoted text before it. */
  private boolean isApart() {
    return at == length || !isWord(sql.charAt(at)) && "'\"`\\".indexOf(sql.charAt(at)) < 0;
  }

  /**
   * Returns the end of a quoted text, apart from doubled quotes; -1 if there is none, or another
   * one in dialects where a backslash escapes the next sign. After ESCAPE each dialect takes one
   * sign alone, so that a backslash there is a whole text.
   */
  private int end(char quote) {
    int end = endOf(quote, false);
    boolean isSign = end == at + 2 && context.isAfter("ESCAPE");
    return isSign || end == endOf(quote, true) ? end : -1;
  }

  private int endOf(char quote, boolean escapes) {
    for (int i = at + 1; i < length; i++) {
      char sign = sql.charAt(i);
      if (sign == '\\' && escapes) {
        i++;
      } else if (sign == quote) {
        if (i + 1 == length || sql.charAt(i + 1) != quote) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  /**
   * Reads a text in double quotes: a name in most dialects, a string in MySQL; a name in all of
   * them where no string can be.
   */
  private boolean doubleQuoted() {
    int from = at;
    int end = end('"');
    if (end < 0) {
      return false;
    }
    boolean isPart = end + 2 < length && sql.charAt(end + 1) == '.' && isNameStart(end + 2);
    return isPart || endsWith(".") || context.expectsName() ? name(from, end) : string(end);
  }

  private boolean isNameStart(int index) {
    char sign = sql.charAt(index);
    return sign == '"' || isWord(sign) && !Character.isDigit(sign);
  }

  /**
   * Reads a backtick: it begins a name in MySQL and SQLite, and is an operator's sign in
   * PostgreSQL.
   */
  private boolean backticks() {
    int end = endOf('`', false);
    return end >= 0 && !has("'\"[$#-/\\", at, end) && name(at, end);
  }

  private boolean has(String signs, int from, int to) {
    return sql.substring(from, to).chars().anyMatch(sign -> signs.indexOf(sign) >= 0);
  }

  private boolean name(int from, int end) {
    for (int i = from; i <= end; i++) {
      out.append(Character.isISOControl(sql.charAt(i)) ? ' ' : sql.charAt(i));
    }
    at = end + 1;
    context.sign('"');
    return isApart();
  }

  /**
   * Reads a bracket: it begins a name in SQL Server and SQLite, and an index or elements of an
   * array in other dialects. It is read as an index if both end at the same sign with no quote
   * open.
   */
  private boolean bracket() {
    int end = sql.indexOf(']', at);
    String inside = end < 0 ? "" : sql.substring(at + 1, end);
    boolean isSame =
        !inside.matches("(?s).*(--|/\\*|//|[#$`\\\\\\[]).*")
            && (inside.indexOf('"') < 0 || inside.indexOf('\'') < 0)
            && inside.chars().filter(sign -> sign == '"' || sign == '\'').count() % 2 == 0
            && !sql.startsWith("]]", end);
    return end >= 0 && isSame && copy();
  }

  /**
   * Reads a dollar sign: {@code $1} is a parameter, {@code $tag$} begins a string of PostgreSQL and
   * H2, and is a name in MySQL.
   */
  private boolean dollar() {
    int from = at++;
    skip(sign -> isWord(sign) && sign != '$');
    if (at == length || sql.charAt(at) != '$') {
      return number(); // the rest of an amount of money in SQL Server
    }
    String quote = sql.substring(from, at + 1);
    int end = sql.indexOf(quote, at + 1);
    if (end < 0 || has("'\"`[#-/\\", at, end)) {
      return false;
    }
    int last = end + quote.length() - 1;
    boolean isSame = quote.length() == 2 || !sql.substring(from, last + 1).contains("$$");
    return isSame && string(last);
  }

  /**
   * Reads a comment up to the line's end: without a blank after it, it is none in MySQL; lines end
   * at other signs in some dialects.
   */
  private boolean lineComment() {
    int line = sql.indexOf('\n', at);
    int end = line < 0 ? length : line;
    String text = sql.substring(at + 2, end);
    at = end;
    blank();
    return (text.isEmpty() || isBlank(text.charAt(0)))
        && text.stripTrailing()
            .chars()
            .noneMatch(sign -> "\r\f\013\u0085\u2028\u2029".indexOf(sign) >= 0);
  }

  /**
   * Reads a comment in a block: a nested one ends the outer one in some dialects; text that MySQL
   * executes may contain strings.
   */
  private boolean blockComment() {
    int end = sql.indexOf("*/", at + 2);
    int inner = sql.indexOf("/*", at + 2); // its star may be that of the end
    if (end < 0 || inner >= 0 && inner < end) {
      return false;
    }
    String text = sql.substring(at + 2, end);
    at = end + 2;
    blank();
    return !text.matches("(?s)(!|M!|\\+).*['\"`#-].*");
  }
}
