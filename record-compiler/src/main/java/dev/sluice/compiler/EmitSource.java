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
    for (String local : List.of("buffer", "at", "row", "count", "end", "failure")) {
      file.set(local, model.local(local));
    }
  }

  /** Appends the methods. */
  void add() {
    file.set(
        "parameters",
        join(",\n      ", component -> parameterType(component) + " " + component.name()));
    String arguments = join(", ", Component::name);
    file.set("arguments", arguments);
    file.set("docs", join("\n", c -> documentation(c, "")));
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
    if (model.isVariable()) {
      file.add("    $RowBuffer $buffer = null;\n");
      variable("      $buffer = this.sink.buffer();\n");
    } else {
      fixed();
    }
  }

  private String documentation(Component component, String what) {
    file.set("name", component.name()).set("what", what);
    return file.fill("   * @param $name $what{@link $record#$name()}");
  }

  private String parameterType(Component component) {
    return component.isSymbol() ? file.fill("$Symbol") : component.javaType();
  }

  private void fixed() {
    file.add("    try {\n");
    eachReference(component -> true, "      int $half = $reference;\n");
    String halves = join(references(c -> true).toList(), " | ", words::half);
    if (!halves.isEmpty()) {
      file.set("halves", halves);
      file.add(
          """
                if (($halves) < 0) {
                  return emitInline($arguments);
                }
          """);
    }
    file.set("moreArguments", eachWord(this::argument));
    file.add(
        """
              return emitTo(this.sink.buffer()$moreArguments);
            } catch (Throwable $failure) {
              return reject($DropCause.ENCODE_ERROR);
            }
          }
        """);
    packing();
    emitTo();
    if (!halves.isEmpty()) {
      file.add(
          """

            private boolean emitInline(
                $parameters) {
              $RowBuffer $buffer = null;
          """);
      variable("      $buffer = this.sink.buffer();\n");
    }
  }

  /** The methods that pack components that do not fill a word. */
  private void packing() {
    for (int word : words.components().keySet()) {
      if (words.isWide(word)) {
        continue;
      }
      List<Component> packed = words.components().get(word);
      file.set("number", word).set("modifier", word == 0 ? "" : "static ");
      file.set("prefix", word == 0 ? "this.header | " : "");
      file.set("expression", words.expression(word, Component::name));
      file.set("packed", join(packed, ", ", c -> idType(c) + " " + c.name()));
      file.set("names", join(packed, " and ", c -> "{@code " + c.name() + "}"));
      file.set("packedDocs", join(packed, "\n", this::packedDocumentation));
      file.add(
          """

            /**
             * Packs $names, for {@link #emitTo}.
             *
          $packedDocs
             * @return word $number of a row
             */
            public ${modifier}long word$number($packed) {
              return $prefix$expression;
            }
          """);
    }
  }

  /** The type of a component whose text is known by its id. */
  private static String idType(Component component) {
    return component.isReference() ? "int" : component.javaType();
  }

  private String packedDocumentation(Component component) {
    return documentation(
        component, component.isReference() ? "0 for null, else the id, not below 0, of " : "");
  }

  private void emitTo() {
    file.set("wordParameters", eachWord(this::parameter));
    file.set("wordDocs", eachWord(this::wordDocumentation));
    file.add(
        """

          /**
           * The same, for a probe that keeps its thread's buffer and the words that do not change. Symbols
           * without an id need {@link #emit}.
           *
           * @param $buffer the calling thread's: what {@link $RowSink#buffer()} returns now, or returned to
           *     the same thread if the thread {@linkplain $RowBuffer#isOwnedBy owns} it$wordDocs
           * @return whether there is a row now; if not, the record is counted as a drop
           */
          public boolean emitTo(
              $RowBuffer $buffer$wordParameters) {
            int $at = -1;
            try {
              $at = $buffer.claim($words);
        """);
    claimed();
    file.set("count", words.count());
    Function<Integer, String> expression =
        word -> words.isWide(word) ? words.expression(word, Component::name) : wordName(word);
    commit("this.header", expression, expression);
  }

  private String eachWord(Function<Integer, String> part) {
    return words.components().keySet().stream().map(part).collect(Collectors.joining());
  }

  private String argument(int word) {
    if (words.isWide(word)) {
      return ", " + wordName(word);
    }
    String packed =
        join(words.components().get(word), ", ", c -> c.isReference() ? words.half(c) : c.name());
    return ", word" + word + "(" + packed + ")";
  }

  private String parameter(int word) {
    String type = words.isWide(word) ? words.components().get(word).get(0).javaType() : "long";
    return ",\n      " + type + " " + wordName(word);
  }

  private String wordDocumentation(int word) {
    if (words.isWide(word)) {
      return "\n" + documentation(words.components().get(word).get(0), "");
    }
    return "\n   * @param " + wordName(word) + " what {@link #word" + word + "} gives";
  }

  /** What {@code emitTo} calls a word. */
  private String wordName(int word) {
    return words.isWide(word)
        ? words.components().get(word).get(0).name()
        : model.local("word" + word);
  }

  /** The body for rows with inline data, after the declaration of the buffer. */
  private void variable(String findBuffer) {
    file.set("count", model.local("count"));
    file.add(
        """
            int $at = -1;
            int $count = $words;
            try {
        """);
    eachReference(
        component -> !component.isInline(),
        """
              int $half = $reference;
              String $data = $half < 0 ? $text : null;
        """);
    eachReference(Component::isInline, "      int $half = 0;\n");
    eachReference(
        component -> true,
        """
              int $bytes = $size;
              $count += words($bytes);
        """);
    file.add(
        """
              if ($count > $RowLayout.MAX_WORDS) {
                return reject($DropCause.OVERSIZE);
              }
        """);
    file.add(findBuffer + "      $at = $buffer.claim($count);\n");
    claimed();
    file.add("      int $end = $at + $words;\n");
    eachReference(
        component -> true,
        """
              if ($bytes >= 0) {
                $half = $at - $end;
                $end = $Rows.$put;
              }
        """);
    Function<Integer, String> expression = word -> words.expression(word, words::half);
    String header = file.fill("this.header + ($count - $words)");
    commit(header, word -> header + " | " + expression.apply(word), expression);
  }

  private void claimed() {
    file.add(
        """
              if ($at < 0) {
                return false;
              }
              long[] $row = $buffer.words;
        """);
  }

  /**
   * Writes the words and ends the method.
   *
   * @param header of a row without fields in word 0
   * @param first the expression for word 0 otherwise
   * @param expression the one for another word
   */
  private void commit(
      String header, Function<Integer, String> first, Function<Integer, String> expression) {
    file.set("first", header);
    for (int word : words.components().keySet()) {
      if (word == 0) {
        file.set("first", first.apply(word));
      } else {
        file.set("word", word).set("expression", expression.apply(word));
        file.add("      $row[$at + $word] = $expression;\n");
      }
    }
    file.add(
        """
              return $buffer.commit($at, $first);
            } catch (Throwable $failure) {
              if ($at < 0) {
                return reject($DropCause.ENCODE_ERROR);
              }
              // No call here: there may be no stack left for one.
              $buffer.words[$at] = $count | (long) $RowLayout.ABORTED << 30;
              return false;
            }
          }
        """);
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
                  "size", file.fill(isText ? "bytes($data)" : "$data == null ? -1 : $data.length"));
              file.set(
                  "put",
                  file.fill(
                      isText
                          ? "putText($row, $end, $data, $bytes)"
                          : "putBytes($row, $end, $data)"));
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
    return join(model.components(), separator, part);
  }

  private static String join(
      List<Component> components, String separator, Function<Component, String> part) {
    return components.stream().map(part).collect(Collectors.joining(separator));
  }
}
