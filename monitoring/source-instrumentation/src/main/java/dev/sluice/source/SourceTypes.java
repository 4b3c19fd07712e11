package dev.sluice.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Types that the sources declare, and their binary names. For one thread. */
final class SourceTypes {
  private final Map<Node, String> names = new IdentityHashMap<>();
  private final Map<String, Node> declarations = new HashMap<>();

  void add(CompilationUnit unit) {
    Map<Node, String> found = BinaryNames.of(unit);
    names.putAll(found);
    found.forEach((declaration, name) -> declarations.put(name, declaration));
  }

  /** Returns the declaration with a binary name, as in {@link BinaryNames#of}. */
  Optional<Node> find(String name) {
    return Optional.ofNullable(declarations.get(name));
  }

  /** Returns all binary names. */
  Set<String> names() {
    return declarations.keySet();
  }

  /** Returns the binary name of a declaration, or null if the node declares no type. */
  String name(Node declaration) {
    return names.get(declaration);
  }

  /** Returns the declaration of the type around a node. */
  Node encloser(Node node) {
    Node parent = node.getParentNode().orElseThrow();
    return names.containsKey(parent) ? parent : encloser(parent);
  }

  /** Returns a type's members. */
  static List<BodyDeclaration<?>> members(Node declaration) {
    if (declaration instanceof TypeDeclaration<?> type) {
      return type.getMembers();
    }
    if (declaration instanceof EnumConstantDeclaration constant) {
      return constant.getClassBody();
    }
    return List.copyOf(((ObjectCreationExpr) declaration).getAnonymousClassBody().orElseThrow());
  }

  /** Returns the types that a type extends and implements, as they are written. */
  static List<ClassOrInterfaceType> parents(Node declaration) {
    List<ClassOrInterfaceType> parents = new ArrayList<>();
    if (declaration instanceof ClassOrInterfaceDeclaration type) {
      parents.addAll(type.getExtendedTypes());
      parents.addAll(type.getImplementedTypes());
    } else if (declaration instanceof EnumDeclaration type) {
      parents.addAll(type.getImplementedTypes());
    } else if (declaration instanceof RecordDeclaration type) {
      parents.addAll(type.getImplementedTypes());
    } else if (declaration instanceof ObjectCreationExpr creation) {
      parents.add(creation.getType());
    }
    return parents;
  }
}
