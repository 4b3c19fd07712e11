package dev.sluice.compiler;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the methods that fill rows. If all references are symbols, {@code emit} is straight-line
 * code with constant offsets, short enough to be inlined, and leaves symbols without an id to
 * {@code emitInline}; else {@code emit} is the longer method itself.
 */
final class EmitSource {
  private final RecordModel model;
  private final RowWords words;
  private final SourceFile file;

  EmitSource(RecordModel model, RowWords words, SourceFile file) {
    this.model = model;
    this.words = words;
    this.file = file;
    for (String local : List.of("buffer", "at", "count", "end", "failure")) {
      file.set(local, model.local(local));
    }
  }

  /** Appends the methods. */
  void add() {
    file.set(
        "parameters",
        join(",\n      ", component -> parameterType(component) + " " + component.name()));
    file.set("arguments", join(", ", Component::name));
    file.set("docs", join("\n", this::documentation));
    file.add(
        """

          /**
           * Emits a record. Allocates nothing, never throws, blocks no longer than the collector's policy
           * says.
           *
        $docs
           * @return whether there is a row now; if not, the record is counted as a drop
           */
          public boolean emit(
              $parameters) {
        """);
    body(model.isVariable());
    if (!model.isVariable() && references(component -> true).findAny().isPresent()) {
      file.add(
          """

            private boolean emitInline(
                $parameters) {
          """);
      body(true);
    }
  }

  private String documentation(Component component) {
    file.set("name", component.name());
    return file.fill("   * @param $name {@link $record#$name()}");
  }

  private String parameterType(Component component) {
    return component.isSymbol() ? file.fill("$Symbol") : component.javaType();
  }

  /** Appends the rest of a method, for rows that may have inline data or not. */
  private void body(boolean variable) {
    file.set("length", variable ? model.local("count") : words.count());
    file.add(
        """
            $RowBuffer $buffer = null;
            int $at = -1;
            try {
        """);
    eachReference(component -> !component.isInline(), "      int $half = $reference;\n");
    if (variable) {
      measure();
    } else {
      leaveToInline();
    }
    file.add(
        """
              $buffer = this.sink.buffer();
              $at = $buffer.claim($length);
              if ($at < 0) {
                $at = this.sink.full($buffer, $length);
              }
              if ($at < 0) {
                return false;
              }
        """);
    if (variable) {
      putInline();
    }
    commit(variable ? file.fill("this.header + ($count - $words)") : "this.header");
    file.add(
        """
            } catch (Throwable $failure) {
              if ($at < 0) {
                return reject($DropCause.ENCODE_ERROR);
              }
              // No call here: there may be no stack left for one.
              $buffer.givenUp[$at & $buffer.givenUp.length - 1] = true;
              return false;
            }
          }
        """);
  }

  private void leaveToInline() {
    String halves =
        references(component -> true).map(words::half).collect(Collectors.joining(" | "));
    if (!halves.isEmpty()) {
      file.set("halves", halves);
      file.add(
          """
                if (($halves) < 0) {
                  return emitInline($arguments);
                }
          """);
    }
  }

  /** Appends the computation of a row's number of words. */
  private void measure() {
    eachReference(
        component -> !component.isInline(), "      String $data = $half < 0 ? $text : null;\n");
    eachReference(Component::isInline, "      int $half = 0;\n");
    file.add("      int $count = $words;\n");
    eachReference(
        component -> true,
        """
              int $bytes = $Rows.inlineBytes($data);
              $count += $Rows.inlineWords($bytes);
        """);
    file.add(
        """
              if ($count > $RowLayout.MAX_WORDS) {
                return reject($DropCause.OVERSIZE);
              }
        """);
  }

  private void putInline() {
    file.add("      int $end = $at + $words;\n");
    eachReference(
        component -> true,
        """
              if ($bytes >= 0) {
                $half = $at - $end;
                $end = $buffer.$put;
              }
        """);
  }

  /** Appends the writing of the words; the header is that of a row without fields in word 0. */
  private void commit(String header) {
    file.set("first", header);
    for (int word : words.components().keySet()) {
      file.set("word", word).set("expression", words.expression(word, words::half));
      if (word == 0) {
        file.set("first", file.fill(header + " | $expression"));
      } else {
        file.add("      $buffer.put($at + $word, $expression);\n");
      }
    }
    file.add("      return $buffer.commit($at, $first);\n");
  }

  private void eachReference(Predicate<Component> wanted, String template) {
    references(wanted)
        .forEach(
            component -> {
              int i = model.components().indexOf(component);
              String name = component.name();
              file.set("half", words.half(component)).set("bytes", model.local("bytes" + i));
              file.set("data", component.isInline() ? name : model.local("text" + i));
              file.set("reference", name + " == null ? 0 : " + id(component));
              file.set("text", name + (component.isSymbol() ? ".value()" : ".name()"));
              boolean isText = component.type().isText();
              file.set(
                  "put",
                  file.fill(isText ? "putText($end, $data, $bytes)" : "putBytes($end, $data)"));
              file.add(template);
            });
  }

  private static String id(Component component) {
    String name = component.name();
    return component.isSymbol() ? name + ".id()" : "this." + name + "Ids[" + name + ".ordinal()]";
  }

  private Stream<Component> references(Predicate<Component> wanted) {
    return model.components().stream().filter(Component::isReference).filter(wanted);
  }

  private String join(String separator, Function<Component, String> part) {
    return model.components().stream().map(part).collect(Collectors.joining(separator));
  }
}
