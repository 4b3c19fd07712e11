package dev.sluice.monitoring.probe;

import java.util.BitSet;
import java.util.Locale;
import java.util.Set;

/** State of a scan of one SQL statement: what the tokens so far mean for the next one. */
final class SqlContext {
  /** Words that begin a statement; after another one, bare words may be data. */
  private static final Set<String> STATEMENTS =
      Set.of(
          ("ALTER ANALYZE BEGIN CALL CHECKPOINT CLOSE COMMENT COMMIT COPY CREATE DEALLOCATE DECLARE"
                  + " DELETE DESC DESCRIBE DISCARD DO DROP END EXEC EXECUTE EXPLAIN FETCH FLUSH"
                  + " GRANT IF INSERT LISTEN LOAD LOCK MERGE NOTIFY OPEN OPTIMIZE PRAGMA PREPARE"
                  + " REFRESH REINDEX RELEASE RENAME REPLACE RESET REVOKE ROLLBACK SAVEPOINT SELECT"
                  + " SET SHOW START TABLE TRUNCATE UNLISTEN UNLOCK UPDATE UPSERT USE VACUUM VALUES"
                  + " WITH")
              .split(" "));

  private static final Set<String> QUERIES = Set.of("SELECT", "DELETE");
  private static final Set<String> EXECUTIONS = Set.of("EXEC", "EXECUTE");

  /** First words of statements in which bare words may follow an equals sign or TO after SET. */
  private static final Set<String> ASSIGNMENTS = Set.of("SET", "ALTER", "CREATE");

  /** Words between IDENTIFIED and a password. */
  private static final Set<String> PASSWORDS = Set.of("BY", "WITH", "VIA", "USING", "AS");

  private static final Set<String> ARGUMENTS = Set.of("NULL", "DEFAULT", "OUT", "OUTPUT");

  /** Whether a query was found, by depth of parentheses. */
  private final BitSet queries = new BitSet();

  private int depth;

  /** First word of the statement; empty before it. */
  private String first = "";

  /** Last two words; empty if another sign came after them. */
  private String last = "";

  private String secondLast = "";

  /** Last sign that was not a word. */
  private char sign = ' ';

  /** Whether bare words after an equals sign are values. */
  private boolean isAssigning;

  /**
   * Position in a call of a procedure of SQL Server: 1 before its name, 2 after the first word of
   * the name.
   */
  private int executing;

  private boolean isSure = true;

  /** Notes a sign; a literal or a quoted name counts as one. */
  void sign(char next) {
    if (next == '(') {
      queries.clear(++depth);
    } else if (next == ')') {
      depth = Math.max(0, depth - 1);
    } else if (next == ';') {
      reset();
    }
    sign = next;
    secondLast = "";
    last = "";
  }

  private void reset() {
    first = "";
    isAssigning = false;
    executing = 0;
    depth = 0;
    queries.clear();
  }

  /** Notes a bare word; returns false if it may be data. */
  boolean keeps(String word) {
    String next = word.length() > 16 ? "?" : word.toUpperCase(Locale.ROOT);
    if (isValue() || isArgument(next)) {
      return false;
    }
    isSure = !isData(next);
    if (first.isEmpty()) {
      first = next;
    }
    if (QUERIES.contains(next)) {
      queries.set(depth);
    }
    isAssigning |= next.equals("PRAGMA") || next.equals("SET") && ASSIGNMENTS.contains(first);
    executing = EXECUTIONS.contains(next) ? 1 : executing == 1 ? 2 : executing;
    secondLast = last;
    last = next;
    return true;
  }

  /** Returns whether data may follow a word. */
  private boolean isData(String next) {
    return first.isEmpty() && !STATEMENTS.contains(next)
        || last.equals("IDENTIFIED") && PASSWORDS.contains(next)
        || first.equals("COPY") && next.equals("STDIN");
  }

  private boolean isValue() {
    return isAssigning && (last.equals("TO") || last.isEmpty() && (sign == '=' || sign == '('));
  }

  /**
   * Returns whether a word is an argument, because SQL Server takes bare words for strings after a
   * procedure's name.
   */
  private boolean isArgument(String word) {
    boolean isMarked = last.isEmpty() && (sign == '@' || sign == '.');
    return executing == 2 && !isMarked && !ARGUMENTS.contains(word);
  }

  /** Returns whether the text after the last word is code, and not a password or data. */
  boolean isSure() {
    return isSure;
  }

  /** Returns whether only blanks came after this word, which is in capitals. */
  boolean isAfter(String word) {
    return last.equals(word);
  }

  /**
   * Returns whether a quoted text that follows is a name, even if double quotes enclose strings.
   */
  boolean expectsName() {
    return switch (last) {
      case "FROM" -> queries.get(depth) && !secondLast.equals("DISTINCT");
      case "AS" -> queries.get(depth);
      case "UPDATE" -> secondLast.isEmpty() && first.equals("UPDATE");
      case "JOIN", "INTO", "TABLE" -> true;
      default -> false;
    };
  }
}
