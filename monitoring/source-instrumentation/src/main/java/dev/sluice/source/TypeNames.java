package dev.sluice.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.nodeTypes.NodeWithTypeParameters;
import com.github.javaparser.ast.stmt.LocalClassDeclarationStmt;
import com.github.javaparser.ast.stmt.LocalRecordDeclarationStmt;
import com.github.javaparser.ast.type.ArrayType;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.TypeParameter;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Resolution of written types to erased types with binary names, by the scoping rules of the
 * language: type parameters, local classes, members, imports, package, {@code java.lang}. A type
 * that is neither in the sources nor on the class path gets the name of its import, else the one
 * that is written, and is remembered as missing. For one thread.
 */
final class TypeNames {
  private static final String OBJECT = "java.lang.Object";

  private final SourceTypes sources;
  private final ClassFiles classes;
  private final Set<String> missing = new TreeSet<>();
  private final Set<ClassOrInterfaceType> resolving =
      Collections.newSetFromMap(new IdentityHashMap<>());

  TypeNames(SourceTypes sources, ClassFiles classes) {
    this.sources = sources;
    this.classes = classes;
  }

  /** Returns and forgets the names of written types that are not known. */
  Set<String> takeMissing() {
    Set<String> result = new TreeSet<>(missing);
    missing.clear();
    return result;
  }

  /**
   * Returns a type's name after erasure.
   *
   * @param scope the declaration whose type parameters are the innermost that count
   */
  String erased(Type type, Node scope) {
    if (type instanceof ArrayType array) {
      return erased(array.getComponentType(), scope) + "[]";
    }
    if (!(type instanceof ClassOrInterfaceType reference)) {
      return type.asString();
    }
    return resolve(reference, scope)
        .orElseGet(
            () -> {
              String written = reference.getNameWithScope();
              missing.add(written);
              return imported(written, scope).orElse(written);
            });
  }

  /** Returns the name of an annotation's type, if it is known. */
  String annotation(String written, Node scope) {
    return dotted(written, scope).or(() -> imported(written, scope)).orElse(written);
  }

  /** Returns whether a simple name means the type of {@code java.lang} in the body of a type. */
  boolean isPlatforms(String name, Node type) {
    return simple(name, type).filter(("java.lang." + name)::equals).isPresent();
  }

  private Optional<String> resolve(ClassOrInterfaceType type, Node scope) {
    return dotted(type.getNameWithScope(), scope);
  }

  /** Returns the type of a dotted name; a type has precedence over a package of the same name. */
  private Optional<String> dotted(String written, Node scope) {
    int dot = written.indexOf('.');
    if (dot < 0) {
      return simple(written, scope);
    }
    Optional<String> first = simple(written.substring(0, dot), scope);
    return first.isPresent() ? members(first, written.substring(dot + 1)) : qualified(written);
  }

  private Optional<String> members(Optional<String> owner, String names) {
    Optional<String> type = owner;
    for (String name : names.split("\\.")) {
      type = type.flatMap(outer -> member(outer, name, new HashSet<>()));
    }
    return type;
  }

  private Optional<String> qualified(String name) {
    for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      if (exists(name.substring(0, dot))) {
        return members(Optional.of(name.substring(0, dot)), name.substring(dot + 1));
      }
    }
    return exists(name) ? Optional.of(name) : Optional.empty();
  }

  private boolean exists(String name) {
    return sources.find(name).isPresent() || classes.find(name).isPresent();
  }

  private Optional<String> simple(String name, Node scope) {
    for (Node node = scope; node != null; node = node.getParentNode().orElse(null)) {
      Optional<String> found =
          node instanceof CompilationUnit unit ? global(name, unit) : in(node, name);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Returns the type that a single node around the place declares under a name. */
  private Optional<String> in(Node node, String name) {
    if (node instanceof NodeWithTypeParameters<?> generic) {
      for (TypeParameter parameter : generic.getTypeParameters()) {
        if (parameter.getNameAsString().equals(name)) {
          return Optional.of(bound(parameter, node));
        }
      }
    }
    String type = sources.name(node);
    if (type != null) {
      boolean itself = node instanceof TypeDeclaration<?> t && t.getNameAsString().equals(name);
      return itself ? Optional.of(type) : member(type, name, new HashSet<>());
    }
    return node.getChildNodes().stream()
        .map(TypeNames::localType)
        .filter(local -> local != null && local.getNameAsString().equals(name))
        .map(sources::name)
        .findFirst();
  }

  private static TypeDeclaration<?> localType(Node statement) {
    if (statement instanceof LocalClassDeclarationStmt local) {
      return local.getClassDeclaration();
    }
    return statement instanceof LocalRecordDeclarationStmt local
        ? local.getRecordDeclaration()
        : null;
  }

  private String bound(TypeParameter parameter, Node scope) {
    return parameter.getTypeBound().isEmpty()
        ? OBJECT
        : erased(parameter.getTypeBound().get(0), scope);
  }

  /** Returns a member type, declared or inherited. */
  private Optional<String> member(String owner, String name, Set<String> seen) {
    Node declaration = sources.find(owner).orElse(null);
    if (declaration == null) {
      return classes.member(owner, name);
    }
    if (!seen.add(owner)) {
      return Optional.empty();
    }
    String declared = owner + "$" + name;
    if (sources.find(declared).isPresent()) {
      return Optional.of(declared);
    }
    Node scope = declaration.getParentNode().orElseThrow();
    List<ClassOrInterfaceType> parents = SourceTypes.parents(declaration);
    return parents.stream()
        .map(parent -> parent(parent, scope).flatMap(type -> member(type, name, seen)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * Returns the type of a parent; protects against types that are their own parents, which only
   * sources that do not compile have.
   */
  private Optional<String> parent(ClassOrInterfaceType type, Node scope) {
    if (!resolving.add(type)) {
      return Optional.empty();
    }
    try {
      return resolve(type, scope);
    } finally {
      resolving.remove(type);
    }
  }

  private Optional<String> global(String name, CompilationUnit unit) {
    String prefix =
        unit.getPackageDeclaration().map(found -> found.getNameAsString() + ".").orElse("");
    Optional<String> found = single(name, unit).flatMap(this::qualified);
    if (found.isEmpty() && exists(prefix + name)) {
      found = Optional.of(prefix + name);
    }
    for (ImportDeclaration from : unit.getImports()) {
      if (found.isEmpty() && from.isAsterisk()) {
        found = qualified(from.getNameAsString() + "." + name);
      }
    }
    return found.or(() -> Optional.of("java.lang." + name).filter(this::exists));
  }

  /** Returns the canonical name in the import of a single type. */
  private static Optional<String> single(String name, CompilationUnit unit) {
    return unit.getImports().stream()
        .filter(from -> !from.isAsterisk() && from.getName().getIdentifier().equals(name))
        .map(ImportDeclaration::getNameAsString)
        .findFirst();
  }

  /** Returns the name from an import, if types begin with capital letters and packages do not. */
  private static Optional<String> imported(String written, Node scope) {
    int dot = written.indexOf('.');
    String first = dot < 0 ? written : written.substring(0, dot);
    return scope
        .findCompilationUnit()
        .flatMap(unit -> single(first, unit))
        .map(name -> dot < 0 ? name : name + written.substring(dot))
        .map(name -> name.replaceAll("(?<=\\.\\p{Lu}[^.]{0,255})\\.", "\\$"));
  }
}
