package dev.sluice.source;

import com.github.javaparser.ast.Modifier.Keyword;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AnnotationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithModifiers;
import com.github.javaparser.ast.stmt.BlockStmt;
import dev.sluice.monitoring.select.Candidate;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A method, constructor or static initialiser with a body.
 *
 * @param node its declaration
 * @param type the declaration of its type
 */
record Declaration(BodyDeclaration<?> node, Node type, BlockStmt body) {
  /** Bits of modifiers in class files; {@code default} and {@code strictfp} have none. */
  private static final Map<Keyword, Integer> BITS =
      Map.of(
          Keyword.PUBLIC, Modifier.PUBLIC,
          Keyword.PROTECTED, Modifier.PROTECTED,
          Keyword.PRIVATE, Modifier.PRIVATE,
          Keyword.STATIC, Modifier.STATIC,
          Keyword.FINAL, Modifier.FINAL,
          Keyword.SYNCHRONIZED, Modifier.SYNCHRONIZED);

  /** Returns the declarations among a type's members; abstract and native methods have no body. */
  static List<Declaration> in(Node type) {
    List<Declaration> result = new ArrayList<>();
    for (BodyDeclaration<?> member : SourceTypes.members(type)) {
      body(member).ifPresent(body -> result.add(new Declaration(member, type, body)));
    }
    return result;
  }

  private static Optional<BlockStmt> body(BodyDeclaration<?> member) {
    if (member instanceof MethodDeclaration method) {
      return method.getBody();
    }
    if (member instanceof ConstructorDeclaration constructor) {
      return Optional.of(constructor.getBody());
    }
    if (member instanceof CompactConstructorDeclaration constructor) {
      return Optional.of(constructor.getBody());
    }
    return member instanceof InitializerDeclaration initializer && initializer.isStatic()
        ? Optional.of(initializer.getBody())
        : Optional.empty();
  }

  /**
   * Returns the candidate that patterns see in the source, equal to the one they see in the class
   * file.
   */
  Candidate candidate(SourceTypes types, TypeNames names) {
    return new Candidate(
        types.name(type),
        name(),
        modifiers(),
        result(names),
        parameters(types, names),
        annotations(names));
  }

  private String name() {
    if (node instanceof MethodDeclaration method) {
      return method.getNameAsString();
    }
    return isStatic() ? Candidate.STATIC_INITIALISER : Candidate.CONSTRUCTOR;
  }

  /** Returns whether the declaration is executed without an object. */
  boolean isStatic() {
    return node instanceof InitializerDeclaration || (modifiers() & Modifier.STATIC) != 0;
  }

  private int modifiers() {
    if (node instanceof InitializerDeclaration) {
      return Modifier.STATIC;
    }
    int bits = 0;
    for (com.github.javaparser.ast.Modifier modifier :
        ((NodeWithModifiers<?>) node).getModifiers()) {
      bits |= BITS.getOrDefault(modifier.getKeyword(), 0);
    }
    if (isOfInterface() && (bits & Modifier.PRIVATE) == 0) {
      bits |= Modifier.PUBLIC;
    }
    boolean constructorOfEnum =
        type instanceof EnumDeclaration && node instanceof ConstructorDeclaration;
    return constructorOfEnum ? bits | Modifier.PRIVATE : bits;
  }

  private boolean isOfInterface() {
    return type instanceof ClassOrInterfaceDeclaration declaration && declaration.isInterface();
  }

  private String result(TypeNames names) {
    return node instanceof MethodDeclaration method ? names.erased(method.getType(), node) : "void";
  }

  private List<String> parameters(SourceTypes types, TypeNames names) {
    List<String> result = new ArrayList<>();
    if (node instanceof ConstructorDeclaration) {
      result.addAll(implicitParameters(types));
    }
    for (Parameter parameter : declaredParameters()) {
      result.add(names.erased(parameter.getType(), node) + (parameter.isVarArgs() ? "[]" : ""));
    }
    return result;
  }

  private NodeList<Parameter> declaredParameters() {
    if (node instanceof CallableDeclaration<?> callable) {
      return callable.getParameters();
    }
    return node instanceof CompactConstructorDeclaration
        ? ((RecordDeclaration) type).getParameters()
        : new NodeList<>();
  }

  /**
   * Returns the parameters that the compiler adds: name and number for an enum's constants, the
   * outer object for an inner class.
   */
  private List<String> implicitParameters(SourceTypes types) {
    if (type instanceof EnumDeclaration) {
      return List.of("java.lang.String", "int");
    }
    boolean inner =
        type instanceof ClassOrInterfaceDeclaration declaration && declaration.isInnerClass();
    return inner ? List.of(types.name(types.encloser(type))) : List.of();
  }

  private Set<String> annotations(TypeNames names) {
    Set<String> result = new HashSet<>();
    for (AnnotationExpr annotation : node.getAnnotations()) {
      result.add(names.annotation(annotation.getNameAsString(), node));
    }
    if (type instanceof TypeDeclaration<?> declaration) {
      for (AnnotationExpr annotation : declaration.getAnnotations()) {
        result.add(names.annotation(annotation.getNameAsString(), node));
      }
    }
    return result;
  }

  /** Returns the number of the first line. */
  int line() {
    return node.getRange().orElseThrow().begin.line;
  }
}
