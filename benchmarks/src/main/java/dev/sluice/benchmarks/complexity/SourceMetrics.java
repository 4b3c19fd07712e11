package dev.sluice.benchmarks.complexity;

import com.github.javaparser.JavaParser;
import com.github.javaparser.JavaToken;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/** What one source file has: lines that are no comment, and the complexity of each method. */
record SourceMetrics(int lines, List<Integer> complexities) {
  private static final JavaParser PARSER =
      new JavaParser(
          new ParserConfiguration()
              .setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17)
              .setAttributeComments(false));

  /**
   * Reads a source.
   *
   * @throws IllegalArgumentException if it is no Java
   */
  static SourceMetrics of(String source) {
    ParseResult<CompilationUnit> parsed = PARSER.parse(source);
    CompilationUnit unit =
        parsed
            .getResult()
            .filter(u -> parsed.isSuccessful())
            .orElseThrow(() -> new IllegalArgumentException(parsed.getProblems().toString()));
    List<Integer> complexities = new ArrayList<>();
    unit.walk(node -> complexity(node).ifPresent(complexities::add));
    return new SourceMetrics(lines(unit), complexities);
  }

  /**
   * Lines with a token that is neither blank nor comment; the end of the file has no characters.
   */
  private static int lines(CompilationUnit unit) {
    BitSet lines = new BitSet();
    for (JavaToken token : unit.getTokenRange().orElseThrow()) {
      if (!token.getCategory().isWhitespaceOrComment() && !token.getText().isEmpty()) {
        token.getRange().ifPresent(range -> lines.set(range.begin.line, range.end.line + 1));
      }
    }
    return lines.cardinality();
  }

  private static OptionalInt complexity(Node node) {
    boolean hasBody =
        node instanceof MethodDeclaration method
            ? method.getBody().isPresent()
            : node instanceof ConstructorDeclaration
                || node instanceof CompactConstructorDeclaration;
    return hasBody ? OptionalInt.of(1 + decisions(node)) : OptionalInt.empty();
  }

  /**
   * McCabe's number less one: conditions, loops, cases, handlers and the operators that skip what
   * is behind them. A lambda belongs to its method, a method of an anonymous class to itself.
   */
  private static int decisions(Node node) {
    int sum = 0;
    for (Node child : node.getChildNodes()) {
      if (!(child instanceof BodyDeclaration<?>)) {
        sum += decides(child) + decisions(child);
      }
    }
    return sum;
  }

  private static int decides(Node node) {
    if (node instanceof SwitchEntry entry) {
      return entry.getLabels().isEmpty() ? 0 : 1;
    }
    if (node instanceof BinaryExpr binary) {
      boolean skips =
          binary.getOperator() == BinaryExpr.Operator.AND
              || binary.getOperator() == BinaryExpr.Operator.OR;
      return skips ? 1 : 0;
    }
    boolean decision =
        node instanceof IfStmt
            || node instanceof ForStmt
            || node instanceof ForEachStmt
            || node instanceof WhileStmt
            || node instanceof DoStmt
            || node instanceof CatchClause
            || node instanceof ConditionalExpr;
    return decision ? 1 : 0;
  }
}
