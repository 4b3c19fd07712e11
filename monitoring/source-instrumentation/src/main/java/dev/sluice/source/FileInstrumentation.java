package dev.sluice.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.AnnotationDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Insertion of probes into one file. For one thread. */
final class FileInstrumentation {
  private static final int MAX_OPERATIONS = 2_500;
  private static final String SYSTEM = "System";

  private final ParsedFile file;
  private final SourceTypes types;
  private final TypeNames names;
  private final Rules rules;
  private final List<Note> untouched = new ArrayList<>();
  private final List<Note> unknownTypes = new ArrayList<>();
  private final Insertions insertions = new Insertions();
  private ProbeText probes;

  FileInstrumentation(ParsedFile file, SourceTypes types, TypeNames names, Rules rules) {
    this.file = file;
    this.types = types;
    this.names = names;
    this.rules = rules;
  }

  /** Returns the file's new text; empty if it stays unchanged. */
  Optional<String> text() {
    CompilationUnit unit = file.unit();
    if (unit.getTypes().isEmpty()) {
      return Optional.empty();
    }
    String first = unit.getType(0).getNameAsString();
    probes = new ProbeText(first + "$SluiceProbes", hasOwnSystem(unit), rules);
    try {
      unit.walk(this::instrumentType);
      if (probes.operations() == 0) {
        return Optional.empty();
      }
      insertions.add(after(lastType(unit), '}'), probes.holder());
    } catch (IllegalStateException e) {
      return leave(0, "its text is not where the parser says: " + e.getMessage());
    }
    if (file.text().translated().contains(ProbeText.PREFIX)) {
      return leave(0, "it has names that begin with " + ProbeText.PREFIX);
    }
    if (probes.operations() > MAX_OPERATIONS) {
      return leave(0, "it has more than " + MAX_OPERATIONS + " operations");
    }
    return Optional.of(insertions.into(file.text().raw()));
  }

  private Optional<String> leave(int line, String reason) {
    untouched.add(new Note(file.path(), line, reason));
    return Optional.empty();
  }

  /** Returns whether {@code System} may mean another class somewhere in the file. */
  private boolean hasOwnSystem(CompilationUnit unit) {
    return unit.stream()
        .anyMatch(
            node ->
                isVariable(node) && ((NodeWithSimpleName<?>) node).getNameAsString().equals(SYSTEM)
                    || types.name(node) != null && !names.isPlatforms(SYSTEM, node));
  }

  private static boolean isVariable(Node node) {
    return node instanceof VariableDeclarator || node instanceof Parameter;
  }

  private static TypeDeclaration<?> lastType(CompilationUnit unit) {
    return unit.getTypes().stream()
        .max(Comparator.comparing(type -> type.getRange().orElseThrow().end))
        .orElseThrow();
  }

  private void instrumentType(Node node) {
    String name = types.name(node);
    if (name == null || node instanceof AnnotationDeclaration || !rules.mayHave(name)) {
      return;
    }
    Declaration.in(node).forEach(this::instrument);
  }

  private void instrument(Declaration declaration) {
    Candidate candidate = declaration.candidate(types, names);
    List<Rule> matching = rules.matching(candidate);
    Set<String> missing = names.takeMissing();
    if (matching.isEmpty()) {
      return;
    }
    if (BytecodeEstimate.isTooMuch(declaration.body())) {
      leave(declaration.line(), candidate.signature() + " is near to the limit of 64 KiB");
      return;
    }
    for (String type : missing) {
      unknownTypes.add(new Note(file.path(), declaration.line(), type));
    }
    insert(declaration, candidate, matching);
  }

  private void insert(Declaration declaration, Candidate candidate, List<Rule> matching) {
    int begin =
        declaration.body().getStatements().stream()
            .filter(ExplicitConstructorInvocationStmt.class::isInstance)
            .findFirst()
            .map(call -> after(call, ';'))
            .orElseGet(() -> offset(declaration.body(), '{', true));
    int end = offset(declaration.body(), '}', false);
    ProbeText.Around around = probes.around(candidate, matching, !declaration.isStatic());
    insertions.add(begin, around.begin());
    insertions.add(end, around.end());
  }

  private int after(Node node, char last) {
    int offset = offset(node, last, false);
    return offset + file.text().length(offset);
  }

  /** Returns the offset after the first character of a node, or of its last character. */
  private int offset(Node node, char expected, boolean behindFirst) {
    var range = node.getRange().orElseThrow();
    if (!behindFirst) {
      return file.text().offset(range.end, expected);
    }
    int offset = file.text().offset(range.begin, expected);
    return offset + file.text().length(offset);
  }

  /** Returns the number of operations in the text. */
  int operations() {
    return probes == null ? 0 : probes.operations();
  }

  /** Returns notes on declarations that were chosen and left unchanged. */
  List<Note> untouched() {
    return untouched;
  }

  /** Returns notes on types in signatures that are not known. */
  List<Note> unknownTypes() {
    return unknownTypes;
  }
}
