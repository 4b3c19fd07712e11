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
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
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
import java.util.Set;

/** What one source file has: lines that are no comment, and the complexity of each method. */
record SourceMetrics(int lines, List<Method> methods) {
  /** A method or constructor that has a body. */
  record Method(String name, int complexity) {}

  private static final Set<Class<?>> DECISIONS =
      Set.of(
          IfStmt.class,
          ForStmt.class,
          ForEachStmt.class,
          WhileStmt.class,
          DoStmt.class,
          CatchClause.class,
          ConditionalExpr.class);

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
    List<Method> methods = new ArrayList<>();
    unit.walk(
        node -> {
          if (hasBody(node)) {
            String name = ((NodeWithSimpleName<?>) node).getNameAsString();
            methods.add(new Method(name, 1 + decisions(node)));
          }
        });
    return new SourceMetrics(lines(unit), methods);
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

  private static boolean hasBody(Node node) {
    return node instanceof MethodDeclaration method
        ? method.getBody().isPresent()
        : node instanceof ConstructorDeclaration || node instanceof CompactConstructorDeclaration;
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
    return DECISIONS.contains(node.getClass()) ? 1 : 0;
  }
}
