package dev.sluice.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Binary names of all types in a file, local and anonymous ones included. The language leaves their
 * numbers to the compiler; javac gives them in the order in which it attributes expressions: the
 * arguments of a call before what it is called on or the body of what is created, those whose type
 * depends on the call last.
 */
final class BinaryNames {
  private static final Comparator<Node> AS_WRITTEN =
      Comparator.comparing(node -> node.getRange().orElseThrow().begin);

  private final Map<Node, String> names;

  /** Number of local types of each simple name, and of anonymous ones, in a type so far. */
  private final Map<String, Integer> counts = new HashMap<>();

  private BinaryNames(Map<Node, String> names) {
    this.names = names;
  }

  /**
   * Returns the names by declaration: a {@link TypeDeclaration}, or the {@link ObjectCreationExpr}
   * or {@link EnumConstantDeclaration} with the body of an anonymous class.
   */
  static Map<Node, String> of(CompilationUnit unit) {
    Map<Node, String> names = new IdentityHashMap<>();
    String prefix =
        unit.getPackageDeclaration().map(name -> name.getNameAsString() + ".").orElse("");
    for (TypeDeclaration<?> type : unit.getTypes()) {
      new BinaryNames(names).enter(type, prefix + type.getNameAsString());
    }
    return names;
  }

  private void enter(Node type, String name) {
    names.put(type, name);
    children(type).stream()
        .filter(child -> !isArgumentOf(type, child))
        .forEach(child -> visit(child, name));
  }

  /**
   * Returns whether a node is an argument of an anonymous class's constructor, which belongs to the
   * type around it.
   */
  private static boolean isArgumentOf(Node type, Node child) {
    return type instanceof ObjectCreationExpr creation
            && creation.getAnonymousClassBody().orElseThrow().stream().noneMatch(m -> m == child)
        || type instanceof EnumConstantDeclaration constant
            && constant.getClassBody().stream().noneMatch(member -> member == child);
  }

  private static List<Node> children(Node node) {
    return node.getChildNodes().stream()
        .filter(child -> child.getRange().isPresent())
        .sorted(AS_WRITTEN)
        .toList();
  }

  private void visit(Node node, String encloser) {
    if (node instanceof TypeDeclaration<?> type) {
      boolean member = type.getParentNode().filter(p -> names.containsKey(p)).isPresent();
      String name = type.getNameAsString();
      enter(type, encloser + "$" + (member ? "" : number(encloser, name)) + name);
    } else if (node instanceof ObjectCreationExpr creation) {
      creation.getScope().ifPresent(scope -> visit(scope, encloser));
      boolean anonymous = creation.getAnonymousClassBody().isPresent();
      arguments(creation.getArguments(), encloser, () -> anonymous(anonymous, node, encloser));
    } else if (node instanceof EnumConstantDeclaration constant) {
      boolean anonymous = constant.getClassBody().isNonEmpty();
      arguments(constant.getArguments(), encloser, () -> anonymous(anonymous, node, encloser));
    } else if (node instanceof MethodCallExpr call) {
      arguments(call.getArguments(), encloser, () -> calledOn(call.getScope(), encloser));
    } else if (node instanceof ExplicitConstructorInvocationStmt call) {
      arguments(call.getArguments(), encloser, () -> calledOn(call.getExpression(), encloser));
    } else {
      children(node).forEach(child -> visit(child, encloser));
    }
  }

  private void anonymous(boolean hasBody, Node node, String encloser) {
    if (hasBody) {
      enter(node, encloser + "$" + number(encloser, ""));
    }
  }

  private void calledOn(Optional<Expression> scope, String encloser) {
    scope.ifPresent(expression -> visit(expression, encloser));
  }

  /**
   * Visits the arguments of a call; {@code between} visits the called expression, or the body of a
   * created object, at its place in javac's order.
   */
  private void arguments(List<Expression> arguments, String encloser, Runnable between) {
    List<Expression> last = new ArrayList<>();
    for (Expression argument : arguments) {
      if (dependsOnCall(argument)) {
        last.add(argument);
      } else {
        visit(argument, encloser);
      }
    }
    between.run();
    last.forEach(argument -> visit(argument, encloser));
  }

  private static boolean dependsOnCall(Expression argument) {
    if (argument instanceof EnclosedExpr enclosed) {
      return dependsOnCall(enclosed.getInner());
    }
    if (argument instanceof MethodCallExpr call) {
      return call.getTypeArguments().isEmpty();
    }
    if (argument instanceof ObjectCreationExpr creation) {
      return creation.getType().isUsingDiamondOperator();
    }
    return argument instanceof LambdaExpr
        || argument instanceof ConditionalExpr
        || argument instanceof SwitchExpr;
  }

  private int number(String encloser, String name) {
    return counts.merge(encloser + "$" + name, 1, Integer::sum);
  }
}
