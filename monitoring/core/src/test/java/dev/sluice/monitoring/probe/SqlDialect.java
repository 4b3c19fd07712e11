package dev.sluice.monitoring.probe;

import java.util.ArrayList;
import java.util.List;

/** How seven databases divide a text into code and data. Lexical rules alone, written plainly. */
enum SqlDialect {
  POSTGRESQL("`#[]", "$nested,cr"),
  MYSQL("`#", "backslash,strings,names"),
  ORACLE("#", "q"),
  SQL_SERVER("#[]", "nested,brackets"),
  SQLITE("`[]", "strings,names,brackets"),
  H2("`[]", "$nested,names,slashes"),
  DB2("#", "nested");

  private final String signs;
  private final String rules;

  /**
   * Declares a dialect.
   *
   * @param signs of "`#[]", those that it knows
   * @param rules its differences
   */
  SqlDialect(String signs, String rules) {
    this.signs = signs;
    this.rules = rules;
  }

  /** The parts of a text that are strings or comments; null if it is not of this dialect. */
  List<String> data(String sql) {
    List<String> data = new ArrayList<>();
    int at = 0;
    while (at < sql.length()) {
      int end = end(sql, at);
      if (end < 0) {
        return null;
      }
      if (isData(sql, at)) {
        data.add(sql.substring(at, end));
      }
      at = end;
    }
    return data;
  }

  private boolean has(String rule) {
    return rules.contains(rule);
  }

  private static boolean isWord(String sql, int at) {
    return at >= 0
        && at < sql.length()
        && (sql.charAt(at) == '_' || isAlphanumeric(sql.charAt(at)));
  }

  private static boolean isAlphanumeric(char sign) {
    return Character.isLetterOrDigit(sign);
  }

  /** Names hold dollar signs behind a letter. */
  private static boolean isInName(String sql, int at) {
    int from = at;
    while (from > 0 && (isWord(sql, from - 1) || sql.charAt(from - 1) == '$')) {
      from--;
    }
    return from < at && (Character.isLetter(sql.charAt(from)) || sql.charAt(from) == '_');
  }

  private boolean isComment(String sql, int at) {
    return sql.startsWith("/*", at)
        || has("slashes") && sql.startsWith("//", at)
        || this == MYSQL && sql.charAt(at) == '#'
        || sql.startsWith("--", at)
            && (this != MYSQL || at + 2 == sql.length() || sql.charAt(at + 2) <= ' ');
  }

  private boolean isData(String sql, int at) {
    char sign = sql.charAt(at);
    return isComment(sql, at)
        || sign == '\''
        || sign == '"' && has("strings")
        || sign == '$' && has("$") && !isInName(sql, at)
        || isOracleString(sql, at);
  }

  private boolean isOracleString(String sql, int at) {
    return has("q") && sql.startsWith("q'", at) && !isInName(sql, at);
  }

  /** Where the token ends that begins here; -1 if there is none. */
  private int end(String sql, int at) {
    char sign = sql.charAt(at);
    if (isComment(sql, at)) {
      return sql.startsWith("/*", at) ? blockEnd(sql, at) : lineEnd(sql, at);
    }
    if (isOracleString(sql, at)) {
      return oracleEnd(sql, at);
    }
    if (sign == '\'' || sign == '"' || sign == '`' && (has("names"))) {
      boolean isEscaped = at > 0 && sql.charAt(at - 1) == 'E' && !isInName(sql, at - 1);
      boolean escapes =
          sign != '`' && has("backslash") || this == POSTGRESQL && sign == '\'' && isEscaped;
      return quoteEnd(sql, at, escapes);
    }
    if (sign == '[' && has("brackets")) {
      return bracketEnd(sql, at);
    }
    if (sign == '$' && has("$") && !isInName(sql, at)) {
      return dollarEnd(sql, at);
    }
    boolean isCast = this == MYSQL && sql.startsWith("::", at);
    boolean isKnown = sign != '\\' && ("`#[]".indexOf(sign) < 0 || signs.indexOf(sign) >= 0);
    boolean isSign = this == ORACLE && sign == '$' && !isInName(sql, at);
    return isKnown && !isCast && !isSign ? at + 1 : -1;
  }

  private int lineEnd(String sql, int at) {
    int end = at;
    while (end < sql.length()
        && sql.charAt(end) != '\n'
        && !(has("cr") && sql.charAt(end) == '\r')) {
      end++;
    }
    return end;
  }

  private int blockEnd(String sql, int at) {
    int depth = 1;
    int end = at + 2;
    while (depth > 0) {
      int close = sql.indexOf("*/", end);
      int open = has("nested") ? sql.indexOf("/*", end) : -1;
      if (close < 0) {
        return -1;
      }
      boolean opens = open >= 0 && open < close;
      depth += opens ? 1 : -1;
      end = (opens ? open : close) + 2;
    }
    return end;
  }

  private static int quoteEnd(String sql, int at, boolean escapes) {
    char quote = sql.charAt(at);
    int end = at + 1;
    while (end < sql.length()) {
      if (escapes && sql.charAt(end) == '\\') {
        end++;
      } else if (sql.charAt(end) == quote) {
        if (end + 1 == sql.length() || sql.charAt(end + 1) != quote) {
          return end + 1;
        }
        end++;
      }
      end++;
    }
    return -1;
  }

  private int bracketEnd(String sql, int at) {
    int end = sql.indexOf(']', at);
    while (this == SQL_SERVER && end >= 0 && sql.startsWith("]]", end)) {
      end = sql.indexOf(']', end + 2);
    }
    return end < 0 ? -1 : end + 1;
  }

  private int dollarEnd(String sql, int at) {
    int tag = at + 1;
    while (isWord(sql, tag)) {
      tag++;
    }
    boolean isTag = tag < sql.length() && sql.charAt(tag) == '$' && (tag == at + 1 || this != H2);
    if (!isTag || tag > at + 1 && Character.isDigit(sql.charAt(at + 1))) {
      return at + 1;
    }
    String quote = sql.substring(at, tag + 1);
    int end = sql.indexOf(quote, tag + 1);
    return end < 0 ? -1 : end + quote.length();
  }

  private static int oracleEnd(String sql, int at) {
    if (at + 2 >= sql.length() || sql.charAt(at + 2) <= ' ') {
      return -1;
    }
    int kind = "[{(<".indexOf(sql.charAt(at + 2));
    char close = kind < 0 ? sql.charAt(at + 2) : "]})>".charAt(kind);
    int end = sql.indexOf(close + "'", at + 3);
    return end < 0 ? -1 : end + 2;
  }
}
